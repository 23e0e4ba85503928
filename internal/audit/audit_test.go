package audit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/audit"
	"engram/internal/fault"
)

// shelf is a Store with a number of events, newest first, that records what it was asked for.
type shelf struct {
	events    []audit.Event
	since     time.Time
	forgotten time.Time
}

func newShelf(n int) *shelf {
	s := &shelf{}
	for i := range n {
		s.events = append(s.events, audit.Event{ID: fmt.Sprintf("00000000-0000-7000-8000-%012d", n-i), Kind: audit.SignedIn})
	}
	return s
}

func (s *shelf) Events(_ context.Context, _, before string, since time.Time, limit int) (page []audit.Event, err error) {
	s.since = since
	for _, e := range s.events {
		if (before == "" || e.ID < before) && len(page) < limit {
			page = append(page, e)
		}
	}
	return page, nil
}

func (s *shelf) AddEvent(_ context.Context, _ string, kind audit.Kind, text string, at time.Time) error {
	s.events = append([]audit.Event{{Kind: kind, Text: text, At: at}}, s.events...)
	return nil
}

func (s *shelf) ForgetEvents(_ context.Context, then time.Time) error {
	s.forgotten = then
	return nil
}

func TestList(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	open := func(s *shelf) *audit.Service { return audit.New(s, func() time.Time { return now }) }

	t.Run("pages of fifty events continue to the last", func(t *testing.T) {
		for n, want := range map[int]string{0: "[0]", 1: "[1]", 50: "[50]", 51: "[50 1]", 120: "[50 50 20]"} {
			service, cursor := open(newShelf(n)), ""
			var sizes []int
			for {
				events, next, err := service.List(t.Context(), "ann", cursor)
				if err != nil {
					t.Fatal(err)
				}
				sizes = append(sizes, len(events))
				if cursor = next; cursor == "" {
					break
				}
			}
			if got := fmt.Sprint(sizes); got != want {
				t.Errorf("%d events: got pages of %s, want %s", n, got, want)
			}
		}
	})
	t.Run("an invalid cursor is refused before anything is read", func(t *testing.T) {
		for _, wrong := range []string{"x", "'", "\x00", strings.Repeat("a", 5000), uuid.NewString() + "x"} {
			s := newShelf(1)
			if _, _, err := open(s).List(t.Context(), "ann", wrong); fault.KindOf(err) != fault.Invalid || !s.since.IsZero() {
				t.Errorf("%.20q: got %v", wrong, err)
			}
		}
	})
	t.Run("events older than a year are neither listed nor kept", func(t *testing.T) {
		s := newShelf(1)
		if _, _, err := open(s).List(t.Context(), "ann", ""); err != nil {
			t.Fatal(err)
		}
		if err := open(s).Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := time.Date(2025, 11, 22, 12, 0, 0, 0, time.UTC)
		if !s.since.Equal(want) || !s.forgotten.Equal(want) {
			t.Errorf("got %v and %v", s.since, s.forgotten)
		}
	})
}

func TestContext(t *testing.T) {
	ctx := t.Context()
	if audit.Device(ctx) != "" || audit.Chosen(ctx) {
		t.Error("a bare context tells something")
	}
	ctx = audit.ByChoice(audit.From(ctx, "curl"))
	if audit.Device(ctx) != "curl" || !audit.Chosen(ctx) || audit.Device(audit.From(ctx, "")) != "" {
		t.Error("what was noted is not told")
	}
}
