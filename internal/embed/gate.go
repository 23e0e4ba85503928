package embed

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
)

// Gate lets those who enter, such as searches, go before what is reckoned beside them. Entering costs nothing; who waits
// looks by itself whether all have gone. The zero value is open, and safe for concurrent use.
type Gate struct{ within atomic.Int64 }

// Enter tells that a search began. Leave is to be called when it has ended.
func (g *Gate) Enter() (leave func()) {
	g.within.Add(1)
	return func() { g.within.Add(-1) }
}

func (g *Gate) busy() bool { return g.within.Load() > 0 }

const (
	turnTime = time.Millisecond      // of work, then whoever else wants the processor has it
	lookTime = time.Millisecond      // between two looks at a gate
	maxWait  = 20 * time.Millisecond // where others never cease to enter; then comes a turn beside them
)

// turn paces one reckoning behind gates.
type turn struct {
	gates  []*Gate
	began  time.Time     // when it last went on
	owed   time.Time     // until when it goes on whoever is within
	waited time.Duration // altogether
}

func newTurn(gates ...*Gate) *turn { return &turn{gates: gates, began: time.Now()} }

// busy reports whether anybody is within one of the gates.
func (t *turn) busy() bool { return slices.ContainsFunc(t.gates, (*Gate).busy) }

// pace is a Pace. It waits while somebody is within, but not forever, and else lets others run about every millisecond:
// the scheduler would take the processor away only after ten, and never within a step.
func (t *turn) pace(ctx context.Context) error {
	now := time.Now()
	switch {
	case now.Before(t.owed):
	case t.busy():
		t.wait(ctx)
		t.began = time.Now()
		t.waited += t.began.Sub(now)
		if t.busy() {
			t.owed = t.began.Add(turnTime)
		}
	case now.Sub(t.began) >= turnTime:
		runtime.Gosched()
		t.began = time.Now()
	}
	return ctx.Err()
}

// wait returns when nobody is within any more, when it has waited for long enough, and when ctx ends.
func (t *turn) wait(ctx context.Context) {
	for looks := maxWait / lookTime; looks > 0 && t.busy() && ctx.Err() == nil; looks-- {
		time.Sleep(lookTime)
	}
}
