//go:build !linux

package pdf

import "time"

// childTime returns the time since the process started: other systems don't report CPU time before
// the exit.
func childTime(_ int, started time.Time) time.Duration { return time.Since(started) }
