package pdf

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// confine puts the child into its own process group, which is killed as a whole, and makes it die
// with the parent.
func confine(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error {
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
			return err
		}
		return os.ErrProcessDone // it has exited
	}
}
