//go:build unix && !linux

package storetest

import "syscall"

// endWithParent does nothing where the kernel has no such service.
func endWithParent(*syscall.SysProcAttr) {}
