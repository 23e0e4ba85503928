// Package suggest proposes tags for a memory. Nothing is applied by itself.
package suggest

import (
	"cmp"
	"context"
	"slices"

	"engram/internal/lang"
	"engram/internal/memory"
	"engram/internal/recall"
)

const (
	// Most is the number of tags that are proposed at most.
	Most = 3

	neighbours = 20   // memories whose tags are considered
	floor      = 0.15 // least nearness of these
	evidence   = 0.05 // least weight of a tag
)

// Index knows what is near to a memory, and which of its phrases set it apart.
type Index interface {
	// Related returns at most limit memories that are as near to one as the floor, the nearest first.
	Related(ctx context.Context, userID, memoryID string, limit int, floor float64) ([]recall.Related, error)
	// Phrases returns at most limit phrases of a memory, the most telling first.
	Phrases(ctx context.Context, userID, memoryID string, limit int) ([]string, error)
}

// Memories reads memories.
type Memories interface {
	// ByIDs returns the user's memories with these ids, in that order.
	ByIDs(ctx context.Context, userID string, ids []string) ([]memory.Memory, error)
}

// Tag is a proposal.
type Tag struct {
	Name  string
	Known bool // the user has it on other memories
}

// Service proposes tags.
type Service struct {
	index    Index
	memories Memories
}

// New returns a Service.
func New(index Index, memories Memories) *Service { return &Service{index, memories} }

// Tags returns up to Most tags that a memory lacks: first those of the memories that are nearest to
// it, then phrases of its own text.
func (s *Service) Tags(ctx context.Context, m memory.Memory) ([]Tag, error) {
	known, err := s.known(ctx, m)
	if err != nil {
		return nil, err
	}
	proposed := known[:min(len(known), Most)]
	if len(proposed) == Most {
		return proposed, nil
	}
	phrases, err := s.index.Phrases(ctx, m.UserID, m.ID, 2*Most)
	for _, name := range phrases {
		if len(proposed) < Most && !has(m.Tags, name) && !slices.ContainsFunc(proposed, func(t Tag) bool { return key(t.Name) == key(name) }) {
			proposed = append(proposed, Tag{Name: name})
		}
	}
	return proposed, err
}

// known returns the tags of the nearest memories, those of the most and the nearest first.
func (s *Service) known(ctx context.Context, m memory.Memory) ([]Tag, error) {
	near, err := s.index.Related(ctx, m.UserID, m.ID, neighbours, floor)
	if err != nil || len(near) == 0 {
		return nil, err
	}
	ids, scores := make([]string, len(near)), make(map[string]float64)
	for i, n := range near {
		ids[i], scores[n.MemoryID] = n.MemoryID, n.Score
	}
	found, err := s.memories.ByIDs(ctx, m.UserID, ids)
	if err != nil {
		return nil, err
	}
	weights, names := make(map[string]float64), make(map[string]string)
	for _, neighbour := range found {
		for _, name := range neighbour.Tags {
			if !has(m.Tags, name) {
				weights[key(name)] += scores[neighbour.ID] * scores[neighbour.ID]
				names[key(name)] = cmp.Or(names[key(name)], name)
			}
		}
	}
	var tags []Tag
	for k, name := range names {
		if weights[k] >= evidence {
			tags = append(tags, Tag{name, true})
		}
	}
	slices.SortFunc(tags, func(a, b Tag) int {
		return cmp.Or(cmp.Compare(weights[key(b.Name)], weights[key(a.Name)]), cmp.Compare(a.Name, b.Name))
	})
	return tags, nil
}

// key is the same for all spellings of a tag.
func key(name string) string { return lang.Fold(name) }

func has(tags []string, name string) bool {
	return slices.ContainsFunc(tags, func(t string) bool { return key(t) == key(name) })
}
