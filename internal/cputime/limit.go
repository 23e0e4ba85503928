package cputime

import (
	"context"
	"runtime"
	"time"
)

// WithLimit returns a context that ends when the calling goroutine has used limit of a processor, however long it had to
// wait for one. The goroutine keeps its thread until it calls release, and is the only one that may ask the context's Err.
func WithLimit(ctx context.Context, limit time.Duration) (limited context.Context, release func()) {
	runtime.LockOSThread()
	inner, cancel := context.WithCancelCause(ctx)
	return limitedContext{inner, cancel, ofThread() + limit}, func() {
		cancel(context.Canceled)
		runtime.UnlockOSThread()
	}
}

// limitedContext looks at the thread's time whenever it is asked for its error: nothing else could stop what runs there.
type limitedContext struct {
	context.Context
	cancel context.CancelCauseFunc
	end    time.Duration
}

func (c limitedContext) Err() error {
	if ofThread() > c.end {
		c.cancel(context.DeadlineExceeded)
	}
	return c.Context.Err()
}
