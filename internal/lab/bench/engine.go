package bench

import (
	"context"
	"errors"

	"engram/internal/recall"
	"engram/internal/recall/vector"
)

// engine is the product's search.
type engine struct{ recall *recall.Engine }

// open returns an engine over the source whose index files are in dir; empty: in memory.
func open(source recall.Source, dir string) engine {
	return engine{recall.New(source, recall.WithDir(dir), recall.WithModel(model))}
}

func (e engine) close() error { return e.recall.Close() }

// errNothing stops a measure: what finds nothing is quick, and its time says nothing.
var errNothing = errors.New("a question found nothing")

// hybrid searches by words and meaning.
func (e engine) hybrid(ctx context.Context, userID string, q question) ([]recall.Match, error) {
	return e.search(ctx, userID, recall.Query{Text: q.text, Vector: vector.Quantise(q.meaning)})
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
