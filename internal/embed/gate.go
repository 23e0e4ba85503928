package embed

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

// Gate lets searches go before what is reckoned beside them. Entering it costs a search nothing; who waits looks by
// itself whether all have gone. The zero value is open, and safe for concurrent use.
type Gate struct{ searches atomic.Int64 }

// Enter tells that a search began. Leave is to be called when it has ended.
func (g *Gate) Enter() (leave func()) {
	g.searches.Add(1)
	return func() { g.searches.Add(-1) }
}

func (g *Gate) busy() bool { return g.searches.Load() > 0 }

const (
	turnTime = time.Millisecond      // of work, then whoever else wants the processor has it
	lookTime = time.Millisecond      // between two looks at a gate
	maxWait  = 20 * time.Millisecond // for searches that do not end; then comes a turn beside them
)

// turn paces one reckoning behind a gate.
type turn struct {
	gate   *Gate
	began  time.Time     // when it last went on
	owed   time.Time     // until when it goes on whether there are searches or not
	waited time.Duration // altogether
}

func newTurn(gate *Gate) *turn { return &turn{gate: gate, began: time.Now()} }

// pace is a Pace. It waits while there are searches, but not forever, and else lets others run about every millisecond:
// the scheduler would take the processor away only after ten, and never within a step.
func (t *turn) pace(ctx context.Context) error {
	now := time.Now()
	switch {
	case now.Before(t.owed):
	case t.gate.busy():
		t.wait(ctx)
		t.began = time.Now()
		t.waited += t.began.Sub(now)
		if t.gate.busy() {
			t.owed = t.began.Add(turnTime)
		}
	case now.Sub(t.began) >= turnTime:
		runtime.Gosched()
		t.began = time.Now()
	}
	return ctx.Err()
}

// wait returns when there is no search any more, when it has waited for long enough, and when ctx ends.
func (t *turn) wait(ctx context.Context) {
	for looks := maxWait / lookTime; looks > 0 && t.gate.busy() && ctx.Err() == nil; looks-- {
		time.Sleep(lookTime)
	}
}
