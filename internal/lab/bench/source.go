package bench

import (
	"context"

	"engram/internal/recall"
	"engram/internal/recall/vector"
)

// source is a recall.Source that makes passages when they are asked for.
type source struct {
	corpus   *corpus
	passages int  // of each user
	mute     bool // without vectors
	wide     bool // with vectors of twice the size, as two encoders make them
}

// LastSeq implements recall.Source.
func (s source) LastSeq(ctx context.Context, _ string) (int64, error) {
	return int64(s.passages), ctx.Err()
}

// Changes implements recall.Source.
func (s source) Changes(ctx context.Context, userID string, after int64, limit int) ([]recall.Change, error) {
	var changes []recall.Change
	for i := int(after); i < min(s.passages, int(after)+limit); i++ {
		p := s.corpus.passage(userID, i)
		if !s.mute {
			p.Vector, p.Model = vector.Quantise(s.corpus.meaning(userID, i)), model
		}
		if s.wide {
			p.Vector = append(p.Vector, p.Vector...)
		}
		changes = append(changes, recall.Change{Seq: int64(i) + 1, Passage: p})
	}
	return changes, ctx.Err()
}

// kept returns a source that has a user's first passages in memory, so that making them is not measured.
func (s source) kept(ctx context.Context, userID string) (recall.Source, error) {
	changes, err := s.Changes(ctx, userID, 0, s.passages)
	return log(changes), err
}

// log is a recall.Source of one user's changes.
type log []recall.Change

// LastSeq implements recall.Source.
func (l log) LastSeq(ctx context.Context, _ string) (int64, error) { return int64(len(l)), ctx.Err() }

// Changes implements recall.Source.
func (l log) Changes(ctx context.Context, _ string, after int64, limit int) ([]recall.Change, error) {
	return l[after:min(len(l), int(after)+limit)], ctx.Err()
}
