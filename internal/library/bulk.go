package library

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
)

// MaxBulk is the most memories that are changed at once.
const MaxBulk = 2000

// Mark is a property that a memory has or has not.
type Mark string

// The marks.
const (
	Starred  Mark = "starred"
	Archived Mark = "archived"
	Read     Mark = "read" // notes are neither read nor unread
)

// Bulk changes many memories, each at most once. Every method is confined to the user's rows, skips
// ids that are not there, and returns those that it changed, each of which is in the feed.
type Bulk interface {
	// SetMark gives memories a mark, or takes it.
	SetMark(ctx context.Context, userID string, ids []string, mark Mark, is bool, at time.Time) (changed []string, err error)
	// Tag adds and removes tags. fault.Invalid if a memory would have too many; then some may be
	// changed.
	Tag(ctx context.Context, userID string, ids []string, add, remove []Tag) (changed []string, err error)
	// DiscardAll moves memories to the trash, see memory.Store. After an error some may be there.
	DiscardAll(ctx context.Context, userID string, ids []string, at time.Time) (changed []string, err error)
}

// SetMark gives memories a mark, or takes it, and returns those that it changed. fault.Invalid for
// more than MaxBulk.
func (s *Service) SetMark(ctx context.Context, userID string, ids []string, mark Mark, is bool) ([]string, error) {
	ids, err := Selection(ids)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return s.store.SetMark(ctx, userID, ids, mark, is, s.now())
}

// Tag adds tags to memories and removes others, and returns those that it changed. fault.Invalid for
// more than MaxBulk, for what can't be a tag, and for more tags than a memory has.
func (s *Service) Tag(ctx context.Context, userID string, ids, add, remove []string) ([]string, error) {
	ids, err := Selection(ids)
	if err != nil {
		return nil, err
	}
	added, err := TagsOf(add)
	if err != nil {
		return nil, err
	}
	removed, err := TagsOf(remove)
	if err != nil || len(ids) == 0 || len(added)+len(removed) == 0 {
		return nil, err
	}
	return s.store.Tag(ctx, userID, ids, added, removed)
}

// DeleteAll moves memories to the trash as Delete does, and returns those that are gone. fault.Invalid
// for more than MaxBulk; fault.NoRoom if some of them are gone for good, since the disk has no room for
// them in the trash.
func (s *Service) DeleteAll(ctx context.Context, userID string, ids []string) ([]string, error) {
	ids, err := Selection(ids)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	changed, err := s.store.DiscardAll(ctx, userID, ids, s.now())
	if fault.KindOf(err) != fault.NoRoom {
		return changed, err
	}
	return s.removeAll(ctx, userID, ids, changed)
}

// removeAll removes the memories that are not in the trash yet, and returns all that are gone.
func (s *Service) removeAll(ctx context.Context, userID string, ids, discarded []string) ([]string, error) {
	gone := discarded
	for _, id := range ids {
		switch err := s.memories.Remove(ctx, userID, id); {
		case fault.KindOf(err) == fault.NotFound: // it was discarded before
		case err != nil:
			return gone, err
		default:
			gone = append(gone, id)
		}
	}
	if n := len(gone) - len(discarded); n > 0 {
		return gone, fault.New(fault.NoRoom, fmt.Sprintf("Deleted %d of them for good: the server's disk has no room to keep them in the trash", n))
	}
	return gone, nil
}

// Selection returns the ids that a memory can have, each once. fault.Invalid for more than MaxBulk.
func Selection(ids []string) ([]string, error) {
	if len(ids) > MaxBulk {
		return nil, fault.New(fault.Invalid, "At most 2,000 memories can be chosen at once")
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return uuid.Validate(id) != nil })
	slices.Sort(ids)
	return slices.Compact(ids), nil
}
