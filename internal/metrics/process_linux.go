package metrics

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

func self() (is process, err error) {
	var used syscall.Rusage
	errUsed := syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	is.cpu = time.Duration(used.Utime.Nano() + used.Stime.Nano())
	statm, errStatm := os.ReadFile("/proc/self/statm")
	var size, pages int64
	_, errPages := fmt.Sscan(string(statm), &size, &pages)
	is.resident = pages * int64(os.Getpagesize())
	open, errOpen := os.ReadDir("/proc/self/fd")
	is.files = len(open)
	return is, errors.Join(errUsed, errStatm, errPages, errOpen)
}
