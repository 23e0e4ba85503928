package extract

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"engram/internal/capture"
)

const slotPatience = 5 * time.Second // that anyone waits for a slot: whoever waits holds a worker

// slots are the places of those who read at once; each holds a token in it.
type slots chan struct{}

// take waits for a slot and returns how to give it back. Who finds none in time is a capture.Busy; the other error is ctx's.
func (s slots) take(ctx context.Context) (giveBack func(), err error) {
	late := time.NewTimer(slotPatience)
	defer late.Stop()
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-late.C:
		return nil, &capture.Busy{After: slotPatience + rand.N(slotPatience)} // not all together
	case <-ctx.Done():
		return nil, fmt.Errorf("extract: wait for a slot: %w", context.Cause(ctx))
	}
}
