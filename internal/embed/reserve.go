package embed

import (
	"runtime"
	"sync"
)

var gomaxprocs sync.Mutex // guards the read and the write of GOMAXPROCS

// reserveCPU raises GOMAXPROCS by one until release is called. The worker keeps one P busy at low
// priority; with the others busy too, a new request would not be noticed for up to 40 ms. On the
// additional P it is, and the system runs that thread at once because its priority is higher.
func reserveCPU() (release func()) {
	add := func(n int) {
		gomaxprocs.Lock()
		defer gomaxprocs.Unlock()
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + n)
	}
	add(1)
	return func() { add(-1) }
}
