package embed

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// niceness is that of a thread, 0 for the caller's. The system call tells 20 less it.
func niceness(t *testing.T, thread int) int {
	t.Helper()
	n, err := unix.Getpriority(unix.PRIO_PROCESS, thread)
	if err != nil {
		t.Fatal(err)
	}
	return 20 - n
}

func TestLowly(t *testing.T) {
	usual := niceness(t, 0)
	if usual >= lowPriority {
		t.Skip("the tests run at a low priority themselves")
	}
	for range 100 { // on whichever thread
		ran, low := false, 0
		lowly(func() { ran, low = true, niceness(t, 0) })
		if !ran || low != lowPriority {
			t.Fatalf("ran: %v, at %d", ran, low)
		}
		runtime.Gosched()
	}
	if first, mine := niceness(t, unix.Getpid()), niceness(t, 0); first != usual || mine != usual {
		t.Errorf("now the first thread is at %d and the caller's at %d", first, mine)
	}
}
