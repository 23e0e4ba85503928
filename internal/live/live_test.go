package live

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/memory"
)

// log is a Feed of one user.
type log struct {
	mu      sync.Mutex
	changes []Change
	err     error
}

func (l *log) LastChange(context.Context, string) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int64(len(l.changes)), l.err
}

func (l *log) ChangedSince(_ context.Context, _ string, after int64, limit int) ([]Change, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest := l.changes[after:]
	return slices.Clone(rest[:min(limit, len(rest))]), l.err
}

func (l *log) add(ids ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, id := range ids {
		l.changes = append(l.changes, Change{N: int64(len(l.changes) + 1), Memory: memory.Memory{ID: id}})
	}
}

// reader notes what a stream says, and fails when told to.
type reader struct {
	mu   sync.Mutex
	said []string
	err  error
}

func (r *reader) send(e Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case e.Change != nil:
		r.said = append(r.said, fmt.Sprint(e.Change.N, " ", e.Change.Memory.ID, e.Change.Deleted))
	case e.Step != nil:
		r.said = append(r.said, fmt.Sprint(e.Step.MemoryID, " ", e.Step.Step))
	default:
		r.said = append(r.said, "beat")
	}
	return r.err
}

// take returns what was said since the last call.
func (r *reader) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	said := r.said
	r.said = nil
	return said
}

func TestStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		feed, hub, out := &log{}, &Hub{}, &reader{}
		feed.add("old")
		hub.Step("u", "working", memory.Fetching)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- New(feed, hub).Stream(ctx, "u", -1, out.send) }()
		says := func(title string, want ...string) {
			t.Helper()
			synctest.Wait()
			if got := out.take(); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", title, got, want)
			}
		}
		says("it shows that it lives, and what is going on", "beat", "working fetching")
		feed.add("a")
		hub.Changed("u")
		says("a change in this process comes at once", "2 a")
		hub.Step("u", "working", memory.Reading)
		says("and so does a step", "working reading")
		hub.Changed("other")
		hub.Step("other", "theirs", memory.Reading)
		hub.Step("other", "theirs", "")
		says("what concerns others does not")
		feed.add("b")
		time.Sleep(lookEvery)
		says("a change elsewhere comes when it is looked for", "3 b")
		time.Sleep(beatEvery)
		says("a quiet stream shows that it lives", "beat")
		hub.Step("u", "working", "")
		says("the end of the work is sent", "working ")
		stop()
		if err := <-ended; err != nil {
			t.Errorf("ended with %v", err)
		}
		if len(hub.users) != 0 {
			t.Errorf("%d rooms are left", len(hub.users))
		}
	})
}

func TestStreamContinuesAfterLastEventID(t *testing.T) {
	for _, test := range []struct {
		title string
		after int64
		want  int // the change that it begins with; 0: none of the old ones
	}{
		{"from the start", 0, 1},
		{"after a change", 299, 300},
		{"after the last", 450, 0},
		{"from now on", -1, 0},
		{"after what this database never had", 9999, 0},
	} {
		t.Run(test.title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				feed, out := &log{}, &reader{}
				for i := range 450 {
					feed.add(fmt.Sprint("m", i))
				}
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan error)
				go func() { ended <- New(feed, &Hub{}).Stream(ctx, "u", test.after, out.send) }()
				synctest.Wait()
				stop()
				<-ended
				want := []string{"beat"}
				for n := test.want; n > 0 && n <= 450; n++ {
					want = append(want, fmt.Sprint(n, " m", n-1))
				}
				if !slices.Equal(out.said, want) {
					t.Errorf("%d said, want %d: %.200q", len(out.said), len(want), out.said)
				}
			})
		})
	}
}

func TestStreamEndsWithItsReader(t *testing.T) {
	gone := errors.New("gone")
	hub := &Hub{}
	if err := New(&log{}, hub).Stream(t.Context(), "u", -1, (&reader{err: gone}).send); !errors.Is(err, gone) {
		t.Errorf("got %v", err)
	}
	down := errors.New("the database is down")
	if err := New(&log{err: down}, hub).Stream(t.Context(), "u", -1, (&reader{}).send); !errors.Is(err, down) {
		t.Errorf("got %v", err)
	}
	if len(hub.users) != 0 {
		t.Errorf("%d rooms are left", len(hub.users))
	}
}

func TestOfTooManyStreamsTheOldestEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := &Hub{}
		service := New(&log{}, hub)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan int)
		for i := range maxStreams + 2 {
			go func() {
				if err := service.Stream(ctx, "u", -1, (&reader{}).send); err != nil {
					t.Error(err)
				}
				ended <- i
			}()
			synctest.Wait()
		}
		go func() { _ = service.Stream(ctx, "other", -1, (&reader{}).send); ended <- -1 }()
		if first, second := <-ended, <-ended; first+second != 1 {
			t.Errorf("streams %d and %d ended", first, second)
		}
		synctest.Wait()
		select {
		case i := <-ended:
			t.Errorf("stream %d ended", i)
		default:
		}
		stop()
		for range maxStreams + 1 {
			<-ended
		}
		if len(hub.users) != 0 {
			t.Errorf("%d rooms are left", len(hub.users))
		}
	})
}

func TestStepsOfAUser(t *testing.T) {
	hub := &Hub{}
	hub.Step("u", "a", memory.Fetching)
	hub.Step("u", "b", memory.Reading)
	hub.Step("u", "a", "")
	if got := hub.Steps("u"); len(got) != 1 || got["b"] != memory.Reading {
		t.Errorf("got %v", got)
	}
	hub.Step("u", "b", "")
	if got := hub.Steps("u"); len(got) != 0 || len(hub.users) != 0 {
		t.Errorf("got %v in %d rooms", got, len(hub.users))
	}
}

func TestStepsAtAnotherNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub := &Hub{}
		want := func(after string, steps map[string]memory.Step) {
			t.Helper()
			if got := hub.Steps("u"); !maps.Equal(got, steps) {
				t.Errorf("got %v after %s, want %v", got, after, steps)
			}
		}
		hear := func(memoryID string, step memory.Step) { hub.Hear(Notice{UserID: "u", MemoryID: memoryID, Step: step}) }
		hear("a", memory.Fetching)
		hear("b", memory.Fetching)
		hear("b", "")
		hear("", "")
		hub.Step("u", "c", memory.Reading)
		want("two begun and one ended", map[string]memory.Step{"a": memory.Fetching, "c": memory.Reading})

		hear("c", "") // late, of an earlier run
		hub.Step("u", "a", memory.Fetching)
		hub.Step("u", "a", "")
		want("a run here of what a node that died had begun", map[string]memory.Step{"c": memory.Reading})

		hear("d", memory.Reading)
		hub.Missed() // it may have ended meanwhile
		want("a silence", map[string]memory.Step{"c": memory.Reading})

		hear("e", memory.Reading)
		hub.Hear(Notice{UserID: "gone", MemoryID: "f", Step: memory.Reading})
		time.Sleep(heardFor)
		want("an end that was never heard", map[string]memory.Step{"c": memory.Reading})
		hear("g", "")
		hub.Step("u", "c", "")
		if len(hub.users) != 0 {
			t.Errorf("%d rooms are left", len(hub.users))
		}
	})
}

func TestMissedEndsEveryStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub, ended := &Hub{}, make(chan error)
		for _, user := range []string{"u", "u", "other"} {
			go func() { ended <- New(&log{}, hub).Stream(t.Context(), user, -1, (&reader{}).send) }()
		}
		synctest.Wait()
		hub.Step("u", "working", memory.Fetching)
		hub.Missed()
		for range 3 {
			if err := <-ended; err != nil {
				t.Errorf("ended with %v", err)
			}
		}
		if len(hub.users) != 1 || hub.Steps("u")["working"] != memory.Fetching {
			t.Errorf("%d rooms are left, with %v", len(hub.users), hub.Steps("u"))
		}
	})
}
