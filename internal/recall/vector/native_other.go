//go:build !amd64 || purego

package vector

// native returns the kernels for this processor, fastest first.
func native() []kernel { return nil }
