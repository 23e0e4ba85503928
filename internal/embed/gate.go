package embed

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
)

// Gate gives priority to those who enter it, such as searches, over background work that yields.
// Entering never blocks; the background work polls. The zero value is ready and safe for concurrent
// use.
type Gate struct{ within atomic.Int64 }

// Enter marks a search as running until leave is called.
func (g *Gate) Enter() (leave func()) {
	g.within.Add(1)
	return func() { g.within.Add(-1) }
}

func (g *Gate) busy() bool { return g.within.Load() > 0 }

const (
	timeSlice    = time.Millisecond      // of work between two yields
	pollInterval = time.Millisecond      // of a busy gate
	maxYield     = 20 * time.Millisecond // at a gate that stays busy; then one time slice runs
)

// yielder makes one computation yield to gates.
type yielder struct {
	gates       []*Gate
	resumed     time.Time     // start of the current time slice
	exemptUntil time.Time     // runs until then even if a gate is busy: prevents starvation
	waited      time.Duration // in total
}

func newYielder(gates ...*Gate) *yielder { return &yielder{gates: gates, resumed: time.Now()} }

func (y *yielder) busy() bool { return slices.ContainsFunc(y.gates, (*Gate).busy) }

// yield is a Yield. It waits while a gate is busy, at most maxYield, and calls Gosched once per
// time slice otherwise: the Go scheduler would preempt only after ten milliseconds, and not within
// a kernel.
func (y *yielder) yield(ctx context.Context) error {
	now := time.Now()
	switch {
	case now.Before(y.exemptUntil):
	case y.busy():
		y.wait(ctx)
		y.resumed = time.Now()
		y.waited += y.resumed.Sub(now)
		if y.busy() {
			y.exemptUntil = y.resumed.Add(timeSlice)
		}
	case now.Sub(y.resumed) >= timeSlice:
		runtime.Gosched()
		y.resumed = time.Now()
	}
	return ctx.Err()
}

// wait returns when no gate is busy, after maxYield, or when ctx ends.
func (y *yielder) wait(ctx context.Context) {
	for polls := maxYield / pollInterval; polls > 0 && y.busy() && ctx.Err() == nil; polls-- {
		time.Sleep(pollInterval)
	}
}
