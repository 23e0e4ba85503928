package embed

import (
	"context"
	"time"

	"engram/internal/recall/vector"
)

// Near returns the cosine between what a question means and what each of some short texts does, as far as the model can read
// the text, in order, 0 for one that means nothing. It is nil when a local model can't tell all of it before ctx ends, and
// when it is busy with the questions of others, which must not wait for it; another model is not asked. What a user's texts mean is remembered for that user alone:
// how long an answer takes tells nobody what others saved.
func (s *Service) Near(ctx context.Context, userID, question string, texts []string) []float64 {
	if !s.local || !s.usable() || len(texts) == 0 {
		return nil
	}
	asked, found := s.questions.Get(keyOf(question)) // as a rule it was just searched for
	if !found {
		asked = s.Question(ctx, question, true)
	}
	if asked == nil {
		return nil
	}
	meant := make([][]int8, len(texts))
	var unread []int // indexes of texts
	for i, text := range texts {
		var known bool
		if meant[i], known = s.sentences.Get(keyOf(userID + "\n" + text)); !known {
			unread = append(unread, i)
		}
	}
	if !s.readSentences(ctx, userID, texts, unread, meant) {
		return nil
	}
	near, legible := make([]float64, len(texts)), LegibilityTo(s.embedder, Passage)
	for i, v := range meant {
		near[i] = legible(texts[i]) * cosine(asked, v)
	}
	return near
}

// readSentences fills in what those of the texts mean, and remembers it. It reports whether that could be told.
func (s *Service) readSentences(ctx context.Context, userID string, texts []string, unread []int, meant [][]int8) bool {
	if len(unread) == 0 {
		return true
	}
	ask := make([]string, len(unread))
	for n, i := range unread {
		ask[n] = texts[i]
	}
	defer s.gate.Enter()()
	select {
	case s.asking <- struct{}{}:
		defer func() { <-s.asking }()
	default:
		return false
	}
	began := time.Now()
	defer func() { s.counts.spend(time.Since(began)) }()
	vectors, err := s.embedder.Embed(ctx, ask, Question) // so that what the model can't read is near to nothing
	if err != nil || s.check(vectors, len(ask)) != nil {
		return false
	}
	for n, i := range unread {
		meant[i] = vector.Quantise(vectors[n])
		s.sentences.Add(keyOf(userID+"\n"+texts[i]), meant[i])
	}
	return true
}

// Legibility says how well the model can read a question, from 0 to 1.
func (s *Service) Legibility(question string) float64 {
	return LegibilityTo(s.embedder, Question)(question)
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
