package capture_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/capture"
)

func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := make(capture.Slots, 1)
		giveBack, err := s.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		var busy *capture.Busy
		if _, err := s.Acquire(t.Context()); !errors.As(err, &busy) || busy.After < capture.SlotTimeout || time.Since(began) != capture.SlotTimeout {
			t.Errorf("without a slot: %v after %v", err, time.Since(began))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Acquire(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("its caller has gone: %v", err)
		}
		go func() {
			time.Sleep(time.Second)
			giveBack()
		}()
		if _, err := s.Acquire(t.Context()); err != nil {
			t.Errorf("a slot came free: %v", err)
		}
	})
}
