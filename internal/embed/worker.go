package embed

import (
	"context"
	"errors"
	"time"

	"engram/internal/fault"
	"engram/internal/usage"
)

const (
	maxBatch  = 32               // texts of one call
	batchTime = 50 * time.Second // a large model on a small machine is slow
	pollEvery = 5 * time.Second  // finds what other nodes saved
	saveEvery = time.Second      // how much work of a local model a crash may cost

	minBackoff, maxBackoff = time.Second, time.Minute // doubled after each failure
	maxRetryAfter          = 10 * time.Minute         // caps a Retry-After of the model

	leaseName = "embed"
	leaseTime = time.Minute // other nodes wait this long after a node died
)

// Wake makes Run look for passages now. It never blocks.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default: // a wake-up is pending
	}
}

// Run warms the models and embeds the passages that the embedder has not processed, until ctx ends.
// One node embeds at a time.
func (s *Service) Run(ctx context.Context) {
	usable := s.usable()
	s.readable()
	if !usable {
		return
	}
	if s.local {
		defer reserveCPU()()
	}
	w := &worker{Service: s}
	defer w.endLease(ctx)
	for {
		more, err := w.batch(ctx)
		if ctx.Err() != nil {
			return
		}
		switch w.backOff(err); {
		case err != nil:
			w.wait(ctx, max(w.backoff, retryAfter(err)), nil)
		case !more:
			w.wait(ctx, pollEvery, w.wake)
		}
	}
}

// worker is the state of one Run.
type worker struct {
	*Service
	after   string        // user of the last passage; the next batch starts after them
	leased  time.Time     // expiry of the lease
	backoff time.Duration // 0 after a success
}

// backOff sets the backoff after a batch and logs the beginning and the end of an outage.
func (w *worker) backOff(err error) {
	if (err != nil) != (w.backoff > 0) {
		w.report("passages stay without meaning for now", "passages get their meaning again", err)
	}
	if err == nil {
		w.backoff = 0
		return
	}
	w.backoff = min(max(2*w.backoff, minBackoff), maxBackoff)
}

// retryAfter returns the Retry-After of the model's error, at most maxRetryAfter.
func retryAfter(err error) time.Duration {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return min(f.RetryAfter, maxRetryAfter)
	}
	return 0
}

// wait returns after pause, when ctx ends, or when wake receives.
func (w *worker) wait(ctx context.Context, pause time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	case <-wake:
	}
}

// batch embeds the next passages and reports whether there may be more.
func (w *worker) batch(ctx context.Context) (more bool, err error) {
	texts, err := w.store.Unembedded(ctx, w.embedder.Model(), w.after, !w.local, maxBatch)
	if err != nil || len(texts) == 0 {
		return false, err
	}
	if held, err := w.lease(ctx); !held {
		return false, err
	}
	w.after = texts[len(texts)-1].UserID
	if w.local {
		return true, w.embedLocally(ctx, texts)
	}
	return true, w.embedBatch(ctx, texts)
}

// lease makes sure that one node embeds at a time. If clocks disagree two may, which is harmless:
// SaveVectors skips a passage that has changed.
func (w *worker) lease(ctx context.Context) (held bool, err error) {
	now := w.now()
	if w.leased.Sub(now) > leaseTime/2 {
		return true, nil
	}
	ends := now.Add(leaseTime)
	if held, err = w.store.Lease(ctx, leaseName, w.holder, now, ends); held {
		w.leased = ends
	}
	return held, err
}

// endLease lets another node take over at once.
func (w *worker) endLease(ctx context.Context) {
	if w.leased.IsZero() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := w.store.EndLease(ctx, leaseName, w.holder); err != nil {
		w.log.Warn("the lease was not released", "error", err)
	}
}

// embedLocally embeds texts one after the other and saves their vectors at least once a second.
func (w *worker) embedLocally(ctx context.Context, texts []Text) error {
	for len(texts) > 0 {
		if held, err := w.lease(ctx); !held {
			return err
		}
		numbers, err := w.embedForASecond(ctx, texts)
		if err := w.save(ctx, texts[:len(numbers)], numbers); err != nil {
			return err
		}
		texts = texts[len(numbers):]
		if fault.KindOf(err) == fault.Invalid {
			err = w.skip(ctx, texts[0], err)
			texts = texts[1:]
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// embedForASecond embeds the first of the texts at low priority, until saveEvery has passed.
func (w *worker) embedForASecond(ctx context.Context, texts []Text) (numbers [][]int8, err error) {
	ends := w.now().Add(saveEvery)
	runNice(func() {
		for _, t := range texts {
			var n []int8
			if n, err = w.embedOne(ctx, t, &w.gate, &w.short.gate, &w.long.gate); err != nil {
				return
			}
			if numbers = append(numbers, n); w.now().After(ends) {
				return
			}
		}
	})
	return numbers, err
}

// embedBatch embeds texts and saves their vectors. If the model refuses a batch, it bisects it
// until the text at fault is alone, so that the others get their vectors.
func (w *worker) embedBatch(ctx context.Context, texts []Text) error {
	contents := make([]string, len(texts))
	for i, t := range texts {
		contents[i] = t.content()
	}
	metered, meter := usage.Metered(ctx)
	numbers, err := w.embedWithTimeout(metered, contents)
	if err == nil || fault.KindOf(err) == fault.Invalid { // which the model has read
		w.record(ctx, callsOf(texts, contents), meter)
	}
	switch {
	case err == nil:
		return w.save(ctx, texts, numbers)
	case fault.KindOf(err) != fault.Invalid:
		return err
	case len(texts) == 1:
		return w.skip(ctx, texts[0], err)
	}
	half := len(texts) / 2
	if err := w.embedBatch(ctx, texts[:half]); err != nil {
		return err
	}
	return w.embedBatch(ctx, texts[half:])
}

func (w *worker) embedWithTimeout(ctx context.Context, contents []string) ([][]int8, error) {
	ctx, cancel := context.WithTimeout(ctx, batchTime)
	defer cancel()
	began := w.now()
	numbers, err := w.embed(ctx, contents, Passage)
	w.counts.spend(w.now().Sub(began))
	return numbers, err
}

func (w *worker) save(ctx context.Context, texts []Text, numbers [][]int8) error {
	vectors := make([]Vector, len(texts))
	for i, t := range texts {
		vectors[i] = Vector{UserID: t.UserID, Seq: t.Seq, Numbers: numbers[i]}
	}
	if err := w.store.SaveVectors(ctx, w.embedder.Model(), vectors); err != nil {
		return err
	}
	for i, v := range vectors {
		if i == 0 || v.UserID != vectors[i-1].UserID { // texts are ordered by user
			w.saved(ctx, v.UserID)
		}
	}
	return nil
}

// probe is a text that every model accepts.
const probe = "hello"

// skip saves a refused text without a vector. If the model refuses the probe too, the text is not
// at fault and is kept for later.
func (w *worker) skip(ctx context.Context, t Text, refusal error) error {
	if _, err := w.embedWithTimeout(ctx, []string{probe}); err != nil {
		return fault.Wrap(fault.Unavailable, "The embedding model takes no text", err)
	}
	w.log.Info("a passage stays without meaning",
		"user", t.UserID, "seq", t.Seq, "model", w.embedder.Model(), "error", refusal)
	return w.save(ctx, []Text{t}, [][]int8{nil})
}
