//go:build !linux

package embed

// runNice runs do. On other systems pure Go can't set the priority of a thread.
func runNice(do func()) { do() }
