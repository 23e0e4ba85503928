package embed

import (
	"context"
	"errors"
	"time"

	"engram/internal/fault"
)

const (
	maxBatch  = 32               // texts of one call
	batchTime = 50 * time.Second // of one call; a large model on a small machine is slow
	pollEvery = 5 * time.Second  // for what other nodes saved
	saveEvery = time.Second      // what a crash may cost of what a local model has read

	firstPause, lastPause = time.Second, time.Minute // between tries, doubled each time
	maxRetryAfter         = 10 * time.Minute         // however long the model asks to wait

	leaseName = "embed"
	leaseTime = time.Minute // how long the passages wait when a node that embeds them dies
)

// Wake has Run look for passages at once. It never blocks.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// Run embeds, until ctx ends, every passage that the model has not seen. Of several nodes one does so at a time.
func (s *Service) Run(ctx context.Context) {
	if !s.usable() {
		return
	}
	if s.local {
		defer spareProcessor()()
	}
	w := &worker{Service: s}
	defer w.endLease(ctx)
	for {
		more, err := w.batch(ctx)
		if ctx.Err() != nil {
			return
		}
		switch w.note(err); {
		case err != nil:
			w.wait(ctx, max(w.pause, retryAfter(err)), nil)
		case !more:
			w.wait(ctx, pollEvery, w.wake)
		}
	}
}

// worker is a run.
type worker struct {
	*Service
	after  string        // the user whose passage came last
	leased time.Time     // until when the lease is held
	pause  time.Duration // after the last failure; 0: it succeeded
}

// note reckons the pause after a batch, and tells when an outage begins or ends.
func (w *worker) note(err error) {
	if (err != nil) != (w.pause > 0) {
		w.report("passages stay without meaning for now", "passages get their meaning again", err)
	}
	if err == nil {
		w.pause = 0
		return
	}
	w.pause = min(max(2*w.pause, firstPause), lastPause)
}

// retryAfter is what the model asks for, within reason.
func retryAfter(err error) time.Duration {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return min(f.RetryAfter, maxRetryAfter)
	}
	return 0
}

// wait ends early with ctx, or when a passage was saved if wake is given.
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
		return true, w.readSingly(ctx, texts)
	}
	return true, w.read(ctx, texts)
}

// lease makes sure that no other node embeds at the same time. Where clocks disagree two may, which costs calls and harms
// nothing: a vector is saved to the passage that was read, or not at all.
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

// endLease lets another node go on at once.
func (w *worker) endLease(ctx context.Context) {
	if w.leased.IsZero() {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if err := w.store.EndLease(ctx, leaseName, w.holder); err != nil {
		w.log.Warn("the lease was not given back", "error", err)
	}
}

// readSingly embeds texts one after another and saves their vectors, at the latest once a second.
func (w *worker) readSingly(ctx context.Context, texts []Text) error {
	for len(texts) > 0 {
		if held, err := w.lease(ctx); !held {
			return err
		}
		numbers, err := w.reckonSome(ctx, texts)
		if err := w.save(ctx, texts[:len(numbers)], numbers); err != nil {
			return err
		}
		texts = texts[len(numbers):]
		if fault.KindOf(err) == fault.Invalid {
			err = w.giveUp(ctx, texts[0], err)
			texts = texts[1:]
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reckonSome returns what the first of the texts mean: as many as a second is enough for, at low priority.
func (w *worker) reckonSome(ctx context.Context, texts []Text) (numbers [][]int8, err error) {
	ends := w.now().Add(saveEvery)
	lowly(func() {
		for _, t := range texts {
			var n []int8
			if n, err = w.reckon(ctx, t, &w.gate, &w.short.gate, &w.long.gate); err != nil {
				return
			}
			if numbers = append(numbers, n); w.now().After(ends) {
				return
			}
		}
	})
	return numbers, err
}

// read embeds texts and saves their vectors. When the model refuses, it halves them until the one that is to blame stands
// alone, so that the others get theirs.
func (w *worker) read(ctx context.Context, texts []Text) error {
	contents := make([]string, len(texts))
	for i, t := range texts {
		contents[i] = t.content()
	}
	numbers, err := w.embedPatiently(ctx, contents)
	switch {
	case err == nil:
		return w.save(ctx, texts, numbers)
	case fault.KindOf(err) != fault.Invalid:
		return err
	case len(texts) == 1:
		return w.giveUp(ctx, texts[0], err)
	}
	half := len(texts) / 2
	if err := w.read(ctx, texts[:half]); err != nil {
		return err
	}
	return w.read(ctx, texts[half:])
}

func (w *worker) embedPatiently(ctx context.Context, contents []string) ([][]int8, error) {
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
		if i == 0 || v.UserID != vectors[i-1].UserID { // users come in turn
			w.saved(ctx, v.UserID)
		}
	}
	return nil
}

// harmless is a text that every model takes.
const harmless = "hello"

// giveUp leaves a text without a vector, if it is the text that the model refuses: one that refuses everything is set up
// wrongly, and no passage pays for that.
func (w *worker) giveUp(ctx context.Context, t Text, refusal error) error {
	if _, err := w.embedPatiently(ctx, []string{harmless}); err != nil {
		return fault.Wrap(fault.Unavailable, "The embedding model takes no text", err)
	}
	w.log.Info("a passage stays without meaning", "user", t.UserID, "seq", t.Seq, "model", w.embedder.Model(), "error", refusal)
	return w.save(ctx, []Text{t}, [][]int8{nil})
}
