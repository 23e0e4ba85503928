package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// ofThread is what the calling thread has used of the processors.
func ofThread() time.Duration {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		panic(err) // only a bad argument makes it fail
	}
	return time.Duration(used.Nano())
}
