package bench

import (
	"context"
	"errors"
	"math"

	"engram/internal/recall"
)

// engine is the product's search.
type engine struct{ recall *recall.Engine }

// open returns an engine over the source whose index files are in dir; empty: in memory.
func open(source recall.Source, _ string) engine {
	return engine{recall.New(source)}
}

func (e engine) close() error { return nil }

// errNothing stops a measure: what finds nothing is quick, and its time says nothing.
var errNothing = errors.New("a question found nothing")

// hybrid searches by words and meaning.
func (e engine) hybrid(ctx context.Context, userID string, q question) ([]recall.Match, error) {
	return e.search(ctx, userID, recall.Query{Text: q.text, Vector: quantise(q.meaning)})
}

// words searches by words alone.
func (e engine) words(ctx context.Context, userID string, q question) ([]recall.Match, error) {
	return e.search(ctx, userID, recall.Query{Text: q.text})
}

func (e engine) search(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error) {
	matches, err := e.recall.Search(ctx, userID, q)
	if err == nil && len(matches) == 0 {
		err = errNothing
	}
	return matches, err
}

func quantise(v []float32) []int8 {
	most := 0.0
	for _, x := range v {
		most = max(most, math.Abs(float64(x)))
	}
	out := make([]int8, len(v))
	for i, x := range v {
		out[i] = int8(math.Round(float64(x) / most * 127))
	}
	return out
}
