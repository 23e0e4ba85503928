package recall

import (
	"fmt"
	"slices"

	"engram/internal/recall/lexical"
)

// CompactFrom sets how many passages must be gone before the index drops them.
func CompactFrom(passages int) Option { return func(e *Engine) { e.compactFrom = passages } }

// Passages returns the ids of the n best passages of all memories, as "memory:ord": what a search would rank if it had
// no memories to gather them in. The user must have been searched for before.
func (e *Engine) Passages(userID, question string, n int) []string {
	x := e.open(userID).index
	scores := x.words.Search(lexical.Query{Terms: x.terms(question)})
	defer scores.Release()
	var best []ranked
	for _, group := range scores.Groups {
		for i, doc := range x.memories[group].passages {
			if scores.Doc[doc].Holds != 0 {
				id := fmt.Sprintf("%s:%d", x.memories[group].id, x.passages[doc].Ord)
				best = append(best, ranked{group: group, id: id, score: x.score(scores, group, i)})
			}
		}
	}
	slices.SortFunc(best, ranked.compare)
	var ids []string
	for _, r := range best[:min(len(best), n)] {
		ids = append(ids, r.id)
	}
	return ids
}
