package capture

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

const SlotTimeout = 5 * time.Second // the maximum wait for a slot: a waiting capture holds a worker

// Slots is a semaphore that bounds concurrent readers.
type Slots chan struct{}

// Acquire waits for a slot. It returns a Busy after SlotTimeout, or ctx's error.
func (s Slots) Acquire(ctx context.Context) (release func(), err error) {
	late := time.NewTimer(SlotTimeout)
	defer late.Stop()
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-late.C:
		return nil, &Busy{After: SlotTimeout + rand.N(SlotTimeout)} // random, to spread retries
	case <-ctx.Done():
		return nil, fmt.Errorf("capture: wait for a slot: %w", context.Cause(ctx))
	}
}
