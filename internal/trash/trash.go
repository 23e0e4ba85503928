// Package trash holds deleted memories until they are restored or removed for good.
package trash

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
)

// Retention is the time that a deleted memory stays in the trash.
const Retention = 30 * 24 * time.Hour

// Undoable is the time after a deletion in which nothing pushes a memory out of the trash.
const Undoable = time.Hour

// What the trash of a user holds at most; those deleted first leave it for others.
const (
	MaxMemories  = 5_000
	MaxWithFiles = 500 // of them with uploaded files
)

const (
	maxPage = 200 // memories of one page
	aPage   = 50  // by default
)

// Memory is a deleted memory.
type Memory struct {
	ID        string
	Kind      memory.Kind
	Title     string
	URL       string // empty for notes and documents
	DeletedAt time.Time
}

// GoneAt returns when it leaves the trash for good, to within the period of the sweep.
func (m Memory) GoneAt() time.Time { return m.DeletedAt.Add(Retention) }

// Full is the error for a deletion for which others would have to leave the trash that were deleted
// just before.
func Full() error {
	return fault.New(fault.Limit, "Your trash is full of what you deleted within the last hour. Empty it, then delete more.")
}

// Page selects a part of the trash.
type Page struct {
	Limit  int
	Before Memory // the last of the previous page, of which ID and DeletedAt count; zero: from the newest
}

// Store stores deleted memories, which memory.Store discards. Every method but PurgeTrash is
// confined to the user's rows.
type Store interface {
	// Trash returns memories, the last deleted first, and the number of all.
	Trash(ctx context.Context, userID string, page Page) (found []Memory, total int, err error)
	// Restore puts a memory back with all that it had. fault.NotFound if it is not in the trash,
	// fault.Limit if an allowance is used up; then it stays in the trash.
	Restore(ctx context.Context, userID, id string, plans plan.Table) error
	// Purge removes a memory from the trash and enqueues the deletion of its blobs; fault.NotFound if
	// it is not there.
	Purge(ctx context.Context, userID, id string) error
	// EmptyTrash purges what was deleted by a time.
	EmptyTrash(ctx context.Context, userID string, until time.Time) error
	// PurgeTrash purges what was deleted before a time, of all users, and returns the number.
	PurgeTrash(ctx context.Context, before time.Time) (int, error)
}

// Service looks after the trash of each user.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns a Service.
func New(store Store, now func() time.Time) *Service { return &Service{store, now} }

// List returns a page of the trash, the cursor of the next one, and the number of all memories in
// it. Limit 0 is the default. fault.Invalid for invalid parameters.
func (s *Service) List(ctx context.Context, userID string, limit int, cursor string) (found []Memory, next string, total int, err error) {
	page := Page{Limit: aPage}
	if limit != 0 {
		page.Limit = limit
	}
	if page.Limit < 0 || page.Limit > maxPage {
		return nil, "", 0, fault.New(fault.Invalid, "A page holds 1 to 200 memories")
	}
	if page.Before, err = readCursor(cursor); err != nil {
		return nil, "", 0, err
	}
	page.Limit++ // to see whether there are more
	found, total, err = s.store.Trash(ctx, userID, page)
	if len(found) == page.Limit {
		found = found[:page.Limit-1]
		next = cursorOf(found[len(found)-1])
	}
	return found, next, total, err
}

// cursorOf names a place in the trash.
func cursorOf(m Memory) string { return strconv.FormatInt(m.DeletedAt.UnixMilli(), 36) + "." + m.ID }

func readCursor(cursor string) (Memory, error) {
	if cursor == "" {
		return Memory{}, nil
	}
	at, id, _ := strings.Cut(cursor, ".")
	ms, err := strconv.ParseInt(at, 36, 64)
	if err != nil || uuid.Validate(id) != nil {
		return Memory{}, fault.New(fault.Invalid, "Unknown cursor")
	}
	return Memory{ID: id, DeletedAt: time.UnixMilli(ms)}, nil
}

// Restore puts a memory back. fault.NotFound if it is not in the trash, fault.Limit if the plan has
// no room for it.
func (s *Service) Restore(ctx context.Context, userID, id string, plans plan.Table) error {
	return s.store.Restore(ctx, userID, id, plans)
}

// Purge removes a memory for good; fault.NotFound if it is not in the trash.
func (s *Service) Purge(ctx context.Context, userID, id string) error {
	return s.store.Purge(ctx, userID, id)
}

// Empty removes all that is in the user's trash by now.
func (s *Service) Empty(ctx context.Context, userID string) error {
	return s.store.EmptyTrash(ctx, userID, s.now())
}

// Forget purges what has been in the trash for Retention, of all users.
func (s *Service) Forget(ctx context.Context) error {
	_, err := s.store.PurgeTrash(ctx, s.now().Add(-Retention))
	return err
}
