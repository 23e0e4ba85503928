package recall

import (
	"cmp"
	"slices"

	"engram/internal/lang"
	"engram/internal/recall/segment"
	"engram/internal/recall/text"
)

// drafts collects changes into the batch that brings an index up to date.
type drafts struct {
	state *segment.State
	options
	batch   segment.Batch
	byID    map[string]*segment.Memory // new content; no passages: deleted
	order   []string
	skipped int // vectors skipped because their size differs from the others'
}

func newDrafts(state *segment.State, o options) *drafts {
	return &drafts{
		state: state, options: o, byID: make(map[string]*segment.Memory),
		batch: segment.Batch{Seq: state.Seq, Dims: state.Dims, Late: make(map[segment.Ref]map[uint32][]int8)},
	}
}

func (d *drafts) apply(c Change) error {
	d.batch.Seq = c.Seq
	if c.Deleted != "" {
		d.delete(c.Deleted)
		return nil
	}
	p := c.Passage
	p.Vector = d.usable(p)
	draft := d.byID[p.MemoryID]
	if draft == nil {
		var before segment.Memory
		if ref, found := d.state.Find(p.MemoryID); found {
			known, err := d.unchanged(ref, p, c.Seq)
			if known || err != nil {
				return err
			}
			if before, err = d.load(ref); err != nil {
				return err
			}
		}
		draft = d.put(p.MemoryID, before)
	}
	d.write(draft, p)
	return nil
}

// put stores a memory as a draft.
func (d *drafts) put(id string, m segment.Memory) *segment.Memory {
	if d.byID[id] == nil {
		d.order = append(d.order, id)
	}
	d.byID[id] = &m
	return d.byID[id]
}

func (d *drafts) delete(id string) {
	if d.byID[id] == nil {
		if ref, found := d.state.Find(id); found {
			d.batch.Gone = append(d.batch.Gone, ref)
		}
	}
	d.put(id, segment.Memory{})
}

// usable returns the passage's vector if its model and size match the index.
func (d *drafts) usable(p Passage) []int8 {
	if len(p.Vector) == 0 || p.Model != d.model {
		return nil
	}
	if d.batch.Dims == 0 {
		d.batch.Dims = len(p.Vector)
	}
	if len(p.Vector) != d.batch.Dims {
		d.skipped++
		return nil
	}
	return p.Vector
}

// unchanged reports whether the index already has the passage. A vector that is new is added in
// place: that is the most frequent change, and rewriting the memory for it would be slow.
func (d *drafts) unchanged(ref segment.Ref, p Passage, seq int64) (bool, error) {
	part := d.state.Parts[ref.Part]
	m := part.Head(ref.Memory)
	if m.Kind != p.Kind || m.Title != p.Title || m.Fields != p.Fields ||
		!m.CreatedAt.Equal(segment.InMillis(p.CreatedAt)) {
		return false, nil
	}
	doc, found, err := part.ByOrd(ref.Memory, p.Ord)
	if !found || err != nil {
		return false, err
	}
	old, err := part.Passage(doc)
	if err != nil || old.Text != p.Text || old.Remarks != p.Remarks || placeOf(old) != p.Place {
		return false, err
	}
	if late := d.batch.Late[ref][doc]; late != nil {
		old.Vector = late
	}
	if slices.Equal(old.Vector, p.Vector) {
		return true, nil
	}
	if p.Vector == nil {
		return false, nil
	}
	if len(d.batch.Late) == 0 {
		d.batch.From = seq
	}
	if d.batch.Late[ref] == nil {
		d.batch.Late[ref] = make(map[uint32][]int8)
	}
	d.batch.Late[ref][doc] = p.Vector
	return true, nil
}

// load reads an indexed memory for rewriting and marks the stored one as deleted.
func (d *drafts) load(ref segment.Ref) (segment.Memory, error) {
	part := d.state.Parts[ref.Part]
	whole, err := part.Memory(ref.Memory)
	if err != nil {
		return whole, err
	}
	first, _ := part.Words.Group(ref.Memory)
	for doc, v := range d.batch.Late[ref] {
		whole.Passages[doc-first].Vector = v
	}
	delete(d.batch.Late, ref)
	d.batch.Gone = append(d.batch.Gone, ref)
	return whole, nil
}

// write adds a passage to a memory or replaces the one with its Ord. The memory's own fields come
// from the latest change.
func (d *drafts) write(m *segment.Memory, p Passage) {
	m.ID, m.Kind, m.Title, m.Fields, m.CreatedAt = p.MemoryID, p.Kind, p.Title, p.Fields, segment.InMillis(p.CreatedAt)
	at, found := slices.BinarySearchFunc(m.Passages, p.Ord, func(old segment.Passage, ord int) int {
		return cmp.Compare(old.Ord, ord)
	})
	if !found {
		m.Passages = slices.Insert(m.Passages, at, segment.Passage{})
	}
	m.Passages[at] = segment.Passage{
		Ord: p.Ord, Text: p.Text, Remarks: p.Remarks, Page: p.Place.Page, Second: p.Place.Second,
		Offset: p.Place.Offset, Vector: p.Vector,
		Legible: float32(d.passage(p.Text)),
	}
}

func placeOf(p segment.Passage) Place { return Place{Page: p.Page, Second: p.Second, Offset: p.Offset} }

// finish returns the batch.
func (d *drafts) finish() segment.Batch {
	for _, id := range d.order {
		if m := d.byID[id]; len(m.Passages) > 0 {
			d.batch.New = append(d.batch.New, *m)
		}
	}
	return d.batch
}

// Lang returns the language for stemming: detected in the text, else in the title, else English.
func (p Passage) Lang() lang.Lang {
	return cmp.Or(text.Detect(p.Text), text.Detect(p.Title), lang.English)
}
