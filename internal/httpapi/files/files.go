// Package files is the calls about the files of a memory, and those by which a browser's extension
// saves the page that it shows.
package files

import (
	"context"
	"log/slog"
	"time"

	"engram/internal/account"
	"engram/internal/httpapi/route"
	"engram/internal/httpapi/wire"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/upload"
)

// Parts are the dependencies of the calls.
type Parts struct {
	Uploads  *upload.Service
	Memories *memory.Service
	Plans    plan.Table
	Log      *slog.Logger
	Now      func() time.Time
}

// Register adds the calls of the signed-in user.
func Register(r *route.Router, p Parts) {
	route.SignedIn(r, "POST /api/v1/content/{id}/files", route.SmallBody, "Attach an uploaded file to a memory", p.attach, 400, 404, 429)
	route.SignedIn(r, "DELETE /api/v1/content/{id}/files/{fileId}", route.SmallBody, "Remove a file of a memory", p.detach, 400, 404)
	p.savedPages(r)
}

type attachInput struct {
	ID   string `path:"id"`
	Body struct {
		Link string `json:"link" doc:"The url of an upload, which no memory has yet."`
	}
}

func (p Parts) attach(ctx context.Context, id account.Identity, in *attachInput) (*wire.MessageOutput, error) {
	return wire.Message("File attached"), p.Uploads.Attach(ctx, id.User().ID, in.ID, in.Body.Link)
}

type detachInput struct {
	ID     string `path:"id"`
	FileID string `path:"fileId"`
}

func (p Parts) detach(ctx context.Context, id account.Identity, in *detachInput) (*wire.MessageOutput, error) {
	return wire.Message("File removed"), p.Uploads.Detach(ctx, id.User().ID, in.ID, in.FileID)
}
