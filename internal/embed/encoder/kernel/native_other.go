//go:build !(amd64 || arm64) || purego

package kernel

// native returns the kernels for this processor, fastest first.
func native() []*Kernel { return nil }
