package embed

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// nicenessOf returns a thread's niceness; 0 is the caller. The system call returns 20 less it.
func nicenessOf(t *testing.T, thread int) int {
	t.Helper()
	n, err := unix.Getpriority(unix.PRIO_PROCESS, thread)
	if err != nil {
		t.Fatal(err)
	}
	return 20 - n
}

func TestRunNice(t *testing.T) {
	normal := nicenessOf(t, 0)
	if normal >= niceness {
		t.Skip("the tests run at a low priority themselves")
	}
	for range 100 { // on whichever thread
		ran, low := false, 0
		runNice(func() { ran, low = true, nicenessOf(t, 0) })
		if !ran || low != niceness {
			t.Fatalf("ran: %v, at %d", ran, low)
		}
		runtime.Gosched()
	}
	if first, mine := nicenessOf(t, unix.Getpid()), nicenessOf(t, 0); first != normal || mine != normal {
		t.Errorf("now the first thread is at %d and the caller's at %d", first, mine)
	}
}
