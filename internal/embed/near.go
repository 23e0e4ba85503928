package embed

import (
	"context"
	"time"

	"engram/internal/recall/vector"
)

// Near returns the cosine between what a question means and what each of some short texts does, in order, 0 for one that
// means nothing. It is nil when a local model can't tell all of it before ctx ends, and when it is busy with the questions of
// others, which must not wait for it; another model is not asked.
func (s *Service) Near(ctx context.Context, question string, texts []string) []float64 {
	if !s.local || !s.usable() || len(texts) == 0 {
		return nil
	}
	asked, found := s.recent.get(keyOf(question)) // as a rule it was just searched for
	if !found {
		asked = s.Question(ctx, question, true)
	}
	if asked == nil {
		return nil
	}
	defer s.gate.Enter()()
	select {
	case s.asking <- struct{}{}:
		defer func() { <-s.asking }()
	default:
		return nil
	}
	began := time.Now()
	defer func() { s.counts.spend(time.Since(began)) }()
	vectors, err := s.embedder.Embed(ctx, texts, Question) // so that what the model can't read is near to nothing
	if err != nil || s.check(vectors, len(texts)) != nil {
		return nil
	}
	near := make([]float64, len(texts))
	for i, v := range vectors {
		near[i] = cosine(asked, vector.Quantise(v))
	}
	return near
}

// cosine compares vectors as they come, whose length need not be one of a row.
func cosine(a, b []int8) float64 {
	length := vector.Norm(a) * vector.Norm(b)
	if length == 0 || len(a) != len(b) {
		return 0
	}
	dot := 0
	for i := range a {
		dot += int(a[i]) * int(b[i])
	}
	return float64(dot) / length
}
