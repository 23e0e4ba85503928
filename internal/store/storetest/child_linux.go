package storetest

import "syscall"

// endWithParent has the kernel stop the child when the test process dies.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGINT }
