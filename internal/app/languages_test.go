package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"hash/fnv"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/embed/encoder/builtin"
	"engram/internal/lab/eval"
	"engram/internal/lab/eval/evaltest"
	"engram/internal/lab/library"
	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

// TestNoLanguageRanksBelowItsWords gives texts in languages that the encoder can't read vectors that mean nothing, which is the worst
// that it can do to them: they must be found as well as by plain BM25. Nothing was tuned on these sets.
func TestNoLanguageRanksBelowItsWords(t *testing.T) {
	if !builtin.Encodes() {
		t.Skip("this build carries no weights of the encoder")
	}
	model, err := builtin.English()
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
		var ids []string
		for _, m := range matches {
			ids = append(ids, m.MemoryID)
		}
		mean.Add(eval.Score(ids, set.Relevant[q.ID]))
	}
	return mean.Of(eval.NDCG10)
}

// tongues are notes in languages that nothing was tuned on.
func tongues(t *testing.T) (dirs []string) {
	t.Helper()
	dirs, err := filepath.Glob(filepath.Join("..", "lab", "eval", "testdata", "languages", "??"))
	if err != nil || len(dirs) != 5 {
		t.Fatal(dirs, err)
	}
	return dirs
}

// measured runs the evaluation with the built-in encoder.
func measured(t *testing.T, reports any, o EvalOptions) {
	t.Helper()
	if !builtin.Encodes() {
		t.Skip("this build carries no weights of the encoder")
	}
	t.Setenv("TMPDIR", t.TempDir())
	o.JSON = true
	var out bytes.Buffer
	err := Eval(t.Context(), config.Config{Encoder: config.EncoderOn, Reader: config.ReaderOn}, slog.New(slog.DiscardHandler), &out, o)
	if err != nil && !errors.Is(err, library.ErrFloor) {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), reports); err != nil {
		t.Fatal(err)
	}
}

// What the encoder can't read, or half, takes nothing from what words find.
func TestLanguagesAreFound(t *testing.T) {
	var reports []struct {
		Name         string
		Questions    int
		Engram, BM25 struct{ Scores eval.Scores }
	}
	measured(t, &reports, EvalOptions{Dirs: tongues(t)})
	for _, r := range reports {
		got, least := r.Engram.Scores[eval.NDCG10], r.BM25.Scores[eval.NDCG10]-.005
		t.Logf("%s: nDCG@10 %.3f, by BM25 alone %.3f", r.Name, got, r.BM25.Scores[eval.NDCG10])
		if r.Questions != 60 || got < least {
			t.Errorf("%s: nDCG@10 of %d questions is %.3f, below %.3f", r.Name, r.Questions, got, least)
		}
	}
}

func TestLanguagesAreAnswered(t *testing.T) {
	var reports []struct {
		Name, Way string
		Kinds     map[string]eval.Tally
	}
	measured(t, &reports, EvalOptions{Dirs: tongues(t)[1:2], Answers: true}) // of each it takes half a minute
	words := make(map[string]int)                                            // answers with their words, where no sentence was compared
	for _, r := range reports {
		if r.Way != "" {
			words[r.Name] = r.Kinds["lexical"].Any
		}
	}
	for _, r := range reports {
		got := r.Kinds["lexical"]
		t.Logf("%s %s: %d of %d", r.Name, r.Way, got.Any, got.Told)
		if got.Told != 30 || got.Any < words[r.Name]-2 || got.Any < 27 {
			t.Errorf("%s %s: %d of %d answers hold their words, in haste %d", r.Name, r.Way, got.Any, got.Told, words[r.Name])
		}
	}
}
