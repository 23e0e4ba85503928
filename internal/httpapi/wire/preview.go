package wire

import (
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"engram/internal/document"
	"engram/internal/document/note"
	"engram/internal/memory"
)

// MostPreviews is the number of previews in one list: as many as a page of it may hold.
const MostPreviews = 500

const (
	previewsKept   = 1_000 // about 5 MB
	longestPreview = 1200  // bytes of a note that are read
)

// Previews makes the beginnings of notes for cards and keeps those made last.
type Previews struct {
	kept *lru.Cache[string, document.Document]
}

// NewPreviews returns Previews.
func NewPreviews() Previews {
	kept, _ := lru.New[string, document.Document](previewsKept) // fails only without a size
	return Previews{kept}
}

// Of returns the beginning of a note as blocks, which must not be changed; none of another memory.
func (p Previews) Of(m memory.Memory) document.Document {
	if m.Kind != memory.Note {
		return nil
	}
	text := note.Beginning(m.Description, longestPreview)
	if doc, ok := p.kept.Get(text); ok {
		return doc
	}
	doc := note.Preview(text)
	p.kept.Add(strings.Clone(text), doc)
	return doc
}
