// Package entry numbers memories and tags, for programs that name what is saved by numbers and ask for what changed since a
// time, as the apps of wallabag do.
package entry

import (
	"context"
	"time"

	"engram/internal/fault"
)

// Entry is a memory with its number.
type Entry struct {
	Number    int
	MemoryID  string
	ChangedAt time.Time // when a change of it was seen last
}

// Sort is an order of a list.
type Sort string

const (
	Created  Sort = "created"
	Updated  Sort = "updated"
	Archived Sort = "archived"
)

// Query selects entries. What is from followed feeds is only among them if it is starred.
type Query struct {
	Archived, Starred *bool     // nil: either
	Since             time.Time // changed then or after; zero: ever
	Tags              []string  // keys; an entry has all
	Sort              Sort      // empty: Created
	Ascending         bool
	Page, PerPage     int // pages count from 1
}

// Page is a page of a list.
type Page struct {
	Entries []Entry
	Total   int // of all pages
	Pages   int // at least 1
}

// Store stores numbers. Every method but ForgetNumbers is confined to the user's rows.
type Store interface {
	// Number gives every memory that has none a number, and notes which have changed.
	Number(ctx context.Context, userID string, now time.Time) error
	// Entries returns a page of entries, and how many there are on all.
	Entries(ctx context.Context, userID string, q Query) (entries []Entry, total int, err error)
	// EntriesOf returns the entries of memories, by their ids.
	EntriesOf(ctx context.Context, userID string, ids []string) (map[string]Entry, error)
	// MemoryOf returns the id of the memory with a number; fault.NotFound if there is none.
	MemoryOf(ctx context.Context, userID string, number int) (id string, err error)
	// TagNumbers returns the numbers of tags by their keys, and gives those a number that have none.
	TagNumbers(ctx context.Context, userID string, keys []string) (map[string]int, error)
	// TagOf returns the key of the tag with a number; fault.NotFound if there is none.
	TagOf(ctx context.Context, userID string, number int) (key string, err error)
	// ForgetNumbers deletes the numbers of all users' memories and tags that are gone.
	ForgetNumbers(ctx context.Context) error
}

// Service lists entries.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns a Service.
func New(store Store, now func() time.Time) *Service { return &Service{store, now} }

// MostPerPage is the number of entries on a page at most.
const MostPerPage = 100

// List returns a page of entries; fault.NotFound for a page behind the last, by which programs know that they have all.
func (s *Service) List(ctx context.Context, userID string, q Query) (Page, error) {
	switch q.Sort {
	case "":
		q.Sort = Created
	case Created, Updated, Archived:
	default:
		return Page{}, fault.New(fault.Invalid, "A list is sorted by created, updated or archived")
	}
	if q.Page < 1 || q.PerPage < 1 || q.PerPage > MostPerPage {
		return Page{}, fault.New(fault.Invalid, "A list has pages from 1 on, of 1 to 100 entries")
	}
	if err := s.store.Number(ctx, userID, s.now()); err != nil {
		return Page{}, err
	}
	found, total, err := s.store.Entries(ctx, userID, q)
	page := Page{Entries: found, Total: total, Pages: max(1, (total+q.PerPage-1)/q.PerPage)}
	if err == nil && q.Page > page.Pages {
		err = fault.New(fault.NotFound, "There is no such page")
	}
	return page, err
}

// Of returns the entries of memories, by their ids.
func (s *Service) Of(ctx context.Context, userID string, ids []string) (map[string]Entry, error) {
	if err := s.store.Number(ctx, userID, s.now()); err != nil {
		return nil, err
	}
	return s.store.EntriesOf(ctx, userID, ids)
}

// MemoryOf returns the id of the memory with a number; fault.NotFound if there is none.
func (s *Service) MemoryOf(ctx context.Context, userID string, number int) (string, error) {
	return s.store.MemoryOf(ctx, userID, number)
}

// TagNumbers returns the numbers of tags by their keys.
func (s *Service) TagNumbers(ctx context.Context, userID string, keys []string) (map[string]int, error) {
	return s.store.TagNumbers(ctx, userID, keys)
}

// TagOf returns the key of the tag with a number; fault.NotFound if there is none.
func (s *Service) TagOf(ctx context.Context, userID string, number int) (string, error) {
	return s.store.TagOf(ctx, userID, number)
}

// Forget deletes the numbers of what is gone.
func (s *Service) Forget(ctx context.Context) error { return s.store.ForgetNumbers(ctx) }
