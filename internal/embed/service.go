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
	"engram/internal/usage"
)

// Service embeds questions and passages. It is safe for concurrent use.
type Service struct {
	store    Store
	embedder Embedder    // nil: no embeddings
	local    bool        // the embedder is a Local
	usable   func() bool // warms a Local on its first call
	unusable atomic.Bool // set when warming failed
	log      *slog.Logger
	now      func() time.Time

	reader     CrossEncoder // nil: none
	warmReader func() bool  // warms the reader on its first call
	unread     outage       // while excerpts can't be read

	length atomic.Int64 // dimensions of the model's vectors; 0 until one is stored
	wake   chan struct{}
	holder string // identifies this node's lease

	questions *lru.Cache[key, []int8]
	sentences *lru.Cache[key, []int8] // of answers, compared with questions
	encoding  singleflight.Group      // of questions, by text
	slots     chan struct{}           // semaphore of what a local model encodes or reads for questions
	patience  time.Duration           // for encoding a question
	gate      Gate                    // of searches, which go before all of the following
	// memories with one passage that are being saved; go before long
	short queue
	long  queue // memories with more, which go before the worker

	outage outage // while questions can't be encoded
	counts counters
	saved  func(ctx context.Context, userID string) // see OnVectors
	calls  usage.Recorder                           // nil: calls are not recorded
}

// Option changes what a Service does.
type Option func(*Service)

// OnVectors makes Run call saved, and wait for it, when passages of a user got vectors.
func OnVectors(saved func(ctx context.Context, userID string)) Option {
	return func(s *Service) { s.saved = saved }
}

// WithCalls makes the Service record the calls of a remote model.
func WithCalls(calls usage.Recorder) Option {
	return func(s *Service) { s.calls = calls }
}

// Unhurried makes Question wait up to a minute, so that what is measured does not depend on how busy
// the machine is.
func Unhurried() Option {
	return func(s *Service) { s.patience = time.Minute }
}

// New returns a Service. If embedder is nil no question has a vector and Run returns at once.
func New(store Store, embedder Embedder, log *slog.Logger, now func() time.Time, options ...Option) *Service {
	local, isLocal := embedder.(Local)
	s := &Service{
		store: store, embedder: embedder, local: isLocal, log: log, now: now,
		wake: make(chan struct{}, 1), holder: rand.Text(),
		questions: newCache(maxQuestions), sentences: newCache(maxSentences),
		slots: make(chan struct{}, runtime.GOMAXPROCS(0)),
		short: newQueue(), long: newQueue(), patience: questionTimeout,
		saved: func(context.Context, string) {},
	}
	s.usable = sync.OnceValue(func() bool { return embedder != nil && (!isLocal || s.warmed(local)) })
	s.warmReader = sync.OnceValue(s.warmedReader)
	for _, option := range options {
		option(s)
	}
	return s
}

// warmed reports whether a local model can be used, and logs if it can't.
func (s *Service) warmed(model Local) bool {
	err := model.Warm()
	if err != nil {
		s.log.Warn("the model can't be used, searches go by words alone", "model", model.Model(), "error", err)
		s.unusable.Store(true)
	}
	return err == nil
}

// Model returns the name of the model; empty when there is none or it can't be used.
func (s *Service) Model() string {
	if s.embedder == nil || s.unusable.Load() {
		return ""
	}
	return s.embedder.Model()
}

// ModelFor is Model for a user. Private passages are not sent to a remote model, so it returns ""
// then.
func (s *Service) ModelFor(private bool) string {
	if private && !s.local {
		return ""
	}
	return s.Model()
}

// Local reports whether questions are encoded in this process.
func (s *Service) Local() bool { return s.local }

// Gate returns the gate that searches enter to go before the embedding of passages.
func (s *Service) Gate() *Gate { return &s.gate }

const (
	questionTimeout = 500 * time.Millisecond // a search goes on without a vector after this
	saveTimeout     = 300 * time.Millisecond // for the vectors of a memory that is being saved
	queueTimeout    = 50 * time.Millisecond  // of that in the queue, per passage

	maxWhileSaving = 8 // passages embedded during a save: all of most notes
)

// Question returns the vector of a question, which must not be changed. It returns nil when the
// model is too slow or failing, and for a private question when the model is remote.
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
		// Other callers may wait for the same text after this one has been cancelled.
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

