//go:build !linux

package builtin

// Release does nothing.
func Release() {}

// ReleaseWords does nothing.
func ReleaseWords() {}
