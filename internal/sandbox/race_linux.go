//go:build race

package sandbox

// A child answers once all its work is done: it needs no second at its end in which races are still found.
func init() { raceEnvironment = []string{"GORACE=atexit_sleep_ms=0"} }
