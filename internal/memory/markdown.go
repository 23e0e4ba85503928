package memory

import (
	"context"
	"strconv"
	"strings"
	"time"

	"engram/internal/document"
)

// Markdown calls yield with a memory as a markdown file, piece by piece: what is known of it as
// front matter, then its title and text. A note is as it was written.
func (s *Service) Markdown(ctx context.Context, m Memory, yield func(string) error) error {
	if m.Kind == Note {
		return yield(frontMatter(m) + m.Description + "\n")
	}
	before, titled := frontMatter(m), false
	return s.Document(ctx, m, func(doc document.Document) error {
		if !titled {
			before, titled = before+heading(m.Title, doc), true
		}
		piece := before + doc.Markdown() + "\n"
		before = "\n"
		return yield(piece)
	})
}

// Text calls yield with the text of a memory as markdown, piece by piece.
func (s *Service) Text(ctx context.Context, m Memory, yield func(string) error) error {
	if m.Kind == Note {
		return yield(m.Description)
	}
	between := ""
	return s.Document(ctx, m, func(doc document.Document) error {
		piece := between + doc.Markdown()
		between = "\n\n"
		return yield(piece)
	})
}

// frontMatter returns what is known of a memory as YAML, which reads Go's quotes.
func frontMatter(m Memory) string {
	var b strings.Builder
	b.WriteString("---\n")
	for _, field := range [][2]string{
		{"title", m.Title}, {"source", m.URL}, {"author", m.Author}, {"saved", m.CreatedAt.UTC().Format(time.DateOnly)}, {"remark", m.Remark},
	} {
		if field[1] != "" {
			b.WriteString(field[0] + ": " + strconv.Quote(field[1]) + "\n")
		}
	}
	for i, tag := range m.Tags {
		if i == 0 {
			b.WriteString("tags:\n")
		}
		b.WriteString("  - " + strconv.Quote(tag) + "\n")
	}
	b.WriteString("---\n\n")
	return b.String()
}

// heading returns the title above a document that does not begin with it.
func heading(title string, doc document.Document) string {
	if title == "" || len(doc) > 0 && doc[0].Kind == document.Heading && doc[0].Plain() == title {
		return ""
	}
	return document.Document{{Kind: document.Heading, Level: 1, Spans: document.Trim([]document.Span{{Text: title}})}}.Markdown() + "\n\n"
}
