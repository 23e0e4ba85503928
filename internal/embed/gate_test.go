package embed

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestTurn(t *testing.T) {
	const step = 250 * time.Microsecond
	// steps counts how many steps a reckoning takes in that time.
	steps := func(ctx context.Context, gate *Gate, d time.Duration) (n int) {
		turn := newTurn(gate)
		for ends := time.Now().Add(d); time.Now().Before(ends) && turn.pace(ctx) == nil; n++ {
			time.Sleep(step)
		}
		return n
	}
	t.Run("without a search it never waits", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			if got := steps(t.Context(), &Gate{}, time.Second); got != 4000 {
				t.Errorf("%d steps", got)
			}
		})
	})
	t.Run("it waits for searches until the last has ended", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate, began := &Gate{}, time.Now()
			for _, d := range []time.Duration{3 * time.Millisecond, 10 * time.Millisecond} {
				time.AfterFunc(d, gate.Enter())
			}
			turn := newTurn(gate)
			err := turn.pace(t.Context())
			if took := time.Since(began); err != nil || took < 10*time.Millisecond || took > 11*time.Millisecond || turn.waited != took {
				t.Errorf("%v after %v, of which it says %v", err, took, turn.waited)
			}
		})
	})
	t.Run("beside searches that do not end it has a millisecond in twenty", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate := &Gate{}
			defer gate.Enter()()
			if got := steps(t.Context(), gate, time.Second); got < 150 || got > 250 {
				t.Errorf("%d steps", got)
			}
		})
	})
	t.Run("it ends with its context, while it waits too", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			gate, began := &Gate{}, time.Now()
			defer gate.Enter()()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
			defer cancel()
			if err := newTurn(gate).pace(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 6*time.Millisecond {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		})
	})
}
