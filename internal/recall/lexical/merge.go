package lexical

import (
	"slices"

	"engram/internal/recall/sealed"
)

// Merge writes the documents of the parts that are not deleted, in order, with their groups.
func Merge(w *sealed.Writer, parts []Part) error {
	m := merger{out: newDictionary(w)}
	for _, p := range parts {
		m.renumber(p)
	}
	for {
		term, more := m.least()
		if !more {
			break
		}
		if err := m.merge(term); err != nil {
			return err
		}
	}
	spelt, err := m.spellings()
	if err != nil {
		return err
	}
	return m.out.finish(m.docs, m.groups, spelt)
}

// merger merges several parts' dictionaries.
type merger struct {
	out          *dictionary
	inputs       []*input
	docs, groups []uint32
	terms        uint32 // written so far
}

// input is a part and the position in it.
type input struct {
	Part
	next  int      // index of the next term
	moved []uint32 // new document numbers, gone for deleted ones
	place []uint32 // new indices of terms, gone for unused ones
}

const gone = ^uint32(0)

// renumber assigns new numbers to documents and groups that remain.
func (m *merger) renumber(p Part) {
	in := &input{Part: p, moved: make([]uint32, p.Docs()), place: make([]uint32, p.Terms())}
	for g := range uint32(p.Groups()) {
		first, end := p.Group(g)
		if p.Dead.Has(g) {
			for doc := first; doc < end; doc++ {
				in.moved[doc] = gone
			}
			continue
		}
		m.groups = append(m.groups, uint32(len(m.docs)/2), p.GroupLength(g), uint32(p.Shortest(g)),
			uint32(p.Longest(g)))
		for doc := first; doc < end; doc++ {
			in.moved[doc] = uint32(len(m.docs) / 2)
			m.docs = append(m.docs, uint32(len(m.groups)/groupSize-1), uint32(p.Length(doc)))
		}
	}
	m.inputs = append(m.inputs, in)
}

// least returns the smallest unmerged term.
func (m *merger) least() (term string, more bool) {
	for _, in := range m.inputs {
		if in.next == in.Terms() {
			continue
		}
		if next := in.Term(in.next); !more || next < term {
			term, more = next, true
		}
	}
	return term, more
}

// merge merges the lists of a term.
func (m *merger) merge(term string) error {
	var holders []*input
	for _, in := range m.inputs {
		if in.next == in.Terms() || in.Term(in.next) != term {
			continue
		}
		l, err := in.list(in.next)
		if err != nil {
			return err
		}
		positions := l.positions
		for c, i := l.cursor(), 0; c.next(); i++ {
			n, size := uvarint(positions)
			if doc := in.moved[c.doc]; doc != gone {
				m.out.list.add(doc, uint32(l.weights[i]), positions[size:size+int(n)])
			}
			positions = positions[size+int(n):]
		}
		holders = append(holders, in)
	}
	place := gone
	if m.out.end(term) {
		place = m.terms
		m.terms++
	}
	for _, in := range holders {
		in.place[in.next] = place
		in.next++
	}
	return nil
}

// spellings returns all spellings that a remaining document has.
func (m *merger) spellings() ([]counted, error) {
	var all []counted
	for _, in := range m.inputs {
		spelt, err := in.spelt()
		if err != nil {
			return nil, err
		}
		for i := range spelt.len() {
			word, term := spelt.word(i), spelt.term(i)
			docs := int(spelt.docs(i)) - in.Unspelt[Spelling{word, in.Term(int(term))}]
			if place := in.place[term]; docs > 0 && place != gone {
				all = append(all, counted{spelling{word, place}, uint32(docs)})
			}
		}
	}
	slices.SortFunc(all, counted.compare)
	return sum(all), nil
}

// sum merges duplicates.
func sum(sorted []counted) []counted {
	kept := sorted[:0]
	for _, s := range sorted {
		if last := len(kept) - 1; last >= 0 && kept[last].spelling == s.spelling {
			kept[last].docs += s.docs
			continue
		}
		kept = append(kept, s)
	}
	return kept
}
