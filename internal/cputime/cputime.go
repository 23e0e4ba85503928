// Package cputime tells what this process has used of the processors: time that does not grow with what else the machine does.
package cputime

import (
	"syscall"
	"time"
)

// Used is what the process has used of all processors so far, to the microsecond.
func Used() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // only a bad argument makes it fail
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
