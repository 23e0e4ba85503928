//go:build !linux

package builtin

// Release does nothing.
func Release() {}

// ReleaseEncoders does nothing.
func ReleaseEncoders() {}
