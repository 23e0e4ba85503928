package httpapi

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/memory"
)

type documentAnswer struct {
	Version int               `json:"version" doc:"Of the form of the blocks."`
	Blocks  document.Document `json:"blocks" nullable:"false"`
}

type documentInput struct {
	ID     string `path:"id"`
	Format string `query:"format" doc:"markdown: the text as a markdown file, that of a note as it was written; left out: its blocks."`
}

const markdownFormat = "markdown"

// getDocument writes the blocks as they are read: there may be thousands.
func (a *api) getDocument(ctx context.Context, id account.Identity, in *documentInput) (*huma.StreamResponse, error) {
	m, err := a.Memories.Get(ctx, id.User().ID, in.ID)
	switch {
	case err != nil:
		return nil, err
	case in.Format == markdownFormat:
		return a.InPieces(ctx, id, func(p *route.Pieces) error { return a.writeMarkdown(ctx, p, m) }), nil
	case in.Format != "":
		return nil, fault.New(fault.Invalid, "A document is had as blocks or as markdown")
	}
	return a.InPieces(ctx, id, func(p *route.Pieces) error {
		p.Text(`{"version":`)
		if err := p.Value(document.Version); err != nil {
			return err
		}
		p.Text(`,"blocks":[`)
		first := true
		err := a.Memories.Document(ctx, m, func(doc document.Document) error {
			for _, block := range doc {
				if !first {
					p.Text(",")
				}
				first = false
				if err := p.Value(block); err != nil {
					return err
				}
			}
			return p.Flush()
		})
		p.Text("]}")
		return err
	}), nil
}

// writeMarkdown writes a memory as a markdown file.
func (a *api) writeMarkdown(ctx context.Context, p *route.Pieces, m memory.Memory) error {
	p.As("text/markdown; charset=utf-8")
	p.Text(frontMatter(m))
	if m.Kind == memory.Note {
		p.Text(m.Description + "\n")
		return nil
	}
	titled := false
	err := a.Memories.Document(ctx, m, func(doc document.Document) error {
		if !titled {
			titled = true
			p.Text(heading(m.Title, doc))
		}
		p.Text(doc.Markdown() + "\n\n")
		return p.Flush()
	})
	return err
}

// frontMatter returns what is known of a memory as YAML, which reads Go's quotes.
func frontMatter(m memory.Memory) string {
	var b strings.Builder
	b.WriteString("---\n")
	for _, field := range [][2]string{
		{"title", m.Title}, {"source", m.URL}, {"author", m.Author}, {"saved", m.CreatedAt.UTC().Format(time.DateOnly)},
	} {
		if field[1] != "" {
			b.WriteString(field[0] + ": " + strconv.Quote(field[1]) + "\n")
		}
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
