package recall_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"engram/internal/lab/eval"
	"engram/internal/lab/eval/evaltest"
	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

// plain is BM25 alone.
func plain() recall.Option { return recall.WithWeights(recall.Weights{}) }

// ranker adapts an engine to the evaluation.
type ranker struct{ *recall.Engine }

// Ask implements eval.Ranker.
func (r ranker) Ask(ctx context.Context, person, question string, n int) ([]string, error) {
	matches, err := r.Search(ctx, person, recall.Query{Text: question, Limit: n})
	return memoryIDs(matches), err
}

// AskPassages implements eval.Ranker.
func (r ranker) AskPassages(ctx context.Context, person, question string, n int) ([]eval.Place, error) {
	hits, err := r.Passages(ctx, person, recall.Query{Text: question, Limit: n})
	places := make([]eval.Place, len(hits))
	for i, h := range hits {
		places[i] = eval.Place{MemoryID: h.MemoryID, Ord: h.Ord}
	}
	return places, err
}

// measure asks every question of the sets, each set in its own index.
func measure(t *testing.T, sets eval.Sets, options ...recall.Option) eval.Result {
	t.Helper()
	var r eval.Result
	for _, set := range sets.Sets {
		if err := r.Add(t.Context(), set, ranker{recall.New(evaltest.Log(set), options...)}); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// floors are the least that a measure may reach: what words alone reach, minus a margin.
type floors map[eval.Name]float64

func (f floors) check(t *testing.T, of string, m eval.Mean) {
	t.Helper()
	t.Logf("%-22s %v", of, m)
	for name, least := range f {
		if got := m.Of(name); got < least {
			t.Errorf("%s: %s is %.3f, below %.3f", of, name, got, least)
		}
	}
}

// noise is the margin by which a set may fall below plain BM25 by chance: one or two questions of a
// few hundred.
const noise = .006

func TestQuality(t *testing.T) {
	for name, least := range map[string]floors{
		"xquad-en":    {eval.Recall1: .94, eval.Recall5: .985},
		"xquad-es":    {eval.NDCG10: .955},
		"xquad-ru":    {eval.NDCG10: .945},
		"cranfield":   {eval.NDCG10: .385},
		"cisi":        {eval.NDCG10: .385},
		"scifact":     {eval.NDCG10: .685},
		"covidqa":     {eval.NDCG10: .71, eval.Recall5: .785},
		"locomo-turn": {eval.Recall5: .65, eval.Recall10: .75},
		"memories":    nil, // checked by kind of question, below
	} {
		t.Run(name, func(t *testing.T) {
			sets := evaltest.Read(t, name)
			got := measure(t, sets)
			least.check(t, name, got.Mean)
			words := measure(t, sets, plain()).Mean.Of(eval.NDCG10)
			if ours := got.Mean.Of(eval.NDCG10); ours < words-noise {
				t.Errorf("nDCG@10 is %.3f, below the %.3f of BM25 alone", ours, words)
			}
		})
	}
}

func TestQualityOnMemories(t *testing.T) {
	kinds := measure(t, evaltest.Read(t, "memories")).Kinds
	least := map[string]floors{ // words alone don't reach the other kinds
		"lexical": {eval.Hit1: .98}, "typed": {eval.Hit1: .90}, "temporal": {eval.Recall5: 1},
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		least[kind].check(t, "memories: "+kind, *kinds[kind])
	}
}

func memoryIDs(matches []recall.Match) []string {
	var all []string
	for _, m := range matches {
		all = append(all, m.MemoryID)
	}
	return all
}

// dims is the vector size in benchmarks, as of small encoders.
const dims = 384

// synthetic saves n passages of 120 words with Zipf-like frequencies, five to a memory, with
// vectors.
func synthetic(n int) *recalltest.Log {
	var log recalltest.Log
	words := newWords(1)
	for i := range n {
		log.Add("u", recall.Passage{
			MemoryID: fmt.Sprintf("m%06d", i/5), Ord: i % 5, Kind: "note", Title: words.text(4), Text: words.text(120),
			Vector: words.vector(), Model: testModel,
		})
	}
	return &log
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		e := recall.New(synthetic(n), recall.WithBudget(1<<40), recall.WithModel(testModel))
		words := newWords(2)
		var questions []recall.Query
		for range 64 {
			questions = append(questions, recall.Query{Text: words.question(), Vector: words.vector()})
		}
		ask(b, e, questions[0])
		for name, take := range map[string]func(recall.Query) recall.Query{
			"hybrid": func(q recall.Query) recall.Query { return q },
			"words":  func(q recall.Query) recall.Query { q.Vector = nil; return q },
		} {
			b.Run(fmt.Sprint(n, "/", name), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					if _, err := e.Search(context.Background(), "u", take(questions[i%len(questions)])); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkIndexing(b *testing.B) {
	const passages = 2_000
	log := synthetic(passages)
	for b.Loop() {
		e := recall.New(log)
		if _, err := e.Search(context.Background(), "u", recall.Query{Text: "nothing"}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(passages*float64(b.N)/b.Elapsed().Seconds(), "passages/s")
}

// BenchmarkOneRun queries a script without spaces, such as Thai: one run of forty characters.
func BenchmarkOneRun(b *testing.B) {
	var log recalltest.Log
	random := rand.New(rand.NewPCG(1, 2))
	run := func(n int) string {
		chars := make([]rune, n)
		for i := range chars {
			chars[i] = 'ก' + rune(min(random.IntN(40), random.IntN(40)))
		}
		return string(chars)
	}
	for i := range 1000 {
		log.Add("u", recall.Passage{MemoryID: fmt.Sprintf("m%03d", i/4), Ord: i % 4, Text: run(600)})
	}
	e := recall.New(&log)
	questions := make([]string, 64)
	for i := range questions {
		questions[i] = run(20) + " " + run(20)
	}
	ask(b, e, recall.Query{Text: questions[0]})
	for i := 0; b.Loop(); i++ {
		if _, err := e.Search(context.Background(), "u", recall.Query{Text: questions[i%len(questions)]}); err != nil {
			b.Fatal(err)
		}
	}
}
