package embed

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// niceness of the worker's thread: about a tenth of a contended core. At the lowest priority the
// thread stops so late for the garbage collector that searches were delayed by 100 ms.
const niceness = 10

// runNice runs do on a thread of its own with a raised niceness and returns when do has. Linux has
// a niceness per thread, which a process without privileges can't lower again, so the thread is not
// reused.
func runNice(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		if unix.Gettid() == unix.Getpid() {
			defer runtime.UnlockOSThread()
			// on another thread: the main thread never ends and shows as the process's niceness
			runNice(do)
			return
		}
		// of this thread; without permission it runs as it is
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, niceness)
		do()
	}()
	<-done
}
