package recall

import (
	"context"
	"fmt"
	"sync"
)

// DefaultBudget is how many bytes of indexes an Engine keeps when it is not told otherwise.
const DefaultBudget = 64 << 20

// Engine searches the memories of any number of users. It is safe for concurrent use; users do not wait for each other.
type Engine struct {
	source      Source
	compactFrom int
	weights     Weights

	mu    sync.Mutex
	cache cache
}

// Option changes how an Engine works.
type Option func(*Engine)

// WithBudget keeps at most that many bytes of indexes, by estimate. The index that was used last is kept whatever its
// size, since it would only be built again by the next search.
func WithBudget(bytes int64) Option { return func(e *Engine) { e.cache.budget = bytes } }

// New returns an engine over the source.
func New(source Source, options ...Option) *Engine {
	e := &Engine{source: source, compactFrom: defaultCompactFrom, weights: DefaultWeights, cache: newCache(DefaultBudget)}
	for _, option := range options {
		option(e)
	}
	return e
}

// Search returns the user's memories that fit the query, best first, ties by id. It sees everything that was in the
// source when it was called. Any text is a query, and one that asks for nothing has no matches. The only errors are
// those of the source and of the context.
func (e *Engine) Search(ctx context.Context, userID string, q Query) ([]Match, error) {
	x := e.open(userID)
	if err := x.catchUp(ctx, e.source, userID); err != nil {
		e.keep(userID, x, x.bytes()) // what was read until then takes room all the same
		return nil, fmt.Errorf("index of user %s: %w", userID, err)
	}
	matches, size := x.search(q)
	e.keep(userID, x, size)
	return matches, nil
}

// Forget drops the user's index. The next search builds it again from the source.
func (e *Engine) Forget(userID string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cache.drop(userID)
}

// open returns the user's index, an empty one when there is none yet.
func (e *Engine) open(userID string) *replica {
	e.mu.Lock()
	defer e.mu.Unlock()
	x := e.cache.get(userID)
	if x == nil {
		x = newReplica(e.compactFrom, e.weights)
		e.cache.put(userID, x)
	}
	return x
}

// keep notes the size of an index and makes room for it. Whoever searches in an index that is dropped goes on with it.
func (e *Engine) keep(userID string, x *replica, size int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.cache.resize(userID, x, size)
}
