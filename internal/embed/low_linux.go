package embed

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// lowPriority is the niceness of what runs when others leave the core: of two that want it, it has a tenth. It is not the
// lowest, which is so slow to stop that the collector of garbage, for which all must stop, held up searches by 100 ms.
const lowPriority = 10

// lowly runs do at a low priority and returns when it has ended. Linux has a priority for each thread, which may be
// lowered by anybody and not be raised again: so do has a thread of its own, which ends with it.
func lowly(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: the thread ends as its goroutine does
		if unix.Gettid() == unix.Getpid() {
			defer runtime.UnlockOSThread()
			lowly(do) // elsewhere, while this one is held: the first thread never ends, and it is what others see of a process
			return
		}
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, lowPriority) // of this thread; where that is forbidden, it runs as it is
		do()
	}()
	<-done
}
