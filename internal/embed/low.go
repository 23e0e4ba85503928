package embed

import (
	"runtime"
	"sync"
)

var processors sync.Mutex

// spareProcessor lets one goroutine more run at a time, until it is given back. Whoever reads keeps a processor of the
// scheduler's busy. When the others are taken as well, nobody looks whether a request has come, for up to 40 ms. With one
// to spare somebody does, and the system gives that thread a core at once, since its priority is higher.
func spareProcessor() (giveBack func()) {
	addProcessors(1)
	return func() { addProcessors(-1) }
}

func addProcessors(n int) {
	processors.Lock()
	defer processors.Unlock()
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + n)
}
