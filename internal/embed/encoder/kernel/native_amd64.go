//go:build !purego

package kernel

func native() []*Kernel { return nil }
