// Package related finds the memories that stand nearest to one, by the passages in which they meet:
// those that mean about the same, and those that share rare words.
package related

import (
	"cmp"
	"slices"

	"engram/internal/recall/lexical"
	"engram/internal/recall/segment"
)

const (
	// sampled is the number of passages of a long memory that are compared, spread over it.
	sampled = 6
	// bestOf is the number of passages that are compared exactly with each of them: the nearest by
	// their signs, and as many by words.
	bestOf = 64
	// meetings is the number of pairs of passages of one memory at most.
	meetings = 2
)

const (
	// wordsBeside and wordsAlone weigh the share of rare words that two passages have in common:
	// beside their nearness, and where one of them has no vector.
	wordsBeside, wordsAlone = 0.5, 2.5
	// Floor is the least score of what is shown as related: few memories of strangers reach it, see
	// docs/related.md.
	Floor = 0.42
)

// Meeting is a pair of passages: one of the memory that was asked for, one of another.
type Meeting struct {
	Here, There uint32 // numbers in the part of each
	Score       float64
}

// Near is a memory that is near.
type Near struct {
	segment.Ref
	Score    float64   // of its best meeting
	Meetings []Meeting // best first, at least one, of different passages
}

// Find returns at most limit memories that are near to one, the nearest first, none below the
// floor.
func Find(state *segment.State, of segment.Ref, limit int, floor float64) ([]Near, error) {
	f := finder{state: state, of: of, floor: floor, near: make(map[segment.Ref]*Near)}
	for _, part := range state.Parts {
		f.parts = append(f.parts, part.Lexical())
	}
	first, end := state.Parts[of.Part].Words.Group(of.Memory)
	for _, doc := range spread(first, end) {
		if err := f.from(doc); err != nil {
			return nil, err
		}
	}
	return f.best(limit), nil
}

// spread returns up to sampled of the passages in [first, end), evenly.
func spread(first, end uint32) (docs []uint32) {
	n := min(end-first, sampled)
	for i := range n {
		docs = append(docs, first+i*(end-first)/n)
	}
	return docs
}

// finder collects the memories that are near.
type finder struct {
	state *segment.State
	of    segment.Ref
	floor float64
	parts []lexical.Part
	near  map[segment.Ref]*Near
}

// place is a passage of the index.
type place struct {
	part int
	doc  uint32
}

func (f *finder) from(doc uint32) error {
	words, err := newWords(f.state.Parts[f.of.Part], f.parts, doc)
	if err != nil {
		return err
	}
	defer words.release()
	meaning, err := newMeaning(f.state, place{f.of.Part, doc}, f.out)
	if err != nil {
		return err
	}
	candidates, err := meaning.best(f.out)
	if err != nil {
		return err
	}
	candidates = append(candidates, words.best(f.out)...)
	slices.SortFunc(candidates, func(a, b place) int { return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.doc, b.doc)) })
	for _, at := range slices.Compact(candidates) {
		score, err := meaning.nearness(at)
		if err != nil {
			return err
		}
		if share := words.share(at); score == unknown {
			score = wordsAlone * share
		} else {
			score += wordsBeside * share
		}
		f.add(at, Meeting{Here: doc, There: at.doc, Score: score})
	}
	return nil
}

// outside reports whether a memory is not to be found.
type outside func(part int, memory uint32) bool

// out reports whether a memory is deleted, or the one that was asked for.
func (f *finder) out(part int, memory uint32) bool {
	return f.state.Parts[part].Dead.Has(memory) || f.of == segment.Ref{Part: part, Memory: memory}
}

// add keeps a meeting if it is among the best of its memory; a passage meets once.
func (f *finder) add(at place, m Meeting) {
	if m.Score < f.floor {
		return
	}
	ref := segment.Ref{Part: at.part, Memory: f.state.Parts[at.part].Words.GroupOf(at.doc)}
	near := f.near[ref]
	if near == nil {
		near = &Near{Ref: ref}
		f.near[ref] = near
	}
	near.Meetings = append(near.Meetings, m)
}

func (f *finder) best(limit int) []Near {
	all := make([]Near, 0, len(f.near))
	for _, n := range f.near {
		n.Meetings = apart(n.Meetings)
		n.Score = n.Meetings[0].Score
		all = append(all, *n)
	}
	slices.SortFunc(all, func(a, b Near) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Memory, b.Memory))
	})
	return all[:min(len(all), limit)]
}

// apart returns the best meetings, no passage in two of them.
func apart(all []Meeting) (kept []Meeting) {
	slices.SortFunc(all, func(a, b Meeting) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Here, b.Here), cmp.Compare(a.There, b.There))
	})
	for _, m := range all {
		taken := func(k Meeting) bool { return k.Here == m.Here || k.There == m.There }
		if len(kept) < meetings && !slices.ContainsFunc(kept, taken) {
			kept = append(kept, m)
		}
	}
	return kept
}
