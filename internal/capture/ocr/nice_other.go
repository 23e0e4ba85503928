//go:build !linux

package ocr

// lowerPriority does nothing where priorities are not those of threads.
func lowerPriority() {}
