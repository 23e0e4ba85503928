package extract

import (
	"syscall"
	"testing"
	"time"
)

// processorTime is what this process has taken of the processors so far. Unlike time on the clock, it does not grow with what else
// the machine does.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
