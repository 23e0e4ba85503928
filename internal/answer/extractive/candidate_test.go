package extractive

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"engram/internal/recall"
)

// What is not read for its promise changes neither whether there is an answer nor what it is.
func TestPassagesThatAreNotReadWouldNotBeChosen(t *testing.T) {
	words := []string{"tea", "milk", "cake", "Ada", "seven", "and", "the", "rain"}
	rapid.Check(t, func(t *rapid.T) {
		question := rapid.SampledFrom([]string{"who has tea", "tea with milk", "how much cake"}).Draw(t, "question")
		var asked []recall.Word
		for _, w := range []string{"tea", "milk", "cake"} {
			asked = append(asked, recall.Word{Forms: []string{w}, Share: 1.0 / 3})
		}
		var matches []recall.Match
		for range rapid.IntRange(1, 5).Draw(t, "matches") {
			m := recall.Match{Score: rapid.Float64Range(0.05, 1).Draw(t, "score")}
			for range rapid.IntRange(1, 3).Draw(t, "passages") {
				var hit recall.Hit
				for range rapid.IntRange(1, 4).Draw(t, "sentences") {
					hit.Text += strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 8).Draw(t, "words"), " ") + ". "
				}
				hit.Words = slices.DeleteFunc(slices.Clone(asked), func(w recall.Word) bool { return !strings.Contains(hit.Text, w.Forms[0]) })
				m.Passages = append(m.Passages, hit)
			}
			matches = append(matches, m)
		}
		slices.SortFunc(matches, func(a, b recall.Match) int { return cmp.Compare(b.Score, a.Score) })
		var all []candidate
		for _, s := range sources(matches) {
			all = append(all, s.candidates(wanted(question))...)
		}
		slices.SortStableFunc(all, rank)
		some := gather(question, matches)
		if answered(some) != answered(all) {
			t.Fatalf("answered: %v, of all passages %v", answered(some), answered(all))
		}
		if diff := gocmp.Diff(choose(all), choose(some), gocmp.AllowUnexported(candidate{})); diff != "" {
			t.Fatal(diff)
		}
	})
}
