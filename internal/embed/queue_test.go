package embed

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestQueueIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		leave, err := q.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		waiting := make(chan error)
		for range maxQueued - 1 {
			go func() {
				next, err := q.acquire(t.Context())
				if err == nil {
					defer next()
				}
				waiting <- err
			}()
		}
		synctest.Wait()
		began := time.Now()
		if _, err := q.acquire(t.Context()); !errors.Is(err, errQueueFull) || time.Since(began) > 0 {
			t.Errorf("a full queue returns %v after %v", err, time.Since(began))
		}
		leave()
		for range maxQueued - 1 {
			if err := <-waiting; err != nil {
				t.Errorf("a queued passage: %v", err)
			}
		}
		again, err := q.acquire(t.Context())
		if err != nil {
			t.Errorf("an empty queue returns %v", err)
		}
		defer again()
		if _, err := q.acquire(t.Context()); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != queueTimeout {
			t.Errorf("a passage that waited too long got %v after %v", err, time.Since(began))
		}
	})
}
