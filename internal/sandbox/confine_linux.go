package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// raceEnvironment holds variables of a child for the race detector, where that is built in.
var raceEnvironment []string

// Confine puts a child into its own process group, which is killed as a whole, and makes it die
// with the thread that starts it: the caller keeps that thread until the child has ended, and has set its environment.
func Confine(cmd *exec.Cmd) {
	cmd.Env = append(cmd.Env, raceEnvironment...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error {
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
			return err
		}
		return os.ErrProcessDone // it has exited
	}
}
