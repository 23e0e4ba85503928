package question_test

import (
	"testing"
	"time"

	"engram/internal/lab/eval/evaltest"
	"engram/internal/recall/question"
)

// TestNoQuestionOfTheSetsLists reads questions that all have a subject.
func TestNoQuestionOfTheSetsLists(t *testing.T) {
	later := time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)
	for _, name := range []string{"cisi", "covidqa", "cranfield", "locomo-turn", "memories", "scifact", "xquad-en", "xquad-es", "xquad-ru"} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			for _, set := range evaltest.Read(t, name).Sets {
				for _, q := range set.Queries {
					asked++
					if question.Parse(q.Text, later).Lists {
						t.Errorf("%q lists", q.Text)
					}
				}
			}
			t.Logf("%d questions", asked)
		})
	}
}

// TestPublicQuestionsAreHardlyFiltered reads questions that never refer to saving, so every filter
// is an error. The limits are the measured counts.
func TestPublicQuestionsAreHardlyFiltered(t *testing.T) {
	later := time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC)
	for name, most := range map[string]struct{ kinds, times int }{
		"cisi": {}, "covidqa": {times: 2}, "cranfield": {}, "scifact": {}, "xquad-en": {}, "xquad-es": {}, "xquad-ru": {},
	} {
		t.Run(name, func(t *testing.T) {
			kinds, times := 0, 0
			for _, set := range evaltest.Read(t, name).Sets {
				for _, q := range set.Queries {
					got := question.Parse(q.Text, later)
					if got.KindWords != "" {
						kinds++
						t.Logf("%q: %s", got.KindWords, q.Text)
					}
					if got.DateWords != "" {
						times++
						t.Logf("%q: %s", got.DateWords, q.Text)
					}
				}
			}
			if kinds > most.kinds || times > most.times {
				t.Errorf("%d filters of kinds, %d of times; want at most %+v", kinds, times, most)
			}
		})
	}
}
