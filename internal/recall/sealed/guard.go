package sealed

import (
	"runtime"
	"runtime/debug"
)

// Guard runs do, which reads bytes of a mapped file, and returns what it returns. When another program cut the file
// short, reading beyond its new end is a memory fault, which would end the process; here it becomes ErrDamaged. It
// holds for the calling goroutine, not for those that do starts. Every other panic goes on.
func Guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		problem := recover()
		if problem == nil {
			return
		}
		fault, ok := problem.(interface {
			runtime.Error
			Addr() uintptr // which those have that come of the memory, but not of a nil pointer
		})
		if !ok {
			panic(problem)
		}
		err = damaged("no memory at %#x", fault.Addr())
	}()
	return do()
}
