package embed

import (
	"context"
	"time"

	"engram/internal/recall/vector"
)

// Near returns the cosine between a question and each of some short texts, weighted by legibility;
// 0 for a text without meaning. It returns nil if a local model can't do so before ctx ends or is
// busy with questions, and always for a remote model. The cache is per user, so timing reveals
// nothing about other users' texts.
func (s *Service) Near(ctx context.Context, userID, question string, texts []string) []float64 {
	if !s.local || !s.usable() || len(texts) == 0 {
		return nil
	}
	asked, found := s.questions.Get(keyOf(question)) // usually cached by the search before
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
	if !s.embedSentences(ctx, userID, texts, unread, meant) {
		return nil
	}
	near, legible := make([]float64, len(texts)), LegibilityTo(s.embedder, Passage)
	for i, v := range meant {
		near[i] = legible(texts[i]) * cosine(asked, v)
	}
	return near
}

// embedSentences fills in the vectors of the unread texts, caches them and reports success.
func (s *Service) embedSentences(ctx context.Context, userID string, texts []string, unread []int, meant [][]int8) bool {
	if len(unread) == 0 {
		return true
	}
	ask := make([]string, len(unread))
	for n, i := range unread {
		ask[n] = texts[i]
	}
	defer s.gate.Enter()()
	if !s.takeSlot() {
		return false
	}
	defer func() { <-s.slots }()
	began := time.Now()
	defer func() { s.counts.spend(time.Since(began)) }()
	// as Question, so that illegible text is near nothing
	vectors, err := s.embedder.Embed(ctx, ask, Question)
	if err != nil || s.check(vectors, len(ask)) != nil {
		return false
	}
	for n, i := range unread {
		meant[i] = vector.Quantise(vectors[n])
		s.sentences.Add(keyOf(userID+"\n"+texts[i]), meant[i])
	}
	return true
}

// Legibility returns how well the model can read a question, from 0 to 1.
func (s *Service) Legibility(question string) float64 {
	return LegibilityTo(s.embedder, Question)(question)
}

// cosine compares vectors, whose length need not be that of a row.
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
