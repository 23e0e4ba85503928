package app

import (
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"engram/internal/embed"
	"engram/internal/embed/encoder"
	"engram/internal/embed/encoder/minilm"
	"engram/internal/eval"
	"engram/internal/eval/evaltest"
	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

// TestNoLanguageBelowItsWords gives texts in languages that the encoder can't read vectors that mean nothing, which is the worst
// that it can do to them: they must be found as well as by plain BM25. Nothing was tuned on these sets.
func TestNoLanguageBelowItsWords(t *testing.T) {
	if len(minilm.Weights()) == 0 {
		t.Skip("this build carries no weights of the encoder")
	}
	model, err := encoder.Read(minilm.Weights())
	if err != nil {
		t.Fatal(err)
	}
	const most = .005 // below BM25 alone
	for _, name := range []string{"xquad-ar", "xquad-el", "xquad-ru", "xquad-th"} {
		t.Run(name, func(t *testing.T) {
			set := some(evaltest.Read(t, name).Sets[0])
			log := new(recalltest.Log)
			for _, m := range set.Memories() {
				for _, p := range m.Passages {
					log.Add(set.Name, recall.Passage{MemoryID: m.ID, Ord: p.Ord, Text: p.Text, Vector: noise(p.Text), Model: "noise"})
				}
			}
			reading := recall.WithLegibility(embed.LegibilityTo(model, embed.Question), embed.LegibilityTo(model, embed.Passage))
			plain := nDCG(t, set, recall.New(log, recall.WithWeights(recall.Weights{})))
			blind := nDCG(t, set, recall.New(log, recall.WithModel("noise")))
			got := nDCG(t, set, recall.New(log, recall.WithModel("noise"), reading))
			t.Logf("nDCG@10: BM25 %.3f, with noise for meaning %.3f, as far as it is legible %.3f", plain, blind, got)
			if got < plain-most {
				t.Errorf("nDCG@10 is %.3f, of BM25 alone %.3f", got, plain)
			}
		})
	}
}

// some leaves every tenth question of a set.
func some(set eval.Set) eval.Set {
	var kept []eval.Query
	for i, q := range set.Queries {
		if i%10 == 0 {
			kept = append(kept, q)
		}
	}
	set.Queries = kept
	return set
}

// noise is a vector that tells a text from others and nothing of what it means.
func noise(text string) []int8 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	random := rand.New(rand.NewPCG(h.Sum64(), 0))
	v := make([]int8, 32)
	for i := range v {
		v[i] = int8(random.IntN(255) - 127)
	}
	return v
}

func nDCG(t *testing.T, set eval.Set, e *recall.Engine) float64 {
	t.Helper()
	var mean eval.Mean
	for _, q := range set.Answerable() {
		matches, err := e.Search(t.Context(), set.Name, recall.Query{Text: q.Text, Vector: noise(q.Text)})
		if err != nil {
			t.Fatal(err)
		}
		mean.Add(eval.Score(memoryIDs(matches), set.Relevant[q.ID]))
	}
	return mean.Of(eval.NDCG10)
}
