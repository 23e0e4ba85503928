//go:build !linux

package pdfium

import (
	"os/exec"
	"time"
)

// Confine does nothing: other systems have no signal for the parent's death.
func Confine(*exec.Cmd) {}

// CPUTime returns the time since the process started, where its CPU time can't be read.
func CPUTime(_ int, started time.Time) time.Duration { return time.Since(started) }
