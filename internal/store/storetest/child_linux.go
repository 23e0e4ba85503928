package storetest

import "syscall"

// endWithParent has the kernel end the child when the test process dies without a chance to clean up.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
