//go:build race

package sandbox

// The race detector would wait for a second at the end of each child.
func init() { forTests = []string{"GORACE=atexit_sleep_ms=0"} }
