package segment

import (
	"maps"
	"slices"

	"engram/internal/lang"
	"engram/internal/recall/lexical"
)

// Part is a segment with its deletions and late vectors. It is immutable: changes make another Part
// of the same segment.
type Part struct {
	*Segment
	Dead  lexical.Bits // deleted memories; nil: none
	Live  lexical.Stats
	Langs [lang.Count]int   // live passages by language
	Late  map[uint32][]int8 // late vectors by passage

	lateSeq int64 // of the first change with one of them
}

func newPart(s *Segment) *Part { return &Part{Segment: s, Live: s.Words.Total(), Langs: s.Langs} }

// Lexical returns the part for package lexical.
func (p *Part) Lexical() lexical.Part {
	return lexical.Part{Reader: p.Words, Dead: p.Dead, Live: p.Live}
}

// Find returns the number of the live memory with this id.
func (p *Part) Find(id string) (uint32, bool) {
	m, found := p.Segment.Find(id)
	return m, found && !p.Dead.Has(m)
}

// Passage returns a copy of a passage with its vector.
func (p *Part) Passage(doc uint32) (Passage, error) {
	passage, err := p.Segment.Passage(doc)
	if err != nil {
		return passage, err
	}
	v, _, err := p.Vector(doc)
	if v != nil {
		passage.Vector = slices.Clone(v[:min(len(v), max(p.dims, len(p.Late[doc])))])
	}
	return passage, err
}

// Vector returns a passage's vector, perhaps padded, and 1 over its length; nil if it has none. It
// must not outlive the segment.
func (p *Part) Vector(doc uint32) ([]int8, float32, error) {
	if late := p.Late[doc]; late != nil {
		return late, scaleOf(late), nil
	}
	row, err := p.row(doc)
	if row == nil || err != nil {
		return nil, 0, err
	}
	return row, p.scales[doc], nil
}

// Memory returns a copy of a memory with its passages.
func (p *Part) Memory(m uint32) (Memory, error) {
	whole := p.Head(m)
	for doc, end := p.Words.Group(m); doc < end; doc++ {
		passage, err := p.Passage(doc)
		if err != nil {
			return Memory{}, err
		}
		whole.Passages = append(whole.Passages, passage)
	}
	return whole, nil
}

// without returns the part without these memories, which must be live.
func (p *Part) without(memories []uint32) (*Part, error) {
	if len(memories) == 0 {
		return p, nil
	}
	next := *p
	if next.Dead = slices.Clone(p.Dead); next.Dead == nil {
		next.Dead = lexical.NewBits(p.Memories())
	}
	next.Late = maps.Clone(p.Late)
	for _, m := range memories {
		next.Dead.Set(m)
		next.Live = next.Live.Minus(p.Words.GroupStats(m))
		for doc, end := p.Words.Group(m); doc < end; doc++ {
			lang, err := p.lang(doc)
			if err != nil {
				return nil, err
			}
			next.Langs[lang]--
			delete(next.Late, doc)
		}
	}
	return &next, nil
}

// with returns the part with late vectors of changes from seq on.
func (p *Part) with(late map[uint32][]int8, seq int64) *Part {
	if len(late) == 0 {
		return p
	}
	next := *p
	if next.Late = maps.Clone(p.Late); next.Late == nil {
		next.Late = make(map[uint32][]int8, len(late))
	}
	if len(p.Late) == 0 {
		next.lateSeq = seq
	}
	maps.Copy(next.Late, late)
	return &next
}

// dead returns the number of deleted passages.
func (p *Part) dead() int { return p.Docs() - p.Live.Docs }
