//go:build !linux

package embed

// lowly runs do. Other systems know no priority of a thread that a program in plain Go can set.
func lowly(do func()) { do() }
