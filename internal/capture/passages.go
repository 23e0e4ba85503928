package capture

import (
	"strings"

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
	var out []memory.Passage
	for _, s := range sections {
		for _, c := range text.Chunks(s.Text) {
			out = append(out, memory.Passage{Ord: len(out), Text: c.Text, Page: s.Page, Second: s.Second, Offset: c.Offset})
		}
	}
	return out
}
