package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
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
			for _, block := range a.illustrated(ctx, m, doc) {
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
	return a.Memories.Markdown(ctx, m, func(piece string) error {
		p.Text(piece)
		return p.Flush()
	})
}

// illustrated gives each image that is kept its signed link, in place of its blob key. It changes
// doc.
func (a *api) illustrated(ctx context.Context, m memory.Memory, doc document.Document) document.Document {
	for leaf := range doc.Leaves() {
		if leaf.Image != nil && leaf.Image.Key != "" {
			leaf.Image.URL, leaf.Image.Key = a.present.Picture(ctx, m, leaf.Image.Key), ""
		}
	}
	return doc
}

type progressInput struct {
	ID   string `path:"id"`
	Body struct {
		Leaf  int     `json:"leaf" minimum:"0" doc:"Of its document, counted from 0: paragraphs, headings, code, tables and figures."`
		Share float64 `json:"share" minimum:"0" maximum:"1" doc:"Of its text that is read."`
	}
}

func (a *api) saveProgress(ctx context.Context, id account.Identity, in *progressInput) (*wire.MessageOutput, error) {
	err := a.Memories.SaveProgress(ctx, id.User().ID, in.ID, document.Progress{Leaf: in.Body.Leaf, Share: in.Body.Share})
	return wire.Message("Kept"), err
}
