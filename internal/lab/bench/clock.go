package bench

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"engram/internal/cputime"
)

// contender is one way to do a piece of work.
type contender struct {
	name string
	do   func(ctx context.Context, i int) error // the i-th operation of a turn
}

// pace says how long a race goes on.
type pace struct {
	rounds     int           // turns of each contender
	operations int           // different ones, all done in each turn
	turn       time.Duration // of CPU that a turn lasts at least, so that short operations are done many times
}

// race lets the contenders work in turns, A B A B, so that what slows the machine down slows them all. It returns the
// CPU time that an operation of each took, the middle one of its turns. The time is that of the whole process: it counts
// the collection of garbage and what other threads do for an operation, and not what other programs do to the machine.
func (p pace) race(ctx context.Context, contenders ...contender) ([]time.Duration, error) {
	turns := make([][]time.Duration, len(contenders))
	for range p.rounds {
		for i, c := range contenders {
			took, err := p.takeTurn(ctx, c)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			turns[i] = append(turns[i], took)
		}
	}
	middles := make([]time.Duration, len(turns))
	for i, t := range turns {
		middles[i] = middle(t)
	}
	return middles, nil
}

func (p pace) takeTurn(ctx context.Context, c contender) (time.Duration, error) {
	runtime.GC() // no contender pays for another's garbage
	began, done := cputime.Used(), 0
	for {
		for i := range p.operations {
			if err := c.do(ctx, i); err != nil {
				return 0, err
			}
		}
		done += p.operations
		if spent := cputime.Used() - began; spent >= p.turn || ctx.Err() != nil {
			return spent / time.Duration(done), ctx.Err()
		}
	}
}

// middle returns the p50.
func middle(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

// settle waits until the process does nothing any more: what goes on behind a search, such as the merging of an index
// that was just built, is not the search's.
func settle(ctx context.Context) error {
	const step = 50 * time.Millisecond
	for before := cputime.Used(); ; before = cputime.Used() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(step):
		}
		if cputime.Used()-before < step/20 {
			return nil
		}
	}
}

// anonymousMemory returns the bytes of memory that the process holds and that are no file's; ok is false where the system
// does not tell.
func anonymousMemory() (bytes int64, ok bool) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "RssAnon:"); found {
			kB, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kB << 10, err == nil
		}
	}
	return 0, false
}

func inMillis(name string, d time.Duration) Figure {
	return Figure{Name: name, Value: float64(d) / float64(time.Millisecond), Unit: "ms"}
}
