package recall

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"engram/internal/recall/sealed"
	"engram/internal/recall/segment"
)

// budget is how many bytes of ordinary memory indexes are kept open in. Their files are mapped: what they take is the
// system's to give back. The index that was used last is kept whatever its size, since it would only be opened again by the
// next search.
const budget = 64 << 20

// Engine searches the memories of any number of users. It is safe for concurrent use; users do not wait for each other.
type Engine struct {
	source Source
	options

	cache *cache

	mu      sync.Mutex
	closed  bool
	merging sync.WaitGroup
	turn    chan struct{}   // held by the one merge that takes place at a time
	running context.Context // ends with the engine
	stop    context.CancelFunc
}

// options are what an Engine works by.
type options struct {
	dir       string
	model     string
	question  func(text string) float64 // how legible it is to the model, see WithLegibility
	passage   func(text string) float64
	weights   Weights
	exactUpTo int // passages
	flushFrom int // passages
	log       *slog.Logger
}

// Option changes how an Engine works.
type Option func(*Engine)

// WithDir keeps indexes as files in a directory, which is a cache: what is damaged or absent there is made anew. No other
// engine may have it. Without one, indexes are held in ordinary memory.
func WithDir(dir string) Option { return func(e *Engine) { e.dir = dir } }

// WithModel searches by meaning as well, with the vectors that the model of this name made. A question's vector is told by
// the Query; vectors of other models are left alone.
func WithModel(name string) Option { return func(e *Engine) { e.model = name } }

// WithLegibility tells how legible a question and a passage are to the model, from 0 to 1: meaning counts as far as both are.
// What they return must hang on the text and the model alone. Without it all is legible.
func WithLegibility(question, passage func(text string) float64) Option {
	return func(e *Engine) { e.question, e.passage = question, passage }
}

// legible is the legibility of any text to a model that does not tell.
func legible(string) float64 { return 1 }

// WithWeights ranks by other weights than the default: for measuring. Weights{} is plain BM25.
func WithWeights(w Weights) Option { return func(e *Engine) { e.weights = w } }

// WithLog says what was wrong with an index that had to be made anew.
func WithLog(log *slog.Logger) Option { return func(e *Engine) { e.log = log } }

// New returns an engine over the source. Close it when it was given a directory.
func New(source Source, with ...Option) *Engine {
	e := &Engine{source: source, cache: newCache(budget), turn: make(chan struct{}, 1)}
	e.options = options{
		question: legible, passage: legible, weights: DefaultWeights, exactUpTo: defaultExactUpTo, flushFrom: defaultFlushFrom,
		log: slog.New(slog.DiscardHandler),
	}
	e.running, e.stop = context.WithCancel(context.Background())
	for _, option := range with {
		option(e)
	}
	return e
}

// Search returns the user's memories that fit the query, best first, ties by id. It sees everything that was in the
// source when it was called. Any text is a query, and one that asks for nothing has no matches. The only errors are
// those of the source and of the context. A Query.Memory is found alone and whatever the query says, unless it is not there
// or another filter leaves it out: its passages that fit come first, then those at its beginning.
func (e *Engine) Search(ctx context.Context, userID string, q Query) (matches []Match, err error) {
	err = e.ask(ctx, userID, q, func(s *search) error {
		matches, err = s.matches()
		return err
	})
	return matches, err
}

// Passages returns the passages that fit the query, best first, whatever their memories; Query.Limit counts them.
func (e *Engine) Passages(ctx context.Context, userID string, q Query) (hits []Hit, err error) {
	err = e.ask(ctx, userID, q, func(s *search) error {
		hits, err = s.passages()
		return err
	})
	return hits, err
}

func (e *Engine) ask(ctx context.Context, userID string, q Query, take func(*search) error) error {
	return e.read(ctx, userID, func(state *segment.State) error {
		s, err := newSearch(state, q, e.options)
		if err != nil {
			return err
		}
		defer s.release()
		return take(s)
	})
}

// Find returns the memories that hold every word of a text that is still being typed, best first, ties by id, each with its best passage:
// its last word may be the beginning of one, or have one letter too many, too few, wrong or out of order. The query's
// vector is not asked.
func (e *Engine) Find(ctx context.Context, userID string, q Query) (found []Match, err error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	err = e.read(ctx, userID, func(state *segment.State) error {
		found, err = find(state, q, e.options)
		return err
	})
	return found, err
}

// tries is how often an index that turns out to be damaged is made anew before that is the answer.
const tries = 2

