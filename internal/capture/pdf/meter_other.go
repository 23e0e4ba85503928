//go:build !linux

package pdf

import "time"

// childTime is the time since the process started: other systems do not tell what it has used while it runs.
func childTime(_ int, started time.Time) time.Duration { return time.Since(started) }
