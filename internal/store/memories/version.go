package memories

import (
	"context"

	"engram/internal/library"
	"engram/internal/store"
	"engram/internal/store/versions"
)

// Versions implements library.Store.
func (s *Store) Versions(ctx context.Context, userID, id string) ([]library.Version, error) {
	found, err := versions.List(ctx, s.db.Reader(), userID, id)
	return found, store.Explain(err, "list the versions of memory", id)
}

// Version implements library.Store.
func (s *Store) Version(ctx context.Context, userID, id string, edition int) (string, error) {
	text, err := versions.Text(ctx, s.db.Reader(), userID, id, edition)
	return text, store.Explain(err, "read a version of memory", id)
}
