package embed

import (
	"context"
	"errors"
	"testing"
)

// counted is a ProgressStore of one user with two passages, all users with five; each model has seen all
// but one.
type counted struct{ broken error }

func (c counted) Progress(_ context.Context, userID, model string) (Progress, error) {
	if userID != "u" {
		return Progress{}, c.broken
	}
	if model == "" {
		return Progress{Passages: 2}, c.broken
	}
	return Progress{Read: 1, Passages: 2}, c.broken
}

func (c counted) TotalProgress(_ context.Context, model string) (Progress, error) {
	if model == "" {
		return Progress{Passages: 5}, c.broken
	}
	return Progress{Read: 4, Passages: 5}, c.broken
}

func TestTracker(t *testing.T) {
	for _, test := range []struct {
		title, model string
		of, all      Progress
	}{
		{"passages that the model has encoded are read", "m", Progress{"m", 1, 2}, Progress{"m", 4, 5}},
		{"without a model nothing is read, and passages are counted", "", Progress{"", 0, 2}, Progress{"", 0, 5}},
	} {
		t.Run(test.title, func(t *testing.T) {
			r := NewTracker(counted{}, func(bool) string { return test.model })
			of, errOf := r.Of(t.Context(), "u", false)
			all, errAll := r.OfAll(t.Context())
			if of != test.of || all != test.all || errOf != nil || errAll != nil {
				t.Errorf("got %v, %v and %v, %v", of, errOf, all, errAll)
			}
		})
	}
	t.Run("a store that can't count is an error", func(t *testing.T) {
		r := NewTracker(counted{errors.New("broken")}, func(bool) string { return "m" })
		_, errOf := r.Of(t.Context(), "u", false)
		_, errAll := r.OfAll(t.Context())
		if errOf == nil || errAll == nil {
			t.Errorf("got %v and %v", errOf, errAll)
		}
	})
}
