package recall

import (
	"context"
	"slices"
	"strings"

	"engram/internal/recall/segment"
)

// Newest returns the user's memories of the query's kind and time, those that were saved last first, each with its first
// passage, and how many there are in all. What the query says and means is not asked. It sees and fails as Search does.
func (e *Engine) Newest(ctx context.Context, userID string, q Query) (matches []Match, total int, err error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	err = e.read(ctx, userID, func(state *segment.State) error {
		matches, total, err = newest(state, q)
		return err
	})
	return matches, total, err
}

func newest(state *segment.State, q Query) (matches []Match, total int, err error) {
	s := &search{Query: q, state: state, left: filter(state, q)}
	var first []candidate
	for part, p := range state.Parts {
		for m := range uint32(p.Memories()) {
			if s.out(part, m) {
				continue
			}
			total++
			c := candidate{part: part, memory: m}
			if at, _ := slices.BinarySearchFunc(first, c, s.older); at < q.Limit {
				first = slices.Insert(first, at, c)
				first = first[:min(len(first), q.Limit)]
			}
		}
	}
	for _, c := range first {
		m, err := s.beginning(c)
		if err != nil {
			return nil, 0, err
		}
		matches = append(matches, m)
	}
	return matches, total, nil
}

// older puts what was saved last first, of one moment the higher id.
func (s *search) older(a, b candidate) int {
	one, other := s.state.Parts[a.part], s.state.Parts[b.part]
	if c := other.CreatedAt(b.memory).Compare(one.CreatedAt(a.memory)); c != 0 {
		return c
	}
	return strings.Compare(other.ID(b.memory), one.ID(a.memory))
}

// beginning is a memory with its first passage.
func (s *search) beginning(c candidate) (Match, error) {
	c.doc, _ = s.state.Parts[c.part].Words.Group(c.memory)
	p, err := s.passage(c, s.state.Parts[c.part].Head(c.memory))
	return Match{MemoryID: p.MemoryID, Passages: []Hit{{Passage: p}}}, err
}
