package segment

import (
	"cmp"
	"engram/internal/lang"
	"engram/internal/recall/lexical"
	"slices"
)

// State is an immutable snapshot of the index: searches read one while the next is made.
type State struct {
	Seq   int64 // of the last change included
	Parts []*Part
	Dims  int // of the vectors; 0: none yet
}

// Ref locates a memory in a state.
type Ref struct {
	Part   int
	Memory uint32
}

// Find locates the memory with the id.
func (s *State) Find(id string) (Ref, bool) {
	for i, p := range s.Parts {
		if m, found := p.Find(id); found {
			return Ref{i, m}, true
		}
	}
	return Ref{}, false
}

// Live counts what is not deleted.
func (s *State) Live() (live lexical.Stats) {
	for _, p := range s.Parts {
		live = live.Plus(p.Live)
	}
	return live
}

// Langs counts live passages by language.
func (s *State) Langs() (langs [lang.Count]int) {
	for _, p := range s.Parts {
		for lang, n := range p.Langs {
			langs[lang] += n
		}
	}
	return langs
}

// Spoken returns the languages of live passages, most frequent first, and English.
func (s *State) Spoken() []lang.Lang {
	count := s.Langs()
	langs := []lang.Lang{lang.English}
	for l := lang.English + 1; l < lang.Count; l++ {
		if count[l] > 0 {
			langs = append(langs, l)
		}
	}
	slices.SortStableFunc(langs, func(a, b lang.Lang) int { return cmp.Compare(count[b], count[a]) })
	return langs
}

// Lexical returns the parts for package lexical.
func (s *State) Lexical() []lexical.Part {
	parts := make([]lexical.Part, len(s.Parts))
	for i, p := range s.Parts {
		parts[i] = p.Lexical()
	}
	return parts
}

// Held returns the heap used, without mapped files.
func (s *State) Held() (held int64) {
	const lateOverhead, partOverhead = 64, 1 << 10
	for _, p := range s.Parts {
		held += partOverhead + p.file.Held() + int64(8*len(p.Dead)) + int64(len(p.Late)*(s.Dims+lateOverhead))
	}
	return held
}

// Batch is the effect of some changes.
type Batch struct {
	Seq  int64 // of the last change
	Dims int
	Gone []Ref
	Late map[Ref]map[uint32][]int8 // vectors for indexed passages, by memory and passage
	From int64                     // the first change with one of Late
	New  []Memory                  // whole memories; not in the state, unless in Gone
}

// apply returns the next state.
func (s *State) apply(b Batch) (*State, error) {
	next := &State{Seq: b.Seq, Dims: b.Dims}
	gone := make([][]uint32, len(s.Parts))
	for _, ref := range b.Gone {
		gone[ref.Part] = append(gone[ref.Part], ref.Memory)
	}
	late := make([]map[uint32][]int8, len(s.Parts))
	for ref, vectors := range b.Late {
		if late[ref.Part] == nil {
			late[ref.Part] = make(map[uint32][]int8)
		}
		for doc, v := range vectors {
			late[ref.Part][doc] = v
		}
	}
	for i, p := range s.Parts {
		changed, err := p.with(late[i], b.From).without(gone[i])
		if err != nil {
			return nil, err
		}
		next.Parts = append(next.Parts, changed)
	}
	if len(b.New) == 0 {
		return next, nil
	}
	fresh, err := Build(b.New, b.Dims)
	if err != nil {
		return nil, err
	}
	next.Parts = append(next.Parts, newPart(fresh))
	return next, nil
}

// files returns the parts in files, and those in memory.
func (s *State) files() (files, held []*Part) {
	for _, p := range s.Parts {
		if p.name != "" {
			files = append(files, p)
		} else {
			held = append(held, p)
		}
	}
	return files, held
}

// persisted returns the change up to which files are complete if no part is in memory: late vectors
// are replayed.
func (s *State) persisted() int64 {
	seq := s.Seq
	for _, p := range s.Parts {
		if len(p.Late) > 0 {
			seq = min(seq, p.lateSeq-1)
		}
	}
	return seq
}
