package embed

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestYielder(t *testing.T) {
	const step = 250 * time.Microsecond
	// steps counts the steps of a computation in time d.
	steps := func(ctx context.Context, gate *Gate, d time.Duration) (n int) {
		y := newYielder(gate)
		for ends := time.Now().Add(d); time.Now().Before(ends) && y.yield(ctx) == nil; n++ {
			time.Sleep(step)
		}
		return n
	}
	t.Run("without a search the gate never waits", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			if got := steps(t.Context(), &Gate{}, time.Second); got != 4000 {
				t.Errorf("%d steps", got)
			}
		})
	})
	t.Run("the gate waits until the last search has ended", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate, began := &Gate{}, time.Now()
			for _, d := range []time.Duration{3 * time.Millisecond, 10 * time.Millisecond} {
				time.AfterFunc(d, gate.Enter())
			}
			y := newYielder(gate)
			err := y.yield(t.Context())
			if took := time.Since(began); err != nil || took < 10*time.Millisecond || took > 11*time.Millisecond || y.waited != took {
				t.Errorf("%v after %v, of which it says %v", err, took, y.waited)
			}
		})
	})
	t.Run("beside continuous searches the encoder gets a millisecond in twenty", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate := &Gate{}
			defer gate.Enter()()
			if got := steps(t.Context(), gate, time.Second); got < 150 || got > 250 {
				t.Errorf("%d steps", got)
			}
		})
	})
	t.Run("a waiting gate returns when its context ends", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate, began := &Gate{}, time.Now()
			defer gate.Enter()()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
			defer cancel()
			if err := newYielder(gate).yield(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 6*time.Millisecond {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		})
	})
}
