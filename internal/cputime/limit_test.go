package cputime

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestLimitCountsWorkAndNotWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, release := WithLimit(t.Context(), time.Minute)
		defer release()
		time.Sleep(time.Hour) // of the bubble's clock
		if err := ctx.Err(); err != nil {
			t.Errorf("after an hour of waiting: %v", err)
		}
	})
}

func TestLimitIsOfOneGoroutine(t *testing.T) {
	const limit = 50 * time.Millisecond
	ctx, release := WithLimit(t.Context(), limit)
	defer release()
	done := make(chan struct{})
	var sum atomic.Int64
	go func() {
		defer close(done)
		for before := Used(); Used() < before+3*limit; {
			sum.Add(1)
		}
	}()
	<-done
	if err := ctx.Err(); err != nil {
		t.Errorf("after another's work: %v", err)
	}
	for ctx.Err() == nil {
		sum.Add(1)
	}
	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after its own work: %v", err)
	}
}

func TestLimitEndsWithItsParent(t *testing.T) {
	parent, cancel := context.WithCancel(t.Context())
	ctx, release := WithLimit(parent, time.Minute)
	defer release()
	cancel()
	if err := ctx.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