// read calls do with the state of the user's index once it has caught up with the source.
func (e *Engine) read(ctx context.Context, userID string, do func(*segment.State) error) error {
	x := e.take(userID)
	defer e.cache.give(x)
	for try := 1; ; {
		last, err := x.catchUp(ctx, e.source)
		read := x.state.Load() // what is damaged, should it fail
		if err == nil {
			err = x.read(last, func(state *segment.State) error {
				read = state
				return do(state)
			})
		}
		switch {
		case err == nil:
			e.tend(x)
			return nil
		case errors.Is(err, errBehind): // somebody else dropped it, and it catches up again
			continue
		case !isDamage(err) || try == tries:
			return fmt.Errorf("index of user %s: %w", userID, err)
		}
		e.tellRemade(userID, err)
		x.dropDamaged(read)
		try++
	}
}

func isDamage(err error) bool { return errors.Is(err, sealed.ErrDamaged) }

// tellRemade logs why an index is made anew. After an upgrade every index may be, which is nothing to worry about.
func (e *Engine) tellRemade(userID string, err error) {
	if errors.Is(err, sealed.ErrFormat) {
		e.log.Info("a search index of another version is made anew", "user", userID)
		return
	}
	e.log.Warn("a search index is damaged and is made anew", "user", userID, "error", err)
}

// take returns the user's index for use until it is given back to the cache.
func (e *Engine) take(userID string) *cached {
	return e.cache.take(userID, func() *replica { return newReplica(userID, e.dirOf(userID), e.options) })
}

// mostAhead is how many changes CatchUp takes at most: about as many as become a file. A whole import would keep the caller
// from its work for seconds, for searches that may never come; the next one takes all of it at once.
const mostAhead = 512

// CatchUp brings the user's index up to the source, if it is open and not far behind, so that the next search need not. It
// is no use of the index, which is closed as soon as without it. Merging, and what is damaged, are left to the next search.
func (e *Engine) CatchUp(ctx context.Context, userID string) error {
	x := e.cache.takeOpen(userID)
	if x == nil {
		return nil
	}
	defer e.cache.give(x)
	behind, err := x.behind(ctx, e.source)
	if err == nil && behind > 0 && behind <= mostAhead {
		_, err = x.catchUp(ctx, e.source)
	}
	if err != nil && !isDamage(err) {
		return fmt.Errorf("index of user %s: %w", userID, err)
	}
	return nil
}

// Forget drops the user's index and its files. The next search makes it again from the source.
func (e *Engine) Forget(userID string) {
	x := e.take(userID)
	defer e.cache.give(x)
	x.drop()
}

// dirOf returns the directory of a user's index. Ids are made by the program; one that would not do as a name is spelt in
// hexadecimal digits.
func (e *Engine) dirOf(userID string) string {
	if e.dir == "" {
		return ""
	}
	for _, r := range userID {
		if (r < '0' || r > '9') && (r < 'a' || r > 'z') && r != '-' {
			return filepath.Join(e.dir, "x"+hex.EncodeToString([]byte(userID)))
		}
	}
	return filepath.Join(e.dir, userID)
}

// tend merges segments of an index that the caller has in the background when that may be due. It is no use of the index,
// which is closed as soon as without it.
func (e *Engine) tend(x *cached) {
	if !x.untidy.Load() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || !x.untidy.CompareAndSwap(true, false) {
		return
	}
	e.cache.keep(x)
	e.merging.Go(func() {
		defer e.cache.give(x)
		if err := e.compact(e.running, x, false); err != nil && e.running.Err() == nil {
			e.log.Warn("segments of a search index were not merged", "user", x.userID, "error", err)
		}
	})
}

// compact merges segments of an index when its turn has come.
func (e *Engine) compact(ctx context.Context, x *cached, purge bool) error {
	select {
	case e.turn <- struct{}{}:
		defer func() { <-e.turn }()
		err := x.compact(ctx, purge)
		if isDamage(err) {
			e.tellRemade(x.userID, err)
			x.drop()
			return nil
		}
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Purge catches up every index that has files and writes those files anew that hold what was deleted, so that it is gone
// from the disk as well. Indexes of users without a log are removed.
func (e *Engine) Purge(ctx context.Context) error {
	if e.dir == "" {
		return nil
	}
	entries, err := os.ReadDir(e.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, entry := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		errs = append(errs, e.purge(ctx, userOf(entry.Name())))
	}
	return errors.Join(errs...)
}

// userOf is the reverse of dirOf.
func userOf(name string) string {
	if id, err := hex.DecodeString(name[1:]); err == nil && name[0] == 'x' {
		return string(id)
	}
	return name
}

func (e *Engine) purge(ctx context.Context, userID string) error {
	last, err := e.source.LastSeq(ctx, userID)
	if err != nil {
		return err
	}
	if last == 0 {
		e.Forget(userID)
		return nil
	}
	if err := e.read(ctx, userID, func(*segment.State) error { return nil }); err != nil {
		return err
	}
	x := e.take(userID)
	defer e.cache.give(x)
	return e.compact(ctx, x, true)
}

// Close writes what is held in ordinary memory to files, and closes them. It ends within moments. Nobody may search any more.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.stop()
	e.merging.Wait()
	e.cache.closeAll()
	return nil
}
