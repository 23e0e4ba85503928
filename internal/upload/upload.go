// Package upload takes a file, keeps it as a blob and signs the links that open it.
package upload

import (
	"context"
	"time"

	"engram/internal/blob"
)

// Upload is a stored file. It belongs to one memory once claimed, and is removed when none claims it within a day.
type Upload struct {
	ID        string // UUIDv7
	UserID    string
	Name      string // a file name made safe: no path, no control or bidi characters, at most 200 bytes
	MemoryID  string // empty until a memory claims it
	CreatedAt time.Time
}

// BlobKey is where the upload's bytes are kept.
func (u Upload) BlobKey() string { return blob.DocumentKey(u.UserID, u.ID) }

// File is an open upload.
type File struct {
	*blob.Object
	Name, MediaType string
}

// Store keeps the rows of uploads.
type Store interface {
	// AddUpload inserts an unclaimed upload. fault.Limit when the user has maxUnclaimed unclaimed ones already.
	AddUpload(ctx context.Context, u Upload, maxUnclaimed int) error
	// RemoveUpload removes the row of an upload that no memory claimed; an absent one is no error.
	RemoveUpload(ctx context.Context, userID, id string) error
	// Upload returns one; fault.NotFound when it is not the user's.
	Upload(ctx context.Context, userID, id string) (Upload, error)
	// RemoveUnclaimed removes the rows of every user's uploads that were made before the given time and never claimed,
	// enqueues the removal of their blobs in the same transaction, and returns how many there were.
	RemoveUnclaimed(ctx context.Context, before time.Time) (int, error)
}
