package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// ofThread returns the CPU time of the calling thread.
func ofThread() time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		panic(err) // only possible with an invalid argument
	}
	return time.Duration(used.Nano())
}
