package capture

import (
	"strings"

	"engram/internal/memory"
	"engram/internal/recall/text"
)

// Reader cuts what is known of a memory without fetching anything into passages.
type Reader struct{}

// Passages implements memory.Reader: a note's text, or the description and the address of anything else, so that no
// memory is ever beyond finding.
func (Reader) Passages(m memory.Memory) []memory.Passage {
	if m.Kind == memory.Note {
		return passages([]Section{{Text: m.Description}})
	}
	return passages([]Section{{Text: known(m)}})
}

// known is what is left to search when a source gave no text.
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
	var out []memory.Passage
	for _, s := range sections {
		for _, c := range text.Chunks(s.Text) {
			out = append(out, memory.Passage{Ord: len(out), Text: c.Text, Page: s.Page, Second: s.Second, Offset: c.Offset})
		}
	}
	return out
}
