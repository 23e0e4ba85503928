package segment

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
)

const (
	sizeRatio = 2       // merge a segment with all smaller ones if these hold at least 1/sizeRatio of its passages
	deadShare = 4       // rewrite a segment if more than 1/deadShare of its passages are deleted
	lateMost  = 512     // or after that many late vectors, or changes since the first of them
	mostDocs  = 1 << 20 // passages of a merged segment: offsets in it have 32 bits
)

// Merging is a running merge.
type Merging struct {
	set    *Set
	name   string
	parts  []*Part
	dims   int
	seq    int64 // of the last change before it began
	merged *Segment
}

// Thoroughness says when a file is rewritten that could stay as it is.
type Thoroughness int

const (
	InTiers Thoroughness = iota // if much of it is deleted or lacks vectors
	Purged                      // also if any of it is deleted
	Settled                     // also if it lacks any vector
)

// Compact returns the next merge, nil if none is due.
func (s *Set) Compact(how Thoroughness) *Merging {
	files, _ := s.state.files()
	parts := s.state.due(files, how)
	if parts == nil {
		return nil
	}
	return &Merging{set: s, name: s.newName(), parts: parts, dims: s.state.Dims, seq: s.state.Seq}
}

// due returns the parts to merge, in tiers: there are O(log n) segments, and each passage is
// written O(log n) times.
func (s *State) due(files []*Part, how Thoroughness) []*Part {
	rest := 0
	for _, p := range files {
		if how >= Purged && p.dead() > 0 || how == Settled && len(p.Late) > 0 || p.dead()*deadShare > p.Docs() || len(p.Late) > lateMost ||
			len(p.Late) > 0 && s.Seq-p.lateSeq > lateMost {
			return []*Part{p}
		}
		rest += p.Live.Docs
	}
	bySize := slices.SortedStableFunc(slices.Values(files),
		func(a, b *Part) int { return cmp.Compare(b.Live.Docs, a.Live.Docs) })
	for i, p := range bySize {
		rest -= p.Live.Docs
		if p.Live.Docs < mostDocs && rest*sizeRatio > p.Live.Docs {
			return bySize[i:]
		}
	}
	return nil
}

// Run writes the merged segment, while the set changes and is searched.
func (m *Merging) Run(ctx context.Context) (err error) {
	if docs(m.parts) > 0 {
		m.merged, err = m.set.writeAs(ctx, m.name, m.parts, m.dims)
	}
	return err
}

// Finish replaces the parts by the merged segment, carrying over deletions and vectors since. If a
// part was dropped meanwhile, so is the merge.
func (s *Set) Finish(m *Merging) error {
	now := make([]*Part, len(m.parts))
	for i, p := range m.parts {
		at := slices.IndexFunc(s.state.Parts, func(q *Part) bool { return q.Segment == p.Segment })
		if at < 0 {
			return m.Drop()
		}
		now[i] = s.state.Parts[at]
	}
	if m.merged == nil {
		s.replace(now, nil)
		return s.Save()
	}
	whole, err := m.carry(now)
	if err != nil {
		return errors.Join(err, m.Drop())
	}
	s.replace(now, nil)
	next := *s.state
	next.Parts = append([]*Part{whole}, next.Parts...)
	s.state = &next
	return s.Save()
}

// Drop deletes what a merge wrote.
func (m *Merging) Drop() error {
	if m.merged == nil {
		return nil
	}
	return errors.Join(m.merged.file.Close(), os.Remove(filepath.Join(m.set.dir, m.name)))
}

// carry returns the merged segment with the changes to its parts since the merge began.
func (m *Merging) carry(now []*Part) (*Part, error) {
	var gone []uint32
	late := make(map[uint32][]int8)
	memory, doc := uint32(0), uint32(0) // positions in the merged segment
	for i, before := range m.parts {
		after := now[i]
		for g := range uint32(before.Memories()) {
			if before.Dead.Has(g) {
				continue
			}
			if after.Dead.Has(g) {
				gone = append(gone, memory)
			}
			first, end := before.Words.Group(g)
			for d := first; d < end; d++ {
				if v := after.Late[d]; v != nil && !slices.Equal(v, before.Late[d]) {
					late[doc+d-first] = v
				}
			}
			doc += end - first
			memory++
		}
	}
	return newPart(m.merged).with(late, m.seq+1).without(gone)
}
