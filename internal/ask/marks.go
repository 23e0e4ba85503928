package ask

import (
	"cmp"
	"context"
	"slices"

	"engram/internal/recall"
)

// Highlights are the words that people marked in memories.
type Highlights interface {
	// Quotes returns the user's highlighted words of some memories, by memory, the newest first.
	Quotes(ctx context.Context, userID string, memoryIDs []string) (map[string][]string, error)
}

// marks returns what the person marked in the matches. An answer without it is as right.
func (s *Service) marks(ctx context.Context, userID string, found finding) map[string][]string {
	if s.Highlights == nil || len(found.matches) == 0 {
		return nil
	}
	ids := make([]string, len(found.matches))
	for i, m := range found.matches {
		ids[i] = m.MemoryID
	}
	quotes, err := s.Highlights.Quotes(ctx, userID, ids)
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("an answer was written without the highlights", "error", err)
	}
	return quotes
}

// written returns matches whose scores leave out what remarks contribute: those help to find a
// memory, and are no evidence of what it says.
func written(matches []recall.Match) []recall.Match {
	all := slices.Clone(matches)
	for i, m := range all {
		remarked := func(h recall.Hit) bool { return h.Remarked > 0 }
		if !slices.ContainsFunc(m.Passages, remarked) {
			continue
		}
		hits := slices.Clone(m.Passages)
		for j := range hits {
			hits[j].Score -= hits[j].Remarked
		}
		byScore := func(a, b recall.Hit) int { return cmp.Compare(a.Score, b.Score) }
		all[i].Passages, all[i].Score = hits, slices.MaxFunc(hits, byScore).Score
	}
	return all
}
