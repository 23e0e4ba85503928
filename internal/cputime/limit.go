package cputime

import (
	"context"
	"runtime"
	"time"
)

// WithLimit returns a context that ends when the calling goroutine has used that much CPU time. The
// goroutine is locked to its thread until release, and only it may call the context's Err.
func WithLimit(ctx context.Context, limit time.Duration) (limited context.Context, release func()) {
	runtime.LockOSThread()
	inner, cancel := context.WithCancelCause(ctx)
	return limitedContext{inner, cancel, ofThread() + limit}, func() {
		cancel(context.Canceled)
		runtime.UnlockOSThread()
	}
}

// limitedContext measures the thread's CPU time whenever Err is called.
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
