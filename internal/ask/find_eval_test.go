package ask_test

import (
	"context"
	"testing"
	"time"

	"engram/internal/ask"
	"engram/internal/lab/eval"
	"engram/internal/lab/eval/evaltest"
	"engram/internal/recall"
)

// measured returns the share of questions, by kind, whose answer was first and among the first
// five, and the number of filtered questions.
func measured(t *testing.T, set eval.Set, s *ask.Searcher) (hit1, hit5 map[string]float64, filtered map[string]int) {
	t.Helper()
	hit1, hit5, filtered = map[string]float64{}, map[string]float64{}, map[string]int{}
	asked := map[string]float64{}
	for _, q := range set.Answerable() {
		got, err := s.Search(t.Context(), set.Name, ask.Query{Text: q.Text})
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, m := range got.Matches {
			ids = append(ids, m.MemoryID)
		}
		scores := eval.Score(ids, set.Relevant[q.ID])
		asked[q.Kind]++
		hit1[q.Kind] += scores[eval.Hit1]
		hit5[q.Kind] += scores[eval.Hit5]
		if !got.Filters.Empty() {
			filtered[q.Kind]++
		}
	}
	for kind, n := range asked {
		hit1[kind] /= n
		hit5[kind] /= n
	}
	return hit1, hit5, filtered
}

// unfiltered is an engine that finds nothing under filters, so that they are dropped.
type unfiltered struct{ ask.Engine }

func (u unfiltered) Search(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error) {
	if q.Kind != "" || !q.Since.IsZero() || !q.Until.IsZero() {
		return nil, nil
	}
	return u.Engine.Search(ctx, userID, q)
}

func TestQualityOnMemories(t *testing.T) {
	set := evaltest.Read(t, "memories").Sets[0]
	engine := recall.New(evaltest.Log(set))
	later := func() time.Time { return time.Date(2025, 12, 31, 0, 0, 0, 0, time.UTC) } // after the newest memory
	hit1, hit5, filtered := measured(t, set, ask.NewSearcher(engine, nil, later))
	plain1, plain5, _ := measured(t, set, ask.NewSearcher(unfiltered{engine}, nil, later))
	for kind := range hit1 {
		t.Logf("%-12s %2d filtered: hit@1 %.2f → %.2f, hit@5 %.2f → %.2f", kind, filtered[kind], plain1[kind], hit1[kind], plain5[kind], hit5[kind])
		if hit1[kind] < plain1[kind] || hit5[kind] < plain5[kind] {
			t.Errorf("%s: the filters lose answers", kind)
		}
	}
	if hit1["lexical"] < .98 || hit5["temporal"] < 1 || hit1["typed"] < .9 {
		t.Errorf("lexical hit@1 %.2f, temporal hit@5 %.2f, typed hit@1 %.2f", hit1["lexical"], hit5["temporal"], hit1["typed"])
	}
	if filtered["typed"] < 14 || filtered["temporal"] < 8 || filtered["lexical"]+filtered["paraphrase"] > 4 {
		t.Errorf("questions that were filtered: %v", filtered)
	}
}
