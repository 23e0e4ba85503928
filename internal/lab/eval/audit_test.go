package eval

import (
	"testing"

	"engram/internal/answer"
	"engram/internal/document"
	"engram/internal/recall"
)

func TestAudit(t *testing.T) {
	cites := []answer.Citation{{N: 1, MemoryID: "lease"}, {N: 2, MemoryID: "film"}}
	var matches []recall.Match
	for _, m := range [][2]string{{"lease", "The deposit is 1,200 euros. The flat is on the lake."}, {"beans", "Broad beans are sown in November."}} {
		passage := recall.Passage{MemoryID: m[0], Text: m[1]}
		matches = append(matches, recall.Match{MemoryID: m[0], Passages: []recall.Hit{{Passage: passage}}})
	}
	for _, c := range []struct {
		title, text string
		want        Audit
	}{
		{"what is supported", "The deposit is 1,200 euros [1].", Audit{Numbers: 1, Valid: 1, Sentences: 1, Marked: 1}},
		{"what is marked", "The flat has a view over the lake. [?]", Audit{Sentences: 1, Marked: 1}},
		{"what is not", "The deposit is 1,200 euros. The flat has a view [1].", Audit{Numbers: 1, Valid: 1, Sentences: 2, Marked: 1}},
		{"a number that the memory lacks", "The deposit is 1,300 euros [1].", Audit{Numbers: 1, Valid: 1, Sentences: 1}},
		{"a citation of another memory", "Broad beans are sown in November [2].", Audit{Numbers: 1, Sentences: 1, Marked: 1}},
		{"a number that nothing has", "The deposit is 1,200 euros [9].", Audit{Numbers: 1, Sentences: 1}},
		{"citations in a table", "| deposit |\n| --- |\n| 1,200 [1] |", Audit{Numbers: 1, Valid: 1}},
	} {
		t.Run(c.title, func(t *testing.T) {
			var got Audit
			got.add(answer.Answer{Blocks: document.Read(c.text), Citations: cites}, matches)
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			got.merge(c.want)
			if twice := (Audit{2 * c.want.Numbers, 2 * c.want.Valid, 2 * c.want.Sentences, 2 * c.want.Marked}); got != twice {
				t.Errorf("with another: %+v, want %+v", got, twice)
			}
		})
	}
}
