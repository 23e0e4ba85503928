// Package segment stores a user's memories in immutable, memory-mapped files: words, vectors and
// text.
//
// New memories form small segments in memory, deletions are marked, and merging bounds the number
// of segments and drops what is marked. A memory is in one segment with all its passages, so their
// context never spans segments.
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

// format is the version of the sections and of the terms. Increase it when either changes: files of
// other formats are discarded.
const format = 5

// The sections of a segment beside those of package lexical.
const (
	sectionMeta     = lexical.Sections + iota // dimensions of vectors, then passages by language
	sectionMemories                           // a record per memory, see memorySize
	sectionStrings                            // id, kind, title and fields of each memory
	sectionOrder                              // memories sorted by id
	sectionPassages                           // a record per passage, see passageSize
	sectionText                               // of passages, each followed by its remarks
	sectionVectors                            // a row per passage; this and the next two are absent without vectors
	sectionBits                               // 1-bit vectors
	sectionScales                             // 1 / length of each vector; 0: none
	sectionLegible                            // legibility of each passage
)

const (
	// memorySize is the integers per memory: offset of its strings, their four lengths, and time
	// saved in two halves.
	memorySize = 7
	// passageSize is the integers per passage: offset of its text in two halves, length, ord, page,
	// second, offset, language, length of its remarks.
	passageSize = 9
)

// Memory is a saved thing with its passages in order of Ord.
type Memory struct {
	ID, Kind, Title, Fields string
	CreatedAt               time.Time
	Passages                []Passage
}

// Passage is a piece of a memory's text.
type Passage struct {
	Ord                  int
	Text                 string
	Remarks              string // searched as well
	Page, Second, Offset int
	Vector               []int8  // nil: none yet
	Legible              float32 // by the model that makes the vectors, from 0 to 1
}

// Segment is a sealed set of memories and passages, each numbered from 0, including deleted ones.
// It is safe for concurrent use until closed.
type Segment struct {
	Words *lexical.Reader
	Langs [lang.Count]int // passages by language

	name     string // of its file; empty: in memory
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

// open reads a segment's tables; words, text and vectors are verified when first read.
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
	if len(s.memories) != memories*memorySize || len(s.order) != memories ||
		s.passages.Len() != docs*passageSize*4 ||
		len(s.legible) != docs || len(s.scales) != vectors ||
		s.vectors.Len() != vectors*vector.Stride(s.dims) ||
		s.bits.Len() != vectors*vector.BitStride(s.dims) {
		return sealed.Damaged("segment: sections of other sizes")
	}
	return nil
}

// Memories returns the number of memories.
func (s *Segment) Memories() int { return s.Words.Groups() }

// Docs returns the number of passages.
func (s *Segment) Docs() int { return s.Words.Docs() }

// The strings of a memory, in order.
const (
	stringID = iota
	stringKind
	stringTitle
	stringFields
)

// view returns a string of a memory that points into the file and must not outlive it.
func (s *Segment) view(m uint32, which int) string {
	record := s.memories[m*memorySize:]
	start := record[0]
	for i := range which {
		start += record[1+i]
	}
	bytes := s.strings[start : start+record[1+which]]
	return unsafe.String(unsafe.SliceData(bytes), len(bytes))
}

// ID returns a memory's id. It must not outlive the file.
func (s *Segment) ID(m uint32) string { return s.view(m, stringID) }

// Kind returns a memory's kind. It must not outlive the file.
func (s *Segment) Kind(m uint32) string { return s.view(m, stringKind) }

// Fields returns what is searched beside title and text. It must not outlive the file.
func (s *Segment) Fields(m uint32) string { return s.view(m, stringFields) }

// CreatedAt returns when a memory was saved; zero stays zero.
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

// Without returns the memories that have none of the sorted ids.
func (s *Segment) Without(ids []string) lexical.Bits {
	others := lexical.NewBits(s.Memories())
	for _, m := range s.order {
		id := s.ID(m)
		for len(ids) > 0 && ids[0] < id {
			ids = ids[1:]
		}
		if len(ids) == 0 || ids[0] != id {
			others.Set(m)
		}
	}
	return others
}

// Head returns a copy of a memory without its passages.
func (s *Segment) Head(m uint32) Memory {
	return Memory{
		ID: strings.Clone(s.ID(m)), Kind: strings.Clone(s.Kind(m)),
		Title:  strings.Clone(s.view(m, stringTitle)),
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
	body, err := s.text.Bytes(int(uint64(r[0])|uint64(r[1])<<32), int(r[2])+int(r[8]))
	if err != nil {
		return Passage{}, err
	}
	p := Passage{
		Text: string(body[:r[2]]), Remarks: string(body[r[2]:]), Ord: int(int32(r[3])), Page: int(int32(r[4])),
		Second: int(int32(r[5])), Offset: int(int32(r[6])),
		Legible: s.legible[doc],
	}
	return p, nil
}

// ord returns a passage's position in its memory.
func (s *Segment) ord(doc uint32) (int, error) {
	bytes, err := s.passages.Bytes((int(doc)*passageSize+3)*4, 4)
	if err != nil {
		return 0, err
	}
	return int(int32(sealed.Uint32s(bytes)[0])), nil
}

// lang returns the detected language of a passage.
func (s *Segment) lang(doc uint32) (lang.Lang, error) {
	bytes, err := s.passages.Bytes((int(doc)*passageSize+7)*4, 4)
	if err != nil {
		return 0, err
	}
	return lang.Lang(sealed.Uint32s(bytes)[0]), nil
}

// Dims returns the dimensions of the vectors, 0 without vectors.
func (s *Segment) Dims() int { return s.dims }

// Scales returns 1 over the length of each passage's vector, 0 if it has none; nil if none has.
func (s *Segment) Scales() []float32 { return s.scales }

// Legible returns the legibility of each passage, from 0 to 1.
func (s *Segment) Legible() []float32 { return s.legible }

// Vectors returns the rows of all passages; nil if none has a vector.
func (s *Segment) Vectors() ([]int8, error) {
	bytes, err := s.vectors.Bytes(0, s.vectors.Len())
	return vector.Int8s(bytes), err
}

// Bits returns the 1-bit vectors in rows.
func (s *Segment) Bits() ([]byte, error) { return s.bits.Bytes(0, s.bits.Len()) }

// row returns a passage's vector, padded; nil if it has none.
func (s *Segment) row(doc uint32) ([]int8, error) {
	if s.scales == nil || s.scales[doc] == 0 {
		return nil, nil
	}
	stride := vector.Stride(s.dims)
	bytes, err := s.vectors.Bytes(int(doc)*stride, stride)
	return vector.Int8s(bytes), err
}

// ByOrd returns the passage at a position of a memory.
func (s *Segment) ByOrd(m uint32, ord int) (doc uint32, found bool, err error) {
	first, end := s.Words.Group(m)
	i, found := sort.Find(int(end-first), func(i int) int {
		at, errRead := s.ord(first + uint32(i))
		err = errors.Join(err, errRead)
		return ord - at
	})
	return first + uint32(i), found, err
}
