package capture

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"engram/internal/document"
	"engram/internal/memory"
	"engram/internal/recall/text"
)

// Reader makes passages of what is known of a memory before anything is fetched.
type Reader struct{}

// Passages implements memory.Reader. It returns a note's text, or the description and the address
// of other memories, so that every memory can be found.
func (Reader) Passages(m memory.Memory) []memory.Passage {
	if m.Kind == memory.Note {
		return passages([]Section{{Text: m.Description}})
	}
	return passages([]Section{{Text: known(m)}})
}

// known returns the text to index when a source had none.
func known(m memory.Memory) string {
	var parts []string
	for _, part := range []string{m.Description, m.URL} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return m.Title
	}
	return strings.Join(parts, "\n\n")
}

func passages(sections []Section) []memory.Passage {
	found, _ := split(sections)
	return found
}

// split cuts the sections into passages. Of the document, each block has its place in them.
func split(sections []Section) (all []memory.Passage, doc document.Document) {
	for _, s := range sections {
		chunks := text.Chunks(s.Text)
		doc = append(doc, structured(s, chunks, len(all))...)
		for _, c := range chunks {
			all = append(all, memory.Passage{
				Ord: len(all), Text: c.Text, Page: s.Page, Second: s.Second, Offset: c.Offset,
			})
		}
	}
	return all, doc
}

// structured returns the blocks of a section with their places: the chunks of its text are the
// passages from first on.
func structured(s Section, chunks []text.Chunk, first int) document.Document {
	blocks := s.Blocks.Bounded()
	if len(blocks) == 0 {
		blocks = document.FromText(s.Text)
	}
	for i := range blocks {
		blocks[i].Page, blocks[i].Second = s.Page, s.Second
	}
	for leaf := range blocks.Leaves() {
		if leaf.Source[0] < leaf.Source[1] {
			leaf.From = placeOf(leaf.Source[0], chunks, first)
		}
	}
	return blocks
}

// placeOf returns the place of a byte of a section's text; nil behind the last chunk.
func placeOf(at int, chunks []text.Chunk, first int) *document.Place {
	i, _ := slices.BinarySearchFunc(chunks, at, func(c text.Chunk, at int) int {
		return cmp.Compare(c.Offset+len(c.Text)-1, at)
	})
	if i == len(chunks) {
		return nil
	}
	before := chunks[i].Text[:max(at-chunks[i].Offset, 0)]
	return &document.Place{Passage: first + i, Offset: utf8.RuneCountInString(before)}
}
