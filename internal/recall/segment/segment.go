// Package segment keeps the memories of one user in files that never change: their words, vectors and text, sealed and
// mapped into memory. What is saved anew is a small segment in ordinary memory; what is deleted is marked; segments are
// merged as they become many, which is when what was marked leaves them.
//
// A memory stands in one segment with all of its passages, so that context never reaches beyond a segment.
package segment

import (
	"errors"
	"math"
	"sort"
	"strings"
	"time"
	"unsafe"

	"engram/internal/lang"
	"engram/internal/recall/lexical"
	"engram/internal/recall/sealed"
	"engram/internal/recall/vector"
)

// format is the version of what a segment's sections hold, and of how terms are made. Changing either needs another one:
// files of other formats are thrown away.
const format = 3

// The sections of a segment beside those of package lexical.
const (
	sectionMeta     = lexical.Sections + iota // dimensions of the vectors, then the passages of each language
	sectionMemories                           // a record for each memory; see memorySize
	sectionStrings                            // id, kind, title and fields of each memory
	sectionOrder                              // memories in the order of their ids
	sectionPassages                           // a record for each passage; see passageSize
	sectionText                               // of the passages
	sectionVectors                            // a row for each passage; this and the next two are absent when no passage has one
	sectionBits                               // the signs of each vector
	sectionScales                             // the length of each vector; 0 where there is none
	sectionLegible                            // how legible each passage is to the model
)

const (
	// memorySize is how many numbers a memory's record has: where its strings begin, the length of each of the four, and
	// when it was saved, in two halves.
	memorySize = 7
	// passageSize is how many a passage's has: where its text begins, in two halves, its length, ord, page, second, offset
	// and language.
	passageSize = 8
)

// Memory is a saved thing with its passages in the order of Ord.
type Memory struct {
	ID, Kind, Title, Fields string
	CreatedAt               time.Time
	Passages                []Passage
}

// Passage is a stretch of a memory's text.
type Passage struct {
	Ord                  int
	Text                 string
	Page, Second, Offset int
	Vector               []int8  // nil: not known yet
	Legible              float32 // to the model that makes the vectors, from 0 to 1
}

// Segment is a sealed set of memories, numbered from 0, and their passages, numbered through from 0. It is safe for
// concurrent use until it is closed. Memories that are gone still stand in it.
type Segment struct {
	Words *lexical.Reader
	Langs [lang.Count]int // passages that show each language

	name     string // of its file; empty when it is in ordinary memory
	file     *sealed.File
	dims     int
	memories []uint32
	strings  []byte
	order    []uint32
	passages sealed.Section
	text     sealed.Section
	vectors  sealed.Section
	bits     sealed.Section
	scales   []float32
	legible  []float32
}

// open reads the tables of a segment; its words, text and vectors are checked when they are first read.
func open(f *sealed.File, name string) (*Segment, error) {
	s := &Segment{
		name: name, file: f, passages: f.Section(sectionPassages), text: f.Section(sectionText),
		vectors: f.Section(sectionVectors), bits: f.Section(sectionBits),
	}
	var err error
	if s.Words, err = lexical.Open(f); err != nil {
		return nil, err
	}
	var meta, scales, legible []byte
	for section, into := range map[int]*[]byte{
		sectionMeta: &meta, sectionStrings: &s.strings, sectionScales: &scales, sectionLegible: &legible,
	} {
		all := f.Section(section)
		if *into, err = all.Bytes(0, all.Len()); err != nil {
			return nil, err
		}
	}
	for section, into := range map[int]*[]uint32{sectionMemories: &s.memories, sectionOrder: &s.order} {
		all := f.Section(section)
		bytes, err := all.Bytes(0, all.Len())
		if err != nil {
			return nil, err
		}
		*into = sealed.Uint32s(bytes)
	}
	s.scales, s.legible = sealed.Float32s(scales), sealed.Float32s(legible)
	return s, s.check(sealed.Uint32s(meta))
}

// check compares the sizes of the sections.
func (s *Segment) check(meta []uint32) error {
	if len(meta) != 1+int(lang.Count) {
		return sealed.Damaged("segment: a header of another size")
	}
	s.dims = int(meta[0])
	for lang := range s.Langs {
		s.Langs[lang] = int(meta[1+lang])
	}
	docs, memories := s.Words.Docs(), s.Words.Groups()
	vectors := 0
	if s.dims > 0 {
		vectors = docs
	}
	if len(s.memories) != memories*memorySize || len(s.order) != memories || s.passages.Len() != docs*passageSize*4 ||
		len(s.legible) != docs || len(s.scales) != vectors || s.vectors.Len() != vectors*vector.Stride(s.dims) || s.bits.Len() != vectors*vector.BitStride(s.dims) {
		return sealed.Damaged("segment: sections of other sizes")
	}
	return nil
}

// Memories returns how many memories there are, Docs how many passages.
func (s *Segment) Memories() int { return s.Words.Groups() }

// Docs returns how many passages there are.
func (s *Segment) Docs() int { return s.Words.Docs() }

