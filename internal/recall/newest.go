package recall

import (
	"context"
	"slices"
	"strings"

	"engram/internal/recall/segment"
)

// Newest returns the user's memories that pass the filters, newest first, each with its first
// passage, and their total number. Text and Vector are ignored. It is as up to date as Search.
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
	s := &search{Query: q, state: state, excluded: filter(state, q)}
	var first []candidate
	for part, p := range state.Parts {
		for m := range uint32(p.Memories()) {
			if s.out(part, m) {
				continue
			}
			total++
			c := candidate{part: part, memory: m}
			if at, _ := slices.BinarySearchFunc(first, c, s.newerFirst); at < q.Limit {
				first = slices.Insert(first, at, c)
				first = first[:min(len(first), q.Limit)]
			}
		}
	}
	for _, c := range first {
		m, err := s.opening(c)
		if err != nil {
			return nil, 0, err
		}
		matches = append(matches, m)
	}
	return matches, total, nil
}

// newerFirst orders by time saved, newest first, ties by the higher id.
func (s *search) newerFirst(a, b candidate) int {
	one, other := s.state.Parts[a.part], s.state.Parts[b.part]
	if c := other.CreatedAt(b.memory).Compare(one.CreatedAt(a.memory)); c != 0 {
		return c
	}
	return strings.Compare(other.ID(b.memory), one.ID(a.memory))
}

// opening returns a memory with its first passage.
func (s *search) opening(c candidate) (Match, error) {
	c.doc, _ = s.state.Parts[c.part].Words.Group(c.memory)
	p, err := s.passage(c, s.state.Parts[c.part].Head(c.memory))
	return Match{MemoryID: p.MemoryID, Passages: []Hit{{Passage: p}}}, err
}
