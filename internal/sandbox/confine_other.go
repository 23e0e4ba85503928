//go:build !linux

package sandbox

import "os/exec"

// Confine does nothing: other systems have no signal for the parent's death.
func Confine(*exec.Cmd) {}
