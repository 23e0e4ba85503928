package account

import (
	"context"
	"errors"
	"testing"

	"engram/internal/fault"
)

func TestHasherBoundsItsQueue(t *testing.T) {
	h := newHasher(1)
	h.slots <- struct{}{} // in use
	gone, leave := context.WithCancel(t.Context())
	defer leave()
	ended := make(chan error)
	for range maxWaiting + 1 {
		go func() { ended <- h.acquire(gone) }()
	}
	var refused *fault.Error
	if err := <-ended; !errors.As(err, &refused) || refused.Kind != fault.Unavailable || refused.RetryAfter == 0 {
		t.Errorf("one too many: %v", err)
	}
	leave()
	for range maxWaiting {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("who waited: %v", err)
		}
	}
	<-h.slots
	if err := h.acquire(t.Context()); err != nil {
		t.Errorf("after all have gone: %v", err)
	}
}
