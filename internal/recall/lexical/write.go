package lexical

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"engram/internal/recall/sealed"
)

// Builder collects documents, numbered from 0, group by group.
type Builder struct {
	numbers map[string]uint32 // of terms, in order of appearance
	terms   []string
	spelt   map[spelling]*spelt
	uses    []use
	docs    []uint32 // group and length of each
	groups  []uint32 // groupSize numbers per group
}

// use is an occurrence of a term.
type use struct {
	term, doc, position uint32
	weight              uint32
}

// spelling is a word with the number of its term.
type spelling struct {
	word string
	term uint32
}

// spelt is the number of documents with a spelling, and the last of them.
type spelt struct{ docs, last uint32 }

// spellingSize is the number of integers per spelling: offset of its letters, index of its term,
// number of documents.
const spellingSize = 3

// NewBuilder returns an empty builder with room for about that many words.
func NewBuilder(words int) *Builder {
	return &Builder{numbers: make(map[string]uint32), spelt: make(map[spelling]*spelt),
		uses: make([]use, 0, words)}
}

// Group starts a new group for the documents added next.
func (x *Builder) Group() { x.groups = append(x.groups, uint32(len(x.docs)/2), 0, ^uint32(0), 0) }

// Add adds a document to the current group.
func (x *Builder) Add(d Doc) {
	x.docs = append(x.docs, uint32(len(x.groups)/groupSize-1), d.length())
	group := x.groups[len(x.groups)-groupSize:]
	group[1] += d.length()
	group[2] = min(group[2], d.length())
	group[3] = max(group[3], d.length())
	position := x.add(d.Text, 0, 1)
	position = x.add(d.Title, position+gap, titleWeight)
	x.add(d.Fields, position+gap, 1)
}

// add records words from a position on and returns the next position.
func (x *Builder) add(w Words, position, weight uint32) uint32 {
	doc := uint32(len(x.docs)/2 - 1)
	for i, term := range w.Terms {
		n := x.number(term)
		if w.Spelt[i] != term {
			x.spell(w.Spelt[i], n, doc)
		}
		x.uses = append(x.uses, use{n, doc, position, weight})
		position++
	}
	return position
}

// spell counts a document for a spelling.
func (x *Builder) spell(word string, term, doc uint32) {
	s := x.spelt[spelling{word, term}]
	if s == nil {
		s = &spelt{last: gone}
		x.spelt[spelling{strings.Clone(word), term}] = s
	}
	if s.last != doc {
		s.docs, s.last = s.docs+1, doc
	}
}

func (x *Builder) number(term string) uint32 {
	n, known := x.numbers[term]
	if !known {
		n = uint32(len(x.terms))
		term = strings.Clone(term) // so as not to retain the text
		x.numbers[term] = n
		x.terms = append(x.terms, term)
	}
	return n
}

// Write writes everything as sections.
func (x *Builder) Write(w *sealed.Writer) error {
	order := make([]uint32, len(x.terms)) // numbers in order of terms
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(x.terms[a], x.terms[b]) })
	byTerm, ends := x.usesByTerm()
	out := newDictionary(w)
	place := make([]uint32, len(x.terms)) // index in order of terms, by number
	var positions []byte
	for i, n := range order {
		place[n] = uint32(i)
		start := uint32(0)
		if n > 0 {
			start = ends[n-1]
		}
		positions = out.pack(byTerm[start:ends[n]], positions)
		out.end(x.terms[n])
	}
	var spelt []counted
	for s, use := range x.spelt {
		spelt = append(spelt, counted{spelling{s.word, place[s.term]}, use.docs})
	}
	return out.finish(x.docs, x.groups, spelt)
}

// counted is a spelling with the index of its term and its number of documents.
type counted struct {
	spelling
	docs uint32
}

func (s counted) compare(o counted) int {
	return cmp.Or(strings.Compare(s.word, o.word), cmp.Compare(s.term, o.term))
}

// usesByTerm sorts the uses by term (counting sort) and returns where each term's end.
func (x *Builder) usesByTerm() (sorted []use, ends []uint32) {
	ends = make([]uint32, len(x.terms))
	for _, u := range x.uses {
		ends[u.term]++
	}
	sum := uint32(0)
	for i, n := range ends {
		ends[i] = sum
		sum += n
	}
	sorted = make([]use, len(x.uses))
	for _, u := range x.uses {
		sorted[ends[u.term]] = u
		ends[u.term]++
	}
	return sorted, ends
}

// dictionary writes terms with their lists in order.
type dictionary struct {
	w       *sealed.Writer
	list    packer
	entries []uint32
	letters []byte
	written int // bytes of postings
}

// entrySize is the number of integers per term: offsets of letters and list, size of its first
// range, number of documents.
const entrySize = 4

func newDictionary(w *sealed.Writer) *dictionary {
	w.Section(sectionPostings)
	d := &dictionary{w: w}
	d.list.reset()
	return d
}

// pack adds the uses of a term to its list.
func (d *dictionary) pack(uses []use, positions []byte) []byte {
	for len(uses) > 0 {
		doc, weight, last := uses[0].doc, uint32(0), uint32(0)
		positions = positions[:0]
		for len(uses) > 0 && uses[0].doc == doc {
			positions = binary.AppendUvarint(positions, uint64(uses[0].position-last))
			last = uses[0].position
			weight += uses[0].weight
			uses = uses[1:]
		}
		d.list.add(doc, weight, positions)
	}
	return positions
}

// end writes the packed list unless it is empty.
func (d *dictionary) end(term string) bool {
	l := &d.list
	if l.df == 0 {
		return false
	}
	d.entries = append(d.entries, uint32(len(d.letters)), uint32(d.written), uint32(len(l.docs)), uint32(l.df))
	d.letters = append(d.letters, term...)
	for _, stretch := range [][]byte{l.docs, l.weights, l.skips, l.positions} {
		n, _ := d.w.Write(stretch) // errors are sticky
		d.written += n
	}
	l.reset()
	return true
}

// finish writes everything except the lists.
func (d *dictionary) finish(docs, groups []uint32, spelt []counted) error {
	if d.written > maxPostings {
		return damaged("too many for one file")
	}
	d.numbers(sectionTerms, append(d.entries, uint32(len(d.letters)), uint32(d.written), 0, 0))
	d.w.Section(sectionLetters)
	_, _ = d.w.Write(d.letters)
	d.numbers(sectionDocs, docs)
	d.numbers(sectionGroups, append(slices.Clone(groups), uint32(len(docs)/2), 0, 0, 0))
	slices.SortFunc(spelt, counted.compare)
	var entries []uint32
	var letters []byte
	for _, s := range spelt {
		entries = append(entries, uint32(len(letters)), s.term, s.docs)
		letters = append(letters, s.word...)
	}
	d.numbers(sectionSpelt, append(entries, uint32(len(letters)), 0, 0))
	d.w.Section(sectionSpelling)
	_, err := d.w.Write(letters)
	return err
}

// maxPostings is the largest offset of postings in a file.
const maxPostings = 1<<32 - 1

func (d *dictionary) numbers(section int, all []uint32) {
	d.w.Section(section)
	var buffer [4096]byte
	for part := range slices.Chunk(all, len(buffer)/4) {
		packed := buffer[:0]
		for _, n := range part {
			packed = binary.LittleEndian.AppendUint32(packed, n)
		}
		_, _ = d.w.Write(packed)
	}
}
