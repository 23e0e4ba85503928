package capture

import (
	"strings"

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

// split cuts the sections into passages, those of its pictures' descriptions behind each. Of the
// document, each block has its place in them.
func split(sections []Section) (all []memory.Passage, doc document.Document) {
	for _, s := range sections {
		first := len(all)
		for _, c := range text.Chunks(s.Text) {
			all = append(all, memory.Passage{
				Ord: len(all), Text: c.Text, Page: s.Page, Second: s.Second, Offset: c.Offset,
			})
		}
		blocks := structured(s, all[first:])
		all = append(all, altPassages(s, blocks, len(all))...)
		doc = append(doc, blocks...)
	}
	return all, doc
}

// structured returns the blocks of a section with their places in its passages.
func structured(s Section, passages []memory.Passage) document.Document {
	blocks := s.Blocks.Bounded()
	if len(blocks) == 0 {
		blocks = document.FromText(s.Text)
	}
	for i := range blocks {
		blocks[i].Page, blocks[i].Second = s.Page, s.Second
	}
	return memory.Placed(blocks, passages)
}
