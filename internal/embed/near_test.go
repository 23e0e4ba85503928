package embed

import (
	"context"
	"math"
	"testing"
	"testing/synctest"
	"time"
)

func TestNear(t *testing.T) {
	t.Run("each text gets the cosine of its vector and the question's", func(t *testing.T) {
		s, _ := newService(&memStore{}, newLocalOracle(1))
		got := s.Near(t.Context(), "ann", "abcd", []string{"abcd", "ab", ""})
		if len(got) != 3 || got[0] < .999 || got[1] >= got[0] || got[2] >= got[1] || math.IsNaN(got[2]) {
			t.Errorf("%v", got)
		}
		if s.Stats().PassagesEncoded != 0 {
			t.Errorf("counted as passages: %+v", s.Stats())
		}
	})
	t.Run("a sentence is encoded once for each user, and has the same cosine afterwards", func(t *testing.T) {
		model := newLocalOracle(1)
		s, _ := newService(&memStore{}, model)
		first := s.Near(t.Context(), "ann", "abcd", []string{"abc", "ab"})
		read := model.asked()
		if got := s.Near(t.Context(), "ann", "abcd", []string{"ab", "abc"}); model.asked() != read || got[0] != first[1] || got[1] != first[0] {
			t.Errorf("%v after %v, asked %d times more", got, first, model.asked()-read)
		}
		if got := s.Near(t.Context(), "ann", "abcd", []string{"ab", "b"}); model.asked() == read || got[0] != first[1] {
			t.Errorf("%v with another sentence", got)
		}
		read = model.asked()
		if s.Near(t.Context(), "bob", "abcd", []string{"ab"}); model.asked() == read {
			t.Error("what was read for one user was remembered for another")
		}
	})
	t.Run("a remote model is not called for sentences", func(t *testing.T) {
		model := &oracle{model: "m"}
		s, _ := newService(&memStore{}, model)
		if got := s.Near(t.Context(), "ann", "a", []string{"b"}); got != nil || model.asked() != 0 {
			t.Errorf("%v, asked %d times", got, model.asked())
		}
	})
	t.Run("without a model nothing is embedded", func(t *testing.T) {
		s, _ := newService(&memStore{}, nil)
		if got := s.Near(t.Context(), "ann", "a", []string{"b"}); got != nil {
			t.Error(got)
		}
	})
	t.Run("comparing sentences never delays a question", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, newLocalOracle(100)) // 25 ms a text
			s.Question(t.Context(), "a", false)
			for i := range cap(s.slots) {
				go s.Question(t.Context(), string(rune('b'+i)), false)
			}
			synctest.Wait()
			began := time.Now()
			if got := s.Near(t.Context(), "ann", "a", []string{"b"}); got != nil || time.Since(began) > 0 {
				t.Errorf("%v after %v", got, time.Since(began))
			}
			time.Sleep(time.Second)
			if got := s.Near(t.Context(), "ann", "a", []string{"b"}); len(got) != 1 {
				t.Errorf("%v without other questions", got)
			}
		})
	})
	t.Run("a comparison that takes too long is cancelled", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, newLocalOracle(100)) // 25 ms a text
			s.Question(t.Context(), "a", false)
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
			defer cancel()
			if got := s.Near(ctx, "ann", "a", []string{"b", "c", "d", "e"}); got != nil || time.Since(began) > 61*time.Millisecond {
				t.Errorf("%v after %v", got, time.Since(began))
			}
		})
	})
}
