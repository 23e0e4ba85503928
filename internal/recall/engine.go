package recall

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"

	"engram/internal/recall/lru"
	"engram/internal/recall/sealed"
	"engram/internal/recall/segment"
)

// Budget bounds the heap that open indexes use; mapped files don't count. The index used last stays
// open whatever its size.
const Budget = 64 << 20

// Engine searches the memories of any number of users. It is safe for concurrent use, and users
// don't block each other.
type Engine struct {
	source Source
	options

	indexes *lru.Cache[*replica]
	asked   *lru.Times // for an index, by user

	mu        sync.Mutex
	closed    bool
	merging   sync.WaitGroup
	mergeSlot chan struct{}   // semaphore: one merge at a time
	running   context.Context // cancelled by Close
	stop      context.CancelFunc
}

// options configure an Engine.
type options struct {
	dir       string
	model     string
	question  func(text string) float64 // legibility, see WithLegibility
	passage   func(text string) float64
	weights   Weights
	exactUpTo int // passages, see defaultExactUpTo
	flushFrom int // passages, see defaultFlushFrom
	budget    int64
	snapshots Snapshots // nil: none
	purged    *sync.Map // by user, the last change when Purge left nothing to do
	log       *slog.Logger
}

// Option configures an Engine.
type Option func(*Engine)

// WithDir caches indexes as files in a directory that no other engine uses. Damaged or missing
// files are rebuilt. Without it, indexes are held in memory.
func WithDir(dir string) Option { return func(e *Engine) { e.dir = dir } }

// WithModel enables search by meaning with the vectors of one model; others are ignored.
func WithModel(name string) Option { return func(e *Engine) { e.model = name } }

// WithLegibility sets how well the model reads a question and a passage, from 0 to 1; the weight of
// meaning scales with both. The functions must be deterministic. By default everything is legible.
func WithLegibility(question, passage func(text string) float64) Option {
	return func(e *Engine) { e.question, e.passage = question, passage }
}

// legible is the default: the model reads every text.
func legible(string) float64 { return 1 }

// WithWeights replaces the default weights, for measurements. Weights{} is plain BM25.
func WithWeights(w Weights) Option { return func(e *Engine) { e.weights = w } }

// WithLog logs why an index was rebuilt.
func WithLog(log *slog.Logger) Option { return func(e *Engine) { e.log = log } }

// New returns an engine over the source. With a directory it must be closed.
func New(source Source, with ...Option) *Engine {
	e := &Engine{source: source, asked: lru.NewTimes(), mergeSlot: make(chan struct{}, 1)}
	e.options = options{
		question: legible, passage: legible, weights: DefaultWeights,
		exactUpTo: defaultExactUpTo, flushFrom: defaultFlushFrom, budget: Budget,
		purged: new(sync.Map),
		log:    slog.New(slog.DiscardHandler),
	}
	e.running, e.stop = context.WithCancel(context.Background())
	for _, option := range with {
		option(e)
	}
	e.indexes = lru.New[*replica](e.budget)
	return e
}

// Search returns the user's matching memories, best first, ties by id, including everything in the
// source when called.
// Any text is a valid query; only the source and the context cause errors. With Query.Memory set,
// that memory matches whatever the text says, unless a filter excludes it: its best passages first,
// then its opening ones.
func (e *Engine) Search(ctx context.Context, userID string, q Query) (matches []Match, err error) {
	err = e.search(ctx, userID, q, func(s *search) error {
		matches, err = s.matches()
		return err
	})
	return matches, err
}

// Passages returns the best passages, across memories; Query.Limit counts passages.
func (e *Engine) Passages(ctx context.Context, userID string, q Query) (hits []Hit, err error) {
	err = e.search(ctx, userID, q, func(s *search) error {
		hits, err = s.passages()
		return err
	})
	return hits, err
}

func (e *Engine) search(ctx context.Context, userID string, q Query, take func(*search) error) error {
	return e.read(ctx, userID, func(state *segment.State) error {
		s, err := newSearch(state, q, e.options)
		if err != nil {
			return err
		}
		defer s.release()
		return take(s)
	})
}

// Find is search-as-you-type: memories with every word, best first, ties by id, each with its best
// passage. The last word may be a prefix or have one typing error. Vectors are not used.
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

// maxAttempts is the number of times that an index is read while it is damaged: here, as it is fetched, and
// as it is built anew.
const maxAttempts = 3

// read calls do with the index's state after catching up with the source, and notes that the user asked.
func (e *Engine) read(ctx context.Context, userID string, do func(*segment.State) error) error {
	e.asked.Use(userID)
	return e.caughtUp(ctx, userID, do)
}

func (e *Engine) caughtUp(ctx context.Context, userID string, do func(*segment.State) error) error {
	x := e.acquire(userID)
	defer e.indexes.Release(x.userID)
	for try := 1; ; {
		last, err := x.catchUp(ctx, e.source)
		read := x.state.Load() // the state to discard if it is damaged
		if err == nil {
			err = x.read(last, func(state *segment.State) error {
				read = state
				return do(state)
			})
		}
		switch {
		case err == nil:
			e.mergeLater(x)
			return nil
		case errors.Is(err, errBehind): // dropped by another search; catch up again
			continue
		case !isDamage(err):
			return fmt.Errorf("index of user %s: %w", userID, err)
		}
		x.discard()
		if try == maxAttempts {
			return fmt.Errorf("index of user %s: %w", userID, err)
		}
		e.logRebuild(userID, err)
		x.dropDamaged(read)
		try++
	}
}

