package embed

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// leastLegible is the legibility from which a question can be read with an excerpt.
const leastLegible = 0.5

// Reads reports whether there is a reader that can be used and knows the language of the question.
func (s *Service) Reads(question string) bool {
	if !s.readable() {
		return false
	}
	reader, tells := s.reader.(Reader)
	return !tells || reader.Legibility(question, Question) >= leastLegible
}

// Read returns the readings of a question with the first excerpts, as many as were made before ctx
// ended or the reader failed; nil without a reader. It holds one of the slots of questions, and more
// where several excerpts are read at a time.
func (s *Service) Read(ctx context.Context, question string, excerpts []Excerpt) []Reading {
	if !s.readable() || ctx.Err() != nil {
		return nil
	}
	defer s.gate.Enter()()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return nil
	}
	began := time.Now()
	defer func() { s.counts.reading.Add(int64(time.Since(began))) }()
	readings, made := make([]Reading, len(excerpts)), make([]bool, len(excerpts))
	s.inTurn(len(excerpts), func(i int) bool {
		readings[i], made[i] = s.readOne(ctx, question, excerpts[i])
		return made[i]
	})
	if first := slices.Index(made, false); first >= 0 {
		return readings[:first]
	}
	return readings
}

// inTurn calls do with the numbers below n until it returns false: two at a time if a slot is free,
// more if one is left to other questions.
func (s *Service) inTurn(n int, do func(int) bool) {
	var next atomic.Int64
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			if !do(i) {
				next.Store(int64(n))
			}
		}
	}
	var beside sync.WaitGroup
	defer beside.Wait()
	for i := range n - 1 {
		if i > 0 && cap(s.slots)-len(s.slots) < 2 || !s.takeSlot() {
			break
		}
		beside.Go(func() {
			defer func() { <-s.slots }()
			work()
		})
	}
	work()
}

// takeSlot takes a slot, which is to be given back, if one is free.
func (s *Service) takeSlot() bool {
	select {
	case s.slots <- struct{}{}:
		return true
	default:
		return false
	}
}

// readOne reads an excerpt, and reports whether that succeeded in time.
func (s *Service) readOne(ctx context.Context, question string, e Excerpt) (Reading, bool) {
	reading, err := s.reader.Read(ctx, question, e)
	if ctx.Err() != nil {
		return Reading{}, false
	}
	if err == nil {
		err = reading.check()
	}
	if s.unread.changed(err) {
		s.reportReader(err)
	}
	if err != nil {
		return Reading{}, false
	}
	s.counts.read.Add(1)
	return reading, true
}

// check returns an error for a reading that is none, as of weights that were badly trained.
func (r Reading) check() error {
	if !(r.Answers >= 0 && r.Answers <= 1 && r.Relevance >= 0 && r.Relevance <= 1) {
		return unusable("the probabilities %v and %v", r.Answers, r.Relevance)
	}
	return nil
}

// readable reports whether there is a reader that can be used. Its first call warms the reader.
func (s *Service) readable() bool { return s.reader != nil && s.warmReader() }

// warmedReader reports whether the reader can be used, and logs if it can't.
func (s *Service) warmedReader() bool {
	err := s.reader.Warm()
	if err != nil {
		s.log.Warn("the reader can't be used, questions are answered without it", "model", s.reader.Model(), "error", err)
	}
	return err == nil
}

// reportReader logs the beginning or the end of an outage of the reader.
func (s *Service) reportReader(err error) {
	if err != nil {
		s.log.Warn("questions are answered without the reader", "model", s.reader.Model(), "error", err)
		return
	}
	s.log.Info("questions are answered with the reader again", "model", s.reader.Model())
}
