package extract

import (
	"os/exec"
	"syscall"
)

// confine puts the child into a process group of its own, which is killed as a whole, and has it die with us.
func confine(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
