package pdfium

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime returns the CPU time of a process. The clock's ID is computed as by
// clock_getcpuclockid.
func CPUTime(pid int, _ time.Time) time.Duration {
	const scheduled = 2
	var used unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|scheduled), &used) != nil {
		return 0 // it has exited
	}
	return time.Duration(used.Nano())
}
