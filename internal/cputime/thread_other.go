//go:build !linux

package cputime

import "time"

var started = time.Now()

// ofThread is the time since the program started: other systems do not tell what a thread has used.
func ofThread() time.Duration { return time.Since(started) }
