package segment

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"time"

	"engram/internal/lang"
	"engram/internal/recall/lexical"
	"engram/internal/recall/sealed"
	"engram/internal/recall/vector"
)

// Build seals memories in memory. Vectors of other dimensions are dropped.
func Build(memories []Memory, dims int) (*Segment, error) {
	w := sealed.NewWriter(format)
	words := lexical.NewBuilder(expected(memories))
	t := newTables(w, dims)
	var vectors [][]int8
	for _, m := range memories {
		words.Group()
		t.memory(m)
		about := wordsAbout(m)
		for _, p := range m.Passages {
			doc, lang := about.analyse(p.Text, p.Remarks)
			words.Add(doc)
			t.passage(p, lang)
			vectors = append(vectors, p.Vector)
		}
	}
	if err := words.Write(w); err != nil {
		return nil, err
	}
	if err := t.finish(func(doc int) ([]int8, error) { return vectors[doc], nil }); err != nil {
		return nil, err
	}
	file, err := w.Seal()
	if err != nil {
		return nil, err
	}
	return open(file, "")
}

// expected estimates the number of words, titles and fields included.
func expected(memories []Memory) (words int) {
	const bytes, beside = 5, 16 // bytes per word, words beside each passage
	for _, m := range memories {
		for _, p := range m.Passages {
			words += len(p.Text)/bytes + beside
		}
	}
	return words
}

// tables writes a segment except its words: text as it arrives, vectors last, to hold little of
// either.
type tables struct {
	w        *sealed.Writer
	dims     int
	langs    [lang.Count]uint32
	memories []uint32
	strings  []byte
	ids      []string
	passages []uint32
	written  uint64   // bytes of text
	scales   []uint32 // float32 bits
	legible  []uint32 // float32 bits
	any      bool     // a passage has a vector
}

func newTables(w *sealed.Writer, dims int) *tables {
	w.Section(sectionText)
	return &tables{w: w, dims: dims}
}

// memory starts a memory, for the passages that follow.
func (t *tables) memory(m Memory) {
	created := int64(math.MinInt64)
	if m.CreatedAt != (time.Time{}) {
		created = m.CreatedAt.UnixMilli()
	}
	t.memories = append(t.memories, uint32(len(t.strings)), uint32(len(m.ID)), uint32(len(m.Kind)),
		uint32(len(m.Title)),
		uint32(len(m.Fields)), uint32(created), uint32(uint64(created)>>32))
	for _, s := range []string{m.ID, m.Kind, m.Title, m.Fields} {
		t.strings = append(t.strings, s...)
	}
	t.ids = append(t.ids, m.ID)
}

// InMillis returns a time as a segment stores it; zero stays zero.
func InMillis(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.UnixMilli(t.UnixMilli()).UTC()
}

func (t *tables) passage(p Passage, lang lang.Lang) {
	t.passages = append(t.passages, uint32(t.written), uint32(t.written>>32), uint32(len(p.Text)),
		uint32(p.Ord), uint32(p.Page), uint32(p.Second), uint32(p.Offset), uint32(lang), uint32(len(p.Remarks)))
	n, _ := t.w.Write([]byte(p.Text + p.Remarks)) // errors are sticky
	t.written += uint64(n)
	t.langs[lang]++
	scale := float32(0)
	if len(p.Vector) == t.dims {
		scale = scaleOf(p.Vector)
	}
	t.any = t.any || scale > 0
	t.scales = append(t.scales, math.Float32bits(scale))
	t.legible = append(t.legible, math.Float32bits(p.Legible))
}

// finish writes the tables. row returns a passage's vector.
func (t *tables) finish(row func(doc int) ([]int8, error)) error {
	if !t.any {
		t.dims, t.scales = 0, nil
	}
	t.numbers(sectionMeta, append([]uint32{uint32(t.dims)}, t.langs[:]...))
	t.numbers(sectionMemories, t.memories)
	t.w.Section(sectionStrings)
	_, _ = t.w.Write(t.strings)
	order := make([]uint32, len(t.ids))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(t.ids[a], t.ids[b]) })
	t.numbers(sectionOrder, order)
	t.numbers(sectionPassages, t.passages)
	t.numbers(sectionScales, t.scales)
	t.numbers(sectionLegible, t.legible)
	if err := t.rows(sectionVectors, vector.Stride(t.dims), row, putRow); err != nil {
		return err
	}
	return t.rows(sectionBits, vector.BitStride(t.dims), row, vector.PutBits)
}

// rows writes a row per vector, empty if there is none; put fills it.
func (t *tables) rows(section, stride int, row func(doc int) ([]int8, error), put func(dst []byte, v []int8)) error {
	t.w.Section(section)
	buffer := make([]byte, stride)
	for doc, scale := range t.scales {
		clear(buffer)
		if scale != 0 {
			v, err := row(doc)
			if err != nil {
				return err
			}
			put(buffer, v[:t.dims])
		}
		if _, err := t.w.Write(buffer); err != nil {
			return err
		}
	}
	return nil
}

func putRow(dst []byte, v []int8) {
	for i, x := range v {
		dst[i] = byte(x)
	}
}

func (t *tables) numbers(section int, all []uint32) {
	packed := make([]byte, 0, 4*len(all))
	for _, n := range all {
		packed = binary.LittleEndian.AppendUint32(packed, n)
	}
	t.w.Section(section)
	_, _ = t.w.Write(packed)
}

// scaleOf returns 1 over a vector's length, 0 for zeros.
func scaleOf(v []int8) float32 {
	norm := vector.Norm(v)
	if norm == 0 {
		return 0
	}
	return float32(1 / norm)
}
