package library

import (
	"context"
	"time"

	"engram/internal/memory"
)

// Version is an earlier text of a note. The last ones are kept, and one of those that came within
// minutes out of each other.
type Version struct {
	Edition    int
	WrittenAt  time.Time // when the first of the edits began that it stands for
	Beginning  string
	Characters int // Unicode code points
}

// Title returns its first line.
func (v Version) Title() string {
	m, err := memory.Memory{}.WithText(v.Beginning)
	if err != nil {
		return "" // it begins with much white space
	}
	return m.Title
}

// Versions returns the earlier texts of a note, newest first; fault.NotFound if it is not the
// user's.
func (s *Service) Versions(ctx context.Context, userID, id string) ([]Version, error) {
	if _, err := s.memories.Get(ctx, userID, id); err != nil {
		return nil, err
	}
	return s.store.Versions(ctx, userID, id)
}

// Version returns an earlier text of a note; fault.NotFound if it is not kept.
func (s *Service) Version(ctx context.Context, userID, id string, edition int) (string, error) {
	return s.store.Version(ctx, userID, id, edition)
}
