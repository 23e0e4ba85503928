package sealed

import (
	"runtime"
	"runtime/debug"
)

// Guard runs do, which reads mapped files, and turns the memory fault of a truncated file into
// ErrDamaged instead of a crash. Other panics pass. It covers only the calling goroutine.
func Guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		problem := recover()
		if problem == nil {
			return
		}
		fault, ok := problem.(interface {
			runtime.Error
			Addr() uintptr // memory faults have it, nil dereferences don't
		})
		if !ok {
			panic(problem)
		}
		err = damaged("no memory at %#x", fault.Addr())
	}()
	return do()
}