// encode embeds a question, caches the vector and logs the beginning and the end of an outage.
func (s *Service) encode(ctx context.Context, text string, k key) ([]int8, error) {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	numbers, err := s.embedQuestion(ctx, text)
	if fault.KindOf(err) != fault.Invalid && s.outage.changed(err) {
		s.report("searches go by words alone", "searches go by meaning again", err)
	}
	if err == nil {
		s.questions.Add(k, numbers)
	}
	return numbers, err
}

// embedQuestion calls the model. A local model encodes at most GOMAXPROCS questions at once.
func (s *Service) embedQuestion(ctx context.Context, text string) ([]int8, error) {
	defer s.gate.Enter()()
	if s.local {
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	began := time.Now()
	metered, meter := usage.Metered(ctx)
	vectors, err := s.embed(metered, []string{text}, Question)
	s.counts.spend(time.Since(began))
	if err != nil {
		return nil, err
	}
	if !s.local {
		s.record(ctx, map[string]usage.Call{usage.CallOf(ctx).UserID: {Prompt: usage.Estimate(len(text))}}, meter)
	}
	return vectors[0], nil
}

// Passages returns the model's name and the vectors of a memory's first passages, as many as a
// local model computes in saveTimeout; nil stands for a passage without meaning. The worker embeds
// the rest. It runs one passage at a time, and memories of one passage go first. A remote model is
// not called.
func (s *Service) Passages(ctx context.Context, title string, bodies []string) (model string, vectors [][]int8) {
	if !s.local || !s.usable() {
		return "", nil
	}
	queue, behind := &s.long, []*Gate{&s.gate, &s.short.gate}
	if len(bodies) == 1 {
		queue, behind = &s.short, behind[:1]
	}
	defer queue.gate.Enter()()
	ctx, cancel := context.WithTimeout(ctx, saveTimeout)
	defer cancel()
	for i := range min(len(bodies), maxWhileSaving) {
		numbers, err := s.embedQueued(ctx, textOf(title, bodies, i), queue, behind)
		if err != nil {
			break // the worker will fail too, and log it
		}
		vectors = append(vectors, numbers)
	}
	return s.embedder.Model(), vectors
}

// embedQueued waits in a queue and embeds a passage that is being saved.
func (s *Service) embedQueued(ctx context.Context, t Text, q *queue, behind []*Gate) ([]int8, error) {
	release, err := q.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.embedOne(ctx, t, behind...)
}

// embedOne returns the vector of a passage from a local model and yields to the gates.
func (s *Service) embedOne(ctx context.Context, t Text, behind ...*Gate) ([]int8, error) {
	y, began := newYielder(behind...), time.Now()
	vectors, err := s.embed(WithYield(ctx, y.yield), []string{t.content()}, Passage)
	s.counts.spend(time.Since(began) - y.waited)
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// embed returns the quantised vectors of texts after checking their number and dimensions.
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
	s.counts.add(len(texts), as)
	quantised := make([][]int8, len(vectors))
	for i, v := range vectors {
		quantised[i] = vector.Quantise(v)
	}
	return quantised, nil
}

// learnLength asks the store for the dimensions of the model's vectors until it holds one.
func (s *Service) learnLength(ctx context.Context) error {
	if s.length.Load() != 0 {
		return nil
	}
	n, err := s.store.Length(ctx, s.embedder.Model())
	s.length.Store(int64(n))
	return err
}

// maxLength is more than any model has, and within the range of the scan's integers.
const maxLength = 1 << 14

// check compares vectors with the number of texts and with the stored dimensions.
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
		return unusable("vectors of %d numbers where those of %s have %d: another model needs another name",
			n, s.embedder.Model(), known)
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

// unusable returns a fault.Unavailable for a wrong answer: an operator can fix the endpoint.
func unusable(format string, args ...any) error {
	return fault.Wrap(fault.Unavailable, "The model gave an answer that can't be used",
		fmt.Errorf(format, args...))
}

// report logs the beginning or the end of an outage.
func (s *Service) report(began, ended string, err error) {
	if err != nil {
		s.log.Warn(began, "model", s.embedder.Model(), "error", err)
		return
	}
	s.log.Info(ended, "model", s.embedder.Model())
}

// outage holds whether the last call failed.
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
