package backup

import (
	"context"
	"io"

	"engram/internal/blob"
)

// Database is the database that is backed up.
type Database interface {
	// Engine is SQLite or Postgres.
	Engine() string
	// Schema is the version that it was migrated to.
	Schema(ctx context.Context) (int64, error)
	// CopyTo writes what it holds at one moment to a new file, while others write. Only SQLite's is copied.
	CopyTo(ctx context.Context, path string) error
}

// Files are the uploaded files and pictures.
type Files interface {
	List(ctx context.Context, yield func(blob.Info) error) error
	Open(ctx context.Context, key string) (*blob.Object, error)
	// Hold keeps every file from being removed until what it returns is closed.
	Hold(ctx context.Context) (io.Closer, error)
}

// Program is the program that restores.
type Program struct {
	// Schema is the newest version of a database that it knows.
	Schema int64
	// Engine is the engine that the restored data directory is to be used with.
	Engine string
	// Inspect reads a database file through and returns its version.
	Inspect func(ctx context.Context, path string) (int64, error)
}
