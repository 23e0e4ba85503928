package pdfium

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Confine puts the child into its own process group, which is killed as a whole, and makes it die
// with the thread that starts it: the caller keeps that thread until the child has ended.
func Confine(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error {
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
			return err
		}
		return os.ErrProcessDone // it has exited
	}
}

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