// strings of a memory, in their order.
const (
	stringID = iota
	stringKind
	stringTitle
	stringFields
)

// view returns a string of a memory that is a part of the file and must not outlive it.
func (s *Segment) view(m uint32, which int) string {
	record := s.memories[m*memorySize:]
	start := record[0]
	for i := range which {
		start += record[1+i]
	}
	bytes := s.strings[start : start+record[1+which]]
	return unsafe.String(unsafe.SliceData(bytes), len(bytes))
}

// ID returns the id of a memory. It is a part of the file and must not outlive it.
func (s *Segment) ID(m uint32) string { return s.view(m, stringID) }

// Kind returns the kind of a memory. It is a part of the file and must not outlive it.
func (s *Segment) Kind(m uint32) string { return s.view(m, stringKind) }

// Fields returns what a memory can be found by beside its title and text. It is a part of the file and must not outlive it.
func (s *Segment) Fields(m uint32) string { return s.view(m, stringFields) }

// CreatedAt returns when a memory was saved; a zero time stays one.
func (s *Segment) CreatedAt(m uint32) time.Time {
	record := s.memories[m*memorySize:]
	millis := int64(uint64(record[5]) | uint64(record[6])<<32)
	if millis == math.MinInt64 {
		return time.Time{}
	}
	return time.UnixMilli(millis).UTC()
}

// Find returns the number of the memory with the id.
func (s *Segment) Find(id string) (uint32, bool) {
	i, found := sort.Find(len(s.order), func(i int) int { return strings.Compare(id, s.ID(s.order[i])) })
	if !found {
		return 0, false
	}
	return s.order[i], true
}

// Head returns a copy of a memory without its passages.
func (s *Segment) Head(m uint32) Memory {
	return Memory{
		ID: strings.Clone(s.ID(m)), Kind: strings.Clone(s.Kind(m)), Title: strings.Clone(s.view(m, stringTitle)),
		Fields: strings.Clone(s.Fields(m)), CreatedAt: s.CreatedAt(m),
	}
}

// Passage returns a copy of a passage without its vector.
func (s *Segment) Passage(doc uint32) (Passage, error) {
	bytes, err := s.passages.Bytes(int(doc)*passageSize*4, passageSize*4)
	if err != nil {
		return Passage{}, err
	}
	r := sealed.Uint32s(bytes)
	body, err := s.text.Bytes(int(uint64(r[0])|uint64(r[1])<<32), int(r[2]))
	if err != nil {
		return Passage{}, err
	}
	p := Passage{
		Text: string(body), Ord: int(int32(r[3])), Page: int(int32(r[4])), Second: int(int32(r[5])), Offset: int(int32(r[6])),
		Legible: s.legible[doc],
	}
	return p, nil
}

// ord returns the place of a passage in its memory.
func (s *Segment) ord(doc uint32) (int, error) {
	bytes, err := s.passages.Bytes((int(doc)*passageSize+3)*4, 4)
	if err != nil {
		return 0, err
	}
	return int(int32(sealed.Uint32s(bytes)[0])), nil
}

// lang returns the language that a passage shows.
func (s *Segment) lang(doc uint32) (lang.Lang, error) {
	bytes, err := s.passages.Bytes((int(doc)*passageSize+7)*4, 4)
	if err != nil {
		return 0, err
	}
	return lang.Lang(sealed.Uint32s(bytes)[0]), nil
}

// Dims returns how many numbers the vectors have, 0 when there are none.
func (s *Segment) Dims() int { return s.dims }

// Scales returns 1 over the length of each passage's vector, 0 for those without; nil when none has one.
func (s *Segment) Scales() []float32 { return s.scales }

// Legible returns how legible each passage is to the model, from 0 to 1.
func (s *Segment) Legible() []float32 { return s.legible }

// Vectors returns the rows of all passages; nil when none has a vector.
func (s *Segment) Vectors() ([]int8, error) {
	bytes, err := s.vectors.Bytes(0, s.vectors.Len())
	return vector.Int8s(bytes), err
}

// Bits returns the signs of all vectors, in rows.
func (s *Segment) Bits() ([]byte, error) { return s.bits.Bytes(0, s.bits.Len()) }

// row returns a passage's vector, padded; nil when it has none.
func (s *Segment) row(doc uint32) ([]int8, error) {
	if s.scales == nil || s.scales[doc] == 0 {
		return nil, nil
	}
	stride := vector.Stride(s.dims)
	bytes, err := s.vectors.Bytes(int(doc)*stride, stride)
	return vector.Int8s(bytes), err
}

// ByOrd returns the passage of a memory with the given place in it.
func (s *Segment) ByOrd(m uint32, ord int) (doc uint32, found bool, err error) {
	first, end := s.Words.Group(m)
	i, found := sort.Find(int(end-first), func(i int) int {
		at, errRead := s.ord(first + uint32(i))
		err = errors.Join(err, errRead)
		return ord - at
	})
	return first + uint32(i), found, err
}
