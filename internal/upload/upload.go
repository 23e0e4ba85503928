// Package upload accepts files, stores them as blobs and signs the links that open them.
package upload

import (
	"context"
	"net/url"
	"strings"
	"time"

	"engram/internal/blob"
	"engram/internal/filetype"
)

// Upload is a stored file. A memory claims it within a day, or it is removed.
type Upload struct {
	ID        string // UUIDv7
	UserID    string
	Name      string // safe: no path, no control or bidi characters, at most 200 bytes
	MemoryID  string // empty until a memory claims it
	CreatedAt time.Time
}

// BlobKey returns the key of the upload's blob.
func (u Upload) BlobKey() string { return blob.DocumentKey(u.UserID, u.ID) }

// File is an open upload.
type File struct {
	*blob.Object
	Name string
	Type *filetype.Type
}

// MediaType returns the media type for a browser.
func (f File) MediaType() string {
	if f.Type == filetype.Markdown {
		return filetype.Text.MediaType // which every browser shows
	}
	return f.Type.MediaType
}

// Disposition returns the Content-Disposition: what runs nothing in a browser is shown there, all
// else is saved under its name.
func (f File) Disposition() string {
	way := "attachment"
	if f.Type.Inline {
		way = "inline"
	}
	return way + "; filename*=UTF-8''" + strings.ReplaceAll(url.QueryEscape(f.Name), "+", "%20")
}

// Store keeps the rows of uploads.
type Store interface {
	// AddUpload inserts an unclaimed upload. It returns fault.Limit if the user has maxUnclaimed
	// already.
	AddUpload(ctx context.Context, u Upload, maxUnclaimed int) error
	// RemoveUpload removes the row of an unclaimed upload, if it exists.
	RemoveUpload(ctx context.Context, userID, id string) error
	// Upload returns an upload; fault.NotFound if it is not the user's.
	Upload(ctx context.Context, userID, id string) (Upload, error)
	// RemoveUnclaimed removes all users' unclaimed uploads from before a time and enqueues the
	// removal of their blobs in the same transaction. It returns their number.
	RemoveUnclaimed(ctx context.Context, before time.Time) (int, error)
}
