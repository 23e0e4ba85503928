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
	Checksum  string // of its content, as an import counted it; empty: unknown
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
	// FilesOf returns the uploads that a memory has claimed, oldest first; none if it is not the user's.
	FilesOf(ctx context.Context, userID, memoryID string) ([]Upload, error)
	// Attach has a memory claim an upload beside its others. fault.Limit if it has most already,
	// fault.NotFound if it is not the user's, fault.Invalid if the upload is absent or claimed.
	Attach(ctx context.Context, userID, memoryID, uploadID string, most int) error
	// Detach removes a file of a memory, and enqueues the removal of its blob in the same transaction.
	// fault.Invalid for the file that a document is, fault.NotFound if the memory has no such file.
	Detach(ctx context.Context, userID, memoryID, uploadID string) error
	// SavePage is Attach of a page as the user's browser saved it. A link is captured anew from it,
	// and its earlier one is removed unless keep is set.
	SavePage(ctx context.Context, userID, memoryID, uploadID string, keep bool, most int, at time.Time) error
	// RemoveUnclaimed removes all users' unclaimed uploads from before a time and enqueues the
	// removal of their blobs in the same transaction. It returns their number.
	RemoveUnclaimed(ctx context.Context, before time.Time) (int, error)
}
