// Package watch takes in files that are put into a folder. Each user has a folder in it, by their name.
package watch

import (
	"context"
	"io"
	"time"

	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/upload"
)

// Owner is a user who has a folder.
type Owner struct {
	UserID    string
	Plan      plan.Name
	CreatedAt time.Time
}

// File is a content that was taken in.
type File struct {
	UserID   string
	Hash     string // SHA-256, in hexadecimal
	Path     string // below the user's folder, with slashes
	Size     int64  // in bytes
	Modified int64  // in nanoseconds, as the file system says
	UploadID string
	Saved    bool // a memory was made of it
}

// Store remembers what was taken in. Every method but Owner is confined to the user's rows.
type Store interface {
	// Owner returns the user of a name, whatever its case; fault.NotFound if there is none, or the
	// account is disabled.
	Owner(ctx context.Context, name string) (Owner, error)
	// Seen reports whether this file of this size and time was taken in.
	Seen(ctx context.Context, userID, path string, size, modified int64) (bool, error)
	// File returns a content that was taken in; fault.NotFound if it was not.
	File(ctx context.Context, userID, hash string) (File, error)
	// AddFile adds a content, unless it is there; added reports whether it was not.
	AddFile(ctx context.Context, f File) (added bool, err error)
	// MoveFile notes where a content was seen last.
	MoveFile(ctx context.Context, f File) error
	// FileSaved notes that a memory was made of a content.
	FileSaved(ctx context.Context, userID, hash string) error
	// DropFile forgets a content.
	DropFile(ctx context.Context, userID, hash string) error
}

// Uploaded finds uploads.
type Uploaded interface {
	// Upload returns an upload; fault.NotFound if it is not the user's.
	Upload(ctx context.Context, userID, id string) (upload.Upload, error)
}

// Uploads stores files.
type Uploads interface {
	// Accept stores a file. fault.Unsupported, fault.TooLarge or fault.Limit if it can't be.
	Accept(ctx context.Context, userID string, limits plan.Limits, name string, r io.Reader) (upload.Upload, error)
	// Link returns the address by which a memory claims an upload.
	Link(userID, sessionID, uploadID, name string) string
}

// Memories saves memories.
type Memories interface {
	Add(ctx context.Context, userID string, plans plan.Table, d memory.Draft) (memory.Saved, error)
}
