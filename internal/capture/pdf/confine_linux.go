package pdf

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// confine puts the child into a process group of its own, which is killed as a whole, and has it die with us.
func confine(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error {
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
			return err
		}
		return os.ErrProcessDone // it was faster
	}
}
