package library

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/wire"
)

// WireTrashed is a deleted memory.
type WireTrashed struct {
	ID        string    `json:"_id"`
	Type      wire.Kind `json:"type"`
	Title     string    `json:"title"`
	Link      string    `json:"link,omitempty" doc:"Of what has an address."`
	DeletedAt time.Time `json:"deletedAt"`
	GoneAt    time.Time `json:"goneAt" doc:"When it is removed for good."`
}

type trashInput struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" doc:"Memories of one page; 50 when left out."`
	Cursor string `query:"cursor" doc:"The next of the page before."`
}

type trashOutput struct {
	Body struct {
		Memories []WireTrashed `json:"memories" nullable:"false"`
		Total    int           `json:"total" doc:"How many there are, on all pages."`
		Next     string        `json:"next,omitempty" doc:"Absent after the last page."`
	}
}

func (p Parts) list(ctx context.Context, id account.Identity, in *trashInput) (*trashOutput, error) {
	found, next, total, err := p.Trash.List(ctx, id.User().ID, in.Limit, in.Cursor)
	out := &trashOutput{}
	out.Body.Memories, out.Body.Total, out.Body.Next = make([]WireTrashed, len(found)), total, next
	for i, d := range found {
		out.Body.Memories[i] = WireTrashed{
			ID: d.ID, Type: wire.Kind(d.Kind), Title: d.Title, Link: d.URL, DeletedAt: d.DeletedAt.UTC(), GoneAt: d.GoneAt().UTC(),
		}
	}
	return out, err
}

// deletedInput names a memory in the trash.
type deletedInput struct {
	ID string `path:"id"`
}

func (p Parts) restore(ctx context.Context, id account.Identity, in *deletedInput) (*wire.MessageOutput, error) {
	return wire.Message("Memory restored"), p.Trash.Restore(ctx, id.User().ID, in.ID, p.Plans)
}

func (p Parts) purge(ctx context.Context, id account.Identity, in *deletedInput) (*wire.MessageOutput, error) {
	return wire.Message("Memory removed for good"), p.Trash.Purge(ctx, id.User().ID, in.ID)
}

func (p Parts) emptyTrash(ctx context.Context, id account.Identity, _ *struct{}) (*wire.MessageOutput, error) {
	return wire.Message("Trash emptied"), p.Trash.Empty(ctx, id.User().ID)
}
