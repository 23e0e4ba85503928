package recall_test

import (
	"strings"
	"testing"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

// The vectors say that "vessel" and "boat" are the same. Capital letters are illegible.
func TestLegibility(t *testing.T) {
	legible := func(s string) float64 {
		switch {
		case s == strings.ToUpper(s):
			return 0
		case strings.Contains(s, "half"):
			return 0.5
		}
		return 1
	}
	var log recalltest.Log
	shouted := note("shouted", "", "BOAT BOAT RED")
	shouted.Vector, shouted.Model = meant("boat boat red"), testModel
	log.Add("u", shouted, meaningful("wind", "wind from nowhere"), meaningful("house", "house door window"))
	reading := recall.WithLegibility(legible, legible)
	for name, test := range map[string]struct {
		options []recall.Option
		text    string
		want    string
	}{
		"all is legible to a model that does not tell":            {nil, "vessel", "shouted"},
		"a passage that can't be read is found by no meaning":     {[]recall.Option{reading}, "vessel", ""},
		"and by its words as ever":                                {[]recall.Option{reading}, "boat", "shouted"},
		"a question that can't be read is asked by its words":     {[]recall.Option{reading}, "VESSEL", ""},
		"and finds what has them, however far its vector is away": {[]recall.Option{reading}, "WIND", "wind"},
	} {
		t.Run(name, func(t *testing.T) {
			e := recall.New(&log, append(test.options, recall.WithModel(testModel))...)
			q := recall.Query{Text: test.text, Vector: meant(strings.ToLower(test.text))}
			got := ask(t, e, q)
			if ids(got) != test.want {
				t.Fatalf("%+v", got)
			}
			if len(got) > 0 && test.options != nil && got[0].Passages[0].Similarity != 0 {
				t.Errorf("similarity %v of what can't be read", got[0].Passages[0].Similarity)
			}
		})
	}
	t.Run("meaning counts less for a less legible question", func(t *testing.T) {
		log.Add("u", meaningful("boat", "boat boat red"))
		e := recall.New(&log, recall.WithModel(testModel), reading)
		score := func(text string) float64 {
			return scores(t, e, recall.Query{Text: text, Vector: meant("vessel")})["boat"]
		}
		whole, half := score("vessel"), score("vessel half")
		if half <= 0 || half > 0.6*whole {
			t.Errorf("whole %.3f, half %.3f", whole, half)
		}
	})
}
