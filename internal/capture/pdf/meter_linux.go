package pdf

import (
	"time"

	"golang.org/x/sys/unix"
)

// childTime is what a process has used of the processors. Its clock's number is made as clock_getcpuclockid does.
func childTime(pid int, _ time.Time) time.Duration {
	const scheduled = 2
	var used unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|scheduled), &used) != nil {
		return 0 // it is gone
	}
	return time.Duration(used.Nano())
}
