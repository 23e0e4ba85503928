package embed

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"engram/internal/fault"
	"engram/internal/recall/vector"
)

// Service embeds questions and passages. It is safe for concurrent use.
type Service struct {
	store    Store
	embedder Embedder    // nil: nothing is embedded
	local    bool        // the embedder is a Local
	usable   func() bool // the first call has a Local warm itself
	unusable atomic.Bool // it could not
	log      *slog.Logger
	now      func() time.Time

	length atomic.Int64 // of the model's vectors; 0 until one is kept
	wake   chan struct{}
	holder string // this Service, among those of other nodes

	questions *lru.Cache[key, []int8]
	sentences *lru.Cache[key, []int8] // that answers compare with questions
	encoding  singleflight.Group      // of questions, by their text
	asking    chan struct{}           // holds a token for each question that a local model reckons
	gate      Gate                    // of searches, which go before all that follow
	short     line                    // of what is being saved and has one passage, which goes before
	long      line                    // of what has more, which goes before what the worker reads

	outage outage // of questions
	counts counters
	saved  func(ctx context.Context, userID string) // see OnVectors
}

// Option changes what a Service does.
type Option func(*Service)

// OnVectors has saved called by Run, which waits for it, when some of a user's passages got their vectors.
func OnVectors(saved func(ctx context.Context, userID string)) Option {
	return func(s *Service) { s.saved = saved }
}

// New returns a Service, whose embedder may be nil: then every question has no vector, and Run has nothing to do.
func New(store Store, embedder Embedder, log *slog.Logger, now func() time.Time, options ...Option) *Service {
	local, isLocal := embedder.(Local)
	s := &Service{
		store: store, embedder: embedder, local: isLocal, log: log, now: now, wake: make(chan struct{}, 1), holder: rand.Text(),
		questions: newCache(maxQuestions), sentences: newCache(maxSentences), asking: make(chan struct{}, runtime.GOMAXPROCS(0)),
		short: newLine(), long: newLine(), saved: func(context.Context, string) {},
	}
	s.usable = sync.OnceValue(func() bool { return embedder != nil && (!isLocal || s.warmed(local)) })
	for _, option := range options {
		option(s)
	}
	return s
}

// warmed reports whether the model can be used. One that can't is given up, which is told here and nowhere else.
func (s *Service) warmed(model Local) bool {
	err := model.Warm()
	if err != nil {
		s.log.Warn("the model can't be used, searches go by words alone", "model", model.Model(), "error", err)
		s.unusable.Store(true)
	}
	return err == nil
}

// Model names the model in use; empty when there is none, and from when it is known that it can't be used.
func (s *Service) Model() string {
	if s.embedder == nil || s.unusable.Load() {
		return ""
	}
	return s.embedder.Model()
}

// ModelFor names the model that reads somebody's passages: where they are private and it is elsewhere there is none.
func (s *Service) ModelFor(private bool) string {
	if private && !s.local {
		return ""
	}
	return s.Model()
}

// Gate is where searches go before the reading of passages.
func (s *Service) Gate() *Gate { return &s.gate }

const (
	patience = 500 * time.Millisecond // how long a search waits for the meaning of its question
	noteTime = 300 * time.Millisecond // how long what is saved waits for its meaning
	lineTime = 50 * time.Millisecond  // how much of that it stands in line for each passage

	maxAtOnce = 8 // passages that are read while they are saved: of most notes all
)

// Question returns what a question means, nil when that can't be told in time: then the search goes by words alone. So does
// that of a private question where the model is elsewhere. What it returns must not be changed.
func (s *Service) Question(ctx context.Context, text string, private bool) []int8 {
	if private && !s.local || !s.usable() || ctx.Err() != nil {
		return nil
	}
	s.counts.questions.Add(1)
	key := keyOf(text)
	if known, found := s.questions.Get(key); found {
		s.counts.cached.Add(1)
		return known
	}
	encoded := false
	numbers, err, _ := s.encoding.Do(text, func() (any, error) {
		encoded = true
		// Others may wait for it too, when whoever asked first has gone.
		return s.encode(context.WithoutCancel(ctx), text, key)
	})
	if err != nil || ctx.Err() != nil {
		return nil
	}
	if !encoded {
		s.counts.cached.Add(1)
	}
	return numbers.([]int8)
}

// encode asks the model, remembers what it says, and reports when it begins to fail and when it no longer does.
func (s *Service) encode(ctx context.Context, text string, k key) ([]int8, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	numbers, err := s.ask(ctx, text)
	if fault.KindOf(err) != fault.Invalid && s.outage.changed(err) {
		s.report("searches go by words alone", "searches go by meaning again", err)
	}
	if err == nil {
		s.questions.Add(k, numbers)
	}
	return numbers, err
}

