package capture

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

const Patience = 5 * time.Second // that anyone waits for a slot: whoever waits holds a worker

// Slots are the places of those who read at once; each holds a token in it.
type Slots chan struct{}

// Take waits for a slot and returns how to give it back. Who finds none in time is a Busy; the other error is ctx's.
func (s Slots) Take(ctx context.Context) (giveBack func(), err error) {
	late := time.NewTimer(Patience)
	defer late.Stop()
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-late.C:
		return nil, &Busy{After: Patience + rand.N(Patience)} // not all together
	case <-ctx.Done():
		return nil, fmt.Errorf("capture: wait for a slot: %w", context.Cause(ctx))
	}
}
