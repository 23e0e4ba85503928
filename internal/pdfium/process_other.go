//go:build !linux

package pdfium

import "time"

// CPUTime returns the time since the process started, where its CPU time can't be read.
func CPUTime(_ int, started time.Time) time.Duration { return time.Since(started) }
