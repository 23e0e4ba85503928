package usage

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"engram/internal/blob"
	"engram/internal/fault"
)

// shelf is a Store with what it is made of.
type shelf struct {
	Store
	days   []Day
	kinds  []Kind
	owners map[string]string
	calls  []Call
	from   string
	since  time.Time
	fails  error
	counts int
	during func() // a count
}

func (s *shelf) Days(_ context.Context, _, from string) ([]Day, error) {
	s.from = from
	return s.days, s.fails
}

func (s *shelf) Contents(context.Context, string) ([]Kind, error) {
	s.counts++
	if s.during != nil {
		s.during()
	}
	return append([]Kind{}, s.kinds...), s.fails
}

func (s *shelf) Owners(context.Context, string) (map[string]string, error) { return s.owners, s.fails }

func (s *shelf) AddCall(ctx context.Context, c Call) error {
	s.calls = append(s.calls, c)
	return errors.Join(ctx.Err(), s.fails)
}

func (s *shelf) Calls(_ context.Context, _, before string, since time.Time, limit int) (page []Call, err error) {
	s.since = since
	for _, c := range s.calls {
		if (before == "" || c.ID < before) && len(page) < limit {
			page = append(page, c)
		}
	}
	return page, s.fails
}

func (s *shelf) ForgetCalls(_ context.Context, then time.Time) error {
	s.since = then
	return s.fails
}

// files are blobs by their keys.
type files map[string]int64

func (f files) ListIn(_ context.Context, folder string, yield func(blob.Info) error) error {
	for key, size := range f {
		if len(key) > len(folder) && key[:len(folder)+1] == folder+"/" {
			if err := yield(blob.Info{Key: key, Size: size}); err != nil {
				return err
			}
		}
	}
	return nil
}

var now = time.Date(2026, 3, 2, 23, 30, 0, 0, time.FixedZone("west", -3600)) // the third in UTC

func open(s *shelf, f Files) *Service {
	return New(s, f, slog.New(slog.NewTextHandler(io.Discard, nil)), func() time.Time { return now })
}

func TestDays(t *testing.T) {
	s := &shelf{days: []Day{{"2026-03-01", 2, 1}, {"2026-03-03", 0, 4}}}
	got, err := open(s, nil).Days(t.Context(), "ann", 4)
	want := []Day{{"2026-02-28", 0, 0}, {"2026-03-01", 2, 1}, {"2026-03-02", 0, 0}, {"2026-03-03", 0, 4}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || s.from != "2026-02-28" {
		t.Errorf("%v, from %s (-want +got):\n%s", err, s.from, diff)
	}
	for _, n := range []int{-1, 0, 366} {
		if _, err := open(s, nil).Days(t.Context(), "ann", n); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%d days: %v", n, err)
		}
	}
}

func TestStorage(t *testing.T) {
	s := &shelf{
		kinds:  []Kind{{Kind: "document", Memories: 1, Text: 5}, {Kind: "note", Memories: 2, Text: 7}},
		owners: map[string]string{"documents/ann/a.pdf": "document", "pictures/ann/b.jpg": "note", "pictures/ann/gone.jpg": "note"},
	}
	service := open(s, files{
		"documents/ann/a.pdf": 100, "documents/ann/trashed.pdf": 30, "pictures/ann/b.jpg": 20, "pictures/anna/c.jpg": 1000, "pictures/ann/trashed.jpg": 3,
	})
	want := Storage{Kinds: []Kind{
		{Kind: "document", Memories: 1, Text: 5, Files: 100}, {Kind: "note", Memories: 2, Text: 7, Pictures: 20}, {Kind: "trash", Files: 30, Pictures: 3},
	}, Total: 165}
	for range 2 {
		got, err := service.Storage(t.Context(), "ann")
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%v (-want +got):\n%s", err, diff)
		}
	}
	if s.counts != 1 {
		t.Errorf("counted %d times within a minute", s.counts)
	}
	s.fails = errors.New("away")
	if _, err := service.Storage(t.Context(), "bob"); err == nil {
		t.Error("a failure counts as nothing stored")
	}
}

func TestStorageIsCountedOnceForAllWhoAskMeanwhile(t *testing.T) {
	s := &shelf{kinds: []Kind{{Kind: "note", Memories: 1, Text: 7}}}
	service := open(s, files{})
	synctest.Test(t, func(t *testing.T) {
		begun, proceed := make(chan struct{}), make(chan struct{})
		s.during = func() { close(begun); <-proceed }
		first, leave := context.WithCancel(t.Context())
		results := make(chan error, 3)
		ask := func(ctx context.Context) {
			got, err := service.Storage(ctx, "ann")
			if got.Total != 7 {
				err = errors.Join(err, errors.New("nothing was counted"))
			}
			results <- err
		}
		go ask(first)
		<-begun
		go ask(t.Context())
		go ask(t.Context())
		synctest.Wait()
		leave()
		close(proceed)
		for range 3 {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		if s.counts != 1 {
			t.Errorf("counted %d times", s.counts)
		}
	})
}

func TestCalls(t *testing.T) {
	s := &shelf{}
	service := open(s, nil)
	gone, leave := context.WithCancel(t.Context())
	leave()
	service.Record(gone, Call{UserID: "ann", Model: "m", Purpose: Answer, Memories: []Memory{{ID: "a"}, {ID: "b"}}})
	service.Record(t.Context(), Call{Purpose: Embedding}) // of no user
	if len(s.calls) != 1 || uuid.Validate(s.calls[0].ID) != nil || s.calls[0].Count != 2 || !s.calls[0].At.Equal(now) {
		t.Fatalf("got %+v", s.calls)
	}
	s.fails = errors.New("away")
	service.Record(t.Context(), Call{UserID: "ann"}) // is logged, no more
	s.fails, s.calls = nil, nil
	for range 120 {
		s.calls = append([]Call{{ID: uuid.Must(uuid.NewV7()).String()}}, s.calls...)
	}
	var sizes []int
	for cursor := ""; ; {
		calls, next, err := service.Calls(t.Context(), "ann", cursor)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(calls))
		if cursor = next; cursor == "" {
			break
		}
	}
	if diff := cmp.Diff([]int{50, 50, 20}, sizes); diff != "" {
		t.Error(diff)
	}
	if _, _, err := service.Calls(t.Context(), "ann", "x"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("an invalid cursor: %v", err)
	}
	s.since = time.Time{}
	if err := service.Forget(t.Context()); err != nil || !s.since.Equal(now.Add(-365*24*time.Hour)) {
		t.Errorf("got %v, %v", s.since, err)
	}
}

func TestMeter(t *testing.T) {
	Report(t.Context(), 1, 1) // to no Meter
	ctx, meter := Metered(t.Context())
	if sent, received := meter.Tokens(5, 6); sent != 5 || received != 6 {
		t.Errorf("estimated %d and %d", sent, received)
	}
	Report(ctx, -1, 0)
	Report(ctx, 1<<40, 0)
	Report(ctx, 3, 0)
	Report(ctx, 4, 2)
	if sent, received := meter.Tokens(5, 6); sent != 7 || received != 2 {
		t.Errorf("reported %d and %d", sent, received)
	}
	if CallOf(t.Context()).UserID != "" || CallOf(For(ctx, Call{UserID: "ann"})).UserID != "ann" {
		t.Error("the user is another")
	}
}
