package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"engram/internal/account"
	"engram/internal/document"
	"engram/internal/httpapi/route"
)

type documentAnswer struct {
	Version int               `json:"version" doc:"Of the form of the blocks."`
	Blocks  document.Document `json:"blocks" nullable:"false"`
}

// getDocument writes the blocks as they are read: there may be thousands.
func (a *api) getDocument(ctx context.Context, id account.Identity, in *memoryInput) (*huma.StreamResponse, error) {
	m, err := a.Memories.Get(ctx, id.User().ID, in.ID)
	if err != nil {
		return nil, err
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
