package recall

import (
	"context"

	"engram/internal/recall/related"
	"engram/internal/recall/segment"
)

// Related is a memory that stands near to another.
type Related struct {
	MemoryID string
	Score    float64
	Because  []Meeting // best first, at least one
}

// Meeting is a pair of passages that mean about the same or share rare words.
type Meeting struct{ Here, There Passage }

// RelatedFloor is the least score of what is shown as related.
const RelatedFloor = related.Floor

// Related returns at most limit of the user's memories that are as near to one as the floor, the
// nearest first; none if the memory is not in the index.
func (e *Engine) Related(ctx context.Context, userID, memoryID string, limit int, floor float64) (found []Related, err error) {
	err = e.read(ctx, userID, func(state *segment.State) error {
		found = nil
		of, known := state.Find(memoryID)
		if !known {
			return nil
		}
		near, err := related.Find(state, of, limit, floor)
		for _, n := range near {
			r := Related{MemoryID: state.Parts[n.Part].Head(n.Memory).ID, Score: n.Score}
			for _, m := range n.Meetings {
				met, err := meeting(state, of, n.Ref, m)
				if err != nil {
					return err
				}
				r.Because = append(r.Because, met)
			}
			found = append(found, r)
		}
		return err
	})
	return found, err
}

// meeting reads the passages of a meeting.
func meeting(state *segment.State, of, with segment.Ref, m related.Meeting) (met Meeting, err error) {
	s := search{state: state}
	head := func(r segment.Ref) segment.Memory { return state.Parts[r.Part].Head(r.Memory) }
	if met.Here, err = s.passage(candidate{part: of.Part, doc: m.Here}, head(of)); err != nil {
		return met, err
	}
	met.There, err = s.passage(candidate{part: with.Part, doc: m.There}, head(with))
	return met, err
}

// Phrases returns at most limit phrases of a memory, of one to three words as they are written,
// that set it apart from the user's others; none if it is not in the index.
func (e *Engine) Phrases(ctx context.Context, userID, memoryID string, limit int) (phrases []string, err error) {
	err = e.read(ctx, userID, func(state *segment.State) (err error) {
		if of, known := state.Find(memoryID); known {
			phrases, err = related.Phrases(state, of, limit)
		}
		return err
	})
	return phrases, err
}
