package sealed

import (
	"fmt"
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

// GuardAll is Guard for every runtime error: an index out of range may be due to a damaged file as well. It
// may also be a bug, so report is called with the error and its stack.
func GuardAll(do func() error, report func(fault error, stack []byte)) (err error) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		fault, isFault := cause.(runtime.Error)
		if !isFault {
			panic(cause)
		}
		report(fault, debug.Stack())
		err = Damaged(fmt.Sprint("index: ", fault))
	}()
	return Guard(do)
}