func isDamage(err error) bool { return errors.Is(err, sealed.ErrDamaged) }

// logRebuild logs why an index is rebuilt: at info level if another version wrote it.
func (e *Engine) logRebuild(userID string, err error) {
	if errors.Is(err, sealed.ErrFormat) {
		e.log.Info("rebuilding a search index of another version", "user", userID)
		return
	}
	e.log.Warn("rebuilding a damaged search index", "user", userID, "error", err)
}

// acquire returns the user's index. The caller must release it to the indexes.
func (e *Engine) acquire(userID string) *replica {
	return e.indexes.Acquire(userID, func() *replica { return newReplica(userID, e.dirOf(userID), e.options) })
}

// maxCatchUp is the most changes that CatchUp applies, about one file's worth: an import of
// thousands would block the caller for seconds, perhaps for no search at all.
const maxCatchUp = 512

// CatchUp updates the user's index if it is open and not far behind, so that the next search need
// not. It does not count as a use, so it never delays eviction. Merging and repair are left to the
// next search.
func (e *Engine) CatchUp(ctx context.Context, userID string) error {
	x, open := e.indexes.AcquireOpen(userID)
	if !open {
		return nil
	}
	defer e.indexes.Release(x.userID)
	behind, err := x.behind(ctx, e.source)
	if err == nil && behind > 0 && behind <= maxCatchUp {
		_, err = x.catchUp(ctx, e.source)
	}
	if err != nil && !isDamage(err) {
		return fmt.Errorf("index of user %s: %w", userID, err)
	}
	return nil
}

// Forget deletes the user's index, its files and its snapshot. The next search rebuilds it.
func (e *Engine) Forget(userID string) {
	if e.snapshots != nil {
		e.snapshots.Discard(userID)
	}
	e.removeFiles(userID)
}

func (e *Engine) removeFiles(userID string) {
	x := e.acquire(userID)
	defer e.indexes.Release(userID)
	x.drop()
}

// dirOf returns the directory of an index.
func (e *Engine) dirOf(userID string) string {
	if e.dir == "" {
		return ""
	}
	return filepath.Join(e.dir, segment.NameOf(userID))
}

// mergeLater merges the index's segments in the background if that may be due. Merging does not
// count as a use, so it never delays eviction.
func (e *Engine) mergeLater(x *replica) {
	if !x.needsMerge.Load() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || !x.needsMerge.CompareAndSwap(true, false) {
		return
	}
	e.indexes.Retain(x.userID)
	e.merging.Go(func() {
		defer e.indexes.Release(x.userID)
		if err := e.compact(e.running, x, segment.InTiers); err != nil && e.running.Err() == nil {
			e.log.Warn("segments of a search index were not merged", "user", x.userID, "error", err)
		}
	})
}

// compact merges an index's segments, one index at a time.
func (e *Engine) compact(ctx context.Context, x *replica, how segment.Thoroughness) error {
	select {
	case e.mergeSlot <- struct{}{}:
		defer func() { <-e.mergeSlot }()
		err := x.compact(ctx, how)
		if isDamage(err) {
			e.logRebuild(x.userID, err)
			x.discard()
			x.drop()
			return nil
		}
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Held returns about how many bytes of heap the open indexes use.
func (e *Engine) Held() int64 { return e.indexes.Size() }

// Purge rewrites files with deleted text, and removes the indexes of users without a log and of those who
// ask other nodes.
func (e *Engine) Purge(ctx context.Context) error { return e.each(ctx, e.purge) }

// each calls do with every user who has files.
func (e *Engine) each(ctx context.Context, do func(ctx context.Context, userID string) error) error {
	entries, err := os.ReadDir(e.dir)
	if errors.Is(err, os.ErrNotExist) { // as without a folder
		return nil
	}
	errs := []error{err}
	for _, entry := range entries {
		if userID := segment.UserOf(entry.Name()); segment.NameOf(userID) == entry.Name() && ctx.Err() == nil {
			errs = append(errs, do(ctx, userID))
		}
	}
	return errors.Join(append(errs, ctx.Err())...)
}

func (e *Engine) purge(ctx context.Context, userID string) error {
	if e.snapshots != nil && e.asked.Idle(userID) > keptFor { // other nodes have it
		e.removeFiles(userID)
		return nil
	}
	last, err := e.source.LastSeq(ctx, userID)
	if done, known := e.purged.Load(userID); err != nil || known && done == last {
		return err
	}
	if last == 0 {
		e.Forget(userID)
		return nil
	}
	return e.compacted(ctx, userID, segment.Purged, func(*replica) error {
		e.purged.Store(userID, last)
		return nil
	})
}

// compacted calls do with an index that has caught up with the source and is merged.
func (e *Engine) compacted(ctx context.Context, userID string, how segment.Thoroughness, do func(*replica) error) error {
	if err := e.caughtUp(ctx, userID, func(*segment.State) error { return nil }); err != nil {
		return err
	}
	x := e.acquire(userID)
	defer e.indexes.Release(x.userID)
	if err := e.compact(ctx, x, how); err != nil {
		return err
	}
	return do(x)
}

// Close saves and closes every index, within moments. The engine can't be used afterwards.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.stop()
	e.merging.Wait()
	e.indexes.Close()
	return nil
}
