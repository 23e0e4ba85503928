// Package cputime measures CPU time, which does not depend on the load of the machine.
package cputime

import (
	"syscall"
	"time"
)

// Used returns the CPU time of the process, to the microsecond.
func Used() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // only possible with an invalid argument
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
