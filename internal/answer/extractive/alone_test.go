package extractive_test

import (
	"context"
	"testing"

	"engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

func TestAskedOfOneMemoryAlone(t *testing.T) {
	var log recalltest.Log
	log.Add("u", append(filler, note("m1", "Boat insurance", "The boat insurance cost £240 a year. It was paid by card."))...)
	e := recall.New(&log)
	ask := func(question, memory string) answer.Answer {
		matches, err := e.Search(t.Context(), "u", recall.Query{Text: question, Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		a, err := extractive.New(nil, nil).Answer(context.Background(), answer.Question{Text: question, Matches: matches, Alone: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	t.Run("a memory asked alone is quoted without standing out from others", func(t *testing.T) {
		found := []recall.Match{hit("m1", "The puppy may no longer have tennis balls.", 0.45)}
		for _, alone := range []bool{false, true} {
			q := answer.Question{Text: "tell me of the toys of the dog", Matches: found, Alone: alone}
			a, err := extractive.New(&nearTo{words: []string{"puppy"}, near: 0.75}, nil).Answer(t.Context(), q, nil)
			if err != nil || a.Answered() != alone {
				t.Errorf("alone %t: %+v, %v", alone, a, err)
			}
		}
	})
	t.Run("ASK-15 a question that the memory does not answer is refused without naming memories", func(t *testing.T) {
		for _, question := range []string{"who pruned the roses", "when was the boat built", "summarise this"} {
			if a := ask(question, "m1"); a.Answered() || a.Markdown() != answer.NoAnswerInIt {
				t.Errorf("%q: %+v", question, a)
			}
		}
	})
	t.Run("a question about a missing memory is refused", func(t *testing.T) {
		if a := ask("how much did the insurance cost", "gone"); a.Answered() || a.Markdown() != answer.NoAnswerInIt {
			t.Errorf("%+v", a)
		}
	})
}
