// Package heartbeat repeats a sign of life beside a piece of work.
package heartbeat

import (
	"context"
	"time"
)

// Start calls beat every so often until the result is called, which waits for the last beat, or ctx ends.
func Start(ctx context.Context, every time.Duration, beat func(context.Context)) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticks := time.NewTicker(every)
		defer ticks.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks.C:
				beat(ctx)
			}
		}
	}()
	return func() { cancel(); <-ended }
}
