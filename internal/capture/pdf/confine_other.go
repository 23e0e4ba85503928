//go:build !linux

package pdf

import "os/exec"

// confine does nothing: other systems have no signal for the parent's death.
func confine(*exec.Cmd) {}
