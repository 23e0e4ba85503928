package extractive_test

import (
	"testing"

	"engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/recall"
)

func TestMarkedGoesFirst(t *testing.T) {
	const first, second = "The key of the shed is under the blue pot.", "The key of the shed is under the red pot."
	_, matches := respond(t, "Where is the key of the shed?", append(filler, note("m1", "", first), note("m2", "", second))...)
	asked := func(reader extractive.Reader, marks map[string][]string, matches ...recall.Match) answer.Answer {
		q := answer.Question{Text: "Where is the key of the shed?", Matches: matches, Marks: marks}
		a, err := extractive.New(nil, reader).Answer(t.Context(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	marks := map[string][]string{"m2": {"under the RED pot"}}
	for _, c := range []struct {
		title  string
		reader extractive.Reader
	}{{"by words", nil}, {"by a reader", finds(.95, "pot")}} {
		t.Run("of two that answer equally, the marked one is quoted first "+c.title, func(t *testing.T) {
			plain, marked := asked(c.reader, nil, matches...), asked(c.reader, marks, matches...)
			if !plain.Answered() || quotes(plain)[0] != first {
				t.Fatalf("without marks %v", quotes(plain))
			}
			if !marked.Answered() || quotes(marked)[0] != second {
				t.Errorf("with marks %v", quotes(marked))
			}
		})
		t.Run("a mark makes no answer "+c.title, func(t *testing.T) {
			other := hit("m2", "Herons stand still for hours.", .1)
			marks := map[string][]string{"m2": {"Herons stand still for hours."}}
			if got := asked(c.reader, marks, other); got.Kind == answer.Answered {
				t.Errorf("it is answered by %v", quotes(got))
			}
		})
	}
}