// ask asks the model. A local one reckons no more questions at once than there are processors: more would all be late.
func (s *Service) ask(ctx context.Context, text string) ([]int8, error) {
	defer s.gate.Enter()()
	if s.local {
		select {
		case s.asking <- struct{}{}:
			defer func() { <-s.asking }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	began := time.Now()
	vectors, err := s.embed(ctx, []string{text}, Question)
	s.counts.spend(time.Since(began))
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// Passages returns the model's name and what the first of a memory's passages mean, as many as a local model can tell
// while their saving waits, each nil for one that means nothing; for the others the worker is left. Those of several
// memories are read in turn, one at a time, and a memory of one passage does not wait for those of more. Another model is
// not asked.
func (s *Service) Passages(ctx context.Context, title string, bodies []string) (model string, vectors [][]int8) {
	if !s.local || !s.usable() {
		return "", nil
	}
	line, behind := &s.long, []*Gate{&s.gate, &s.short.gate}
	if len(bodies) == 1 {
		line, behind = &s.short, behind[:1]
	}
	defer line.gate.Enter()()
	ctx, cancel := context.WithTimeout(ctx, noteTime)
	defer cancel()
	for i := range min(len(bodies), maxAtOnce) {
		numbers, err := s.reckonInTurn(ctx, textOf(title, bodies, i), line, behind)
		if err != nil {
			break // the worker meets what is wrong again, and tells
		}
		vectors = append(vectors, numbers)
	}
	return s.embedder.Model(), vectors
}

// reckonInTurn returns what a passage means that is being saved, or an error when its turn does not come in time.
func (s *Service) reckonInTurn(ctx context.Context, t Text, l *line, behind []*Gate) ([]int8, error) {
	leave, err := l.wait(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.reckon(ctx, t, behind...)
}

// reckon returns what a passage means by a local model, behind the gates.
func (s *Service) reckon(ctx context.Context, t Text, behind ...*Gate) ([]int8, error) {
	turn, began := newTurn(behind...), time.Now()
	vectors, err := s.embed(WithPace(ctx, turn.pace), []string{t.content()}, Passage)
	s.counts.spend(time.Since(began) - turn.waited)
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// embed returns the quantised vectors of texts, all of the model's length, or none.
func (s *Service) embed(ctx context.Context, texts []string, as Role) ([][]int8, error) {
	if err := s.learnLength(ctx); err != nil {
		return nil, err
	}
	vectors, err := s.embedder.Embed(ctx, texts, as)
	if err == nil {
		err = s.check(vectors, len(texts))
	}
	if err != nil {
		return nil, err
	}
	s.counts.told(len(texts), as)
	quantised := make([][]int8, len(vectors))
	for i, v := range vectors {
		quantised[i] = vector.Quantise(v)
	}
	return quantised, nil
}

// learnLength asks the store until it holds a vector of the model: what is kept decides, not what was answered first.
func (s *Service) learnLength(ctx context.Context) error {
	if s.length.Load() != 0 {
		return nil
	}
	n, err := s.store.Length(ctx, s.embedder.Model())
	s.length.Store(int64(n))
	return err
}

// maxLength is beyond what any model gives, and within what the scan can count.
const maxLength = 1 << 14

// check compares vectors with what was asked for and with those that are kept.
func (s *Service) check(vectors [][]float32, want int) error {
	if len(vectors) != want {
		return unusable("%d vectors for %d texts", len(vectors), want)
	}
	n := len(vectors[0])
	if n == 0 || n > maxLength {
		return unusable("a vector of %d numbers", n)
	}
	for _, v := range vectors {
		if len(v) != n {
			return unusable("vectors of %d and of %d numbers", n, len(v))
		}
		if !finite(v) {
			return unusable("a vector with a number that is none or infinite")
		}
	}
	if known := s.length.Load(); known != 0 && known != int64(n) {
		return unusable("vectors of %d numbers where those of %s have %d: another model needs another name", n, s.embedder.Model(), known)
	}
	return nil
}

func finite(v []float32) bool {
	for _, x := range v {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return false
		}
	}
	return true
}

// unusable says what is wrong with an answer. It may pass: an operator mends the endpoint, not the text.
func unusable(format string, args ...any) error {
	return fault.Wrap(fault.Unavailable, "The embedding model gave an answer that can't be used", fmt.Errorf(format, args...))
}

// report tells of the beginning or the end of an outage.
func (s *Service) report(began, ended string, err error) {
	if err != nil {
		s.log.Warn(began, "model", s.embedder.Model(), "error", err)
		return
	}
	s.log.Info(ended, "model", s.embedder.Model())
}

// outage remembers whether the last try failed.
type outage struct {
	mu  sync.Mutex
	now bool
}

// changed reports whether err begins an outage or ends one.
func (o *outage) changed(err error) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	was := o.now
	o.now = err != nil
	return was != o.now
}
