//go:build !linux

package cputime

import "time"

var started = time.Now()

// ofThread returns the time since the program started: other systems don't report a thread's CPU
// time.
func ofThread() time.Duration { return time.Since(started) }
