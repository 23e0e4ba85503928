//go:build unix && !linux

package storetest

import "syscall"

// endWithParent does nothing: other kernels have no such service.
func endWithParent(*syscall.SysProcAttr) {}
