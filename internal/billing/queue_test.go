package billing

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

func TestQueue(t *testing.T) {
	t.Run("a full batch of failing checks in every run does not starve the others", func(t *testing.T) {
		waiting, done := []string{"bad", "worse", "good", "better"}, []string{}
		remove := func(item string) {
			waiting = slices.DeleteFunc(waiting, func(w string) bool { return w == item })
		}
		q := queue[string]{
			due: func(context.Context) ([]string, error) { return slices.Clone(waiting[:min(2, len(waiting))]), nil },
			do: func(_ context.Context, item string) error {
				if item == "bad" || item == "worse" {
					return errors.New(item)
				}
				remove(item)
				done = append(done, item)
				return nil
			},
			putOff: func(_ context.Context, item string) error {
				remove(item)
				waiting = append(waiting, item)
				return nil
			},
		}
		for range 2 {
			if err := q.run(t.Context(), time.Second); err == nil {
				t.Error("a failure was not told")
			}
		}
		if !slices.Equal(done, []string{"good", "better"}) || !slices.Equal(waiting, []string{"bad", "worse"}) {
			t.Errorf("done: %q, waiting: %q", done, waiting)
		}
	})
	t.Run("a check that can't be read or postponed is reported", func(t *testing.T) {
		broken := errors.New("no database")
		for title, q := range map[string]queue[string]{
			"read": {due: func(context.Context) ([]string, error) { return nil, broken }},
			"put off": {
				due:    func(context.Context) ([]string, error) { return []string{"one"}, nil },
				do:     func(context.Context, string) error { return errors.New("bad") },
				putOff: func(context.Context, string) error { return broken },
			},
		} {
			if err := q.run(t.Context(), time.Second); !errors.Is(err, broken) {
				t.Errorf("%s: got %v", title, err)
			}
		}
	})
}
