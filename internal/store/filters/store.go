// Package filters finds memories by filters. It holds what filters ask of each user's memories, which
// is a cache of the database and is brought up to date before each use.
package filters

import (
	"context"
	"slices"
	"sync"

	"engram/internal/filter"
	"engram/internal/store"
)

var _ filter.Store = (*Store)(nil)

// mostRows is the number of memories that are held, about 300 bytes each, beside those of one user.
const mostRows = 100_000

// Store finds memories. It is safe for concurrent use.
type Store struct {
	db *store.DB

	mu      sync.Mutex
	shelves map[string]*shelf // by user
	recent  []string          // users, the last one last
	most    int               // rows of all shelves
}

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db: db, shelves: map[string]*shelf{}, most: mostRows} }

// Filtered implements filter.Store.
func (s *Store) Filtered(ctx context.Context, userID string, q filter.Query, page filter.Page) (items []filter.Item, total int, err error) {
	err = s.read(ctx, userID, func(sh *shelf) {
		fits := fitting(q)
		for _, r := range sh.sorted(page.Sort) {
			if !fits(r) {
				continue
			}
			total++
			if len(items) < page.Limit && (page.Behind == nil || compare(page.Sort, r, rowAt(*page.Behind)) > 0) {
				items = append(items, filter.Item{ID: r.id, Position: r.position(page.Sort)})
			}
		}
	})
	return items, total, store.Explain(err, "filter the memories of", userID)
}

// FilteredIDs implements filter.Store.
func (s *Store) FilteredIDs(ctx context.Context, userID string, q filter.Query) (ids []string, err error) {
	err = s.read(ctx, userID, func(sh *shelf) {
		fits := fitting(q)
		for _, r := range slices.Backward(sh.sorted(filter.Saved)) { // nearly the order of ids
			if fits(r) {
				ids = append(ids, r.id)
			}
		}
	})
	return ids, store.Explain(err, "filter the memories of", userID)
}

// read calls f with a user's shelf, up to date. No other call has it meanwhile.
func (s *Store) read(ctx context.Context, userID string, f func(*shelf)) error {
	sh := s.shelfOf(userID)
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if err := sh.update(ctx, s.db, userID); err != nil {
		*sh.contents = contents{} // it may be half done
		return err
	}
	s.keep(userID, len(sh.rows))
	f(sh)
	return nil
}

func (s *Store) shelfOf(userID string) *shelf {
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.shelves[userID]
	if sh == nil {
		sh = &shelf{contents: &contents{}}
		s.shelves[userID] = sh
	}
	return sh
}

// keep notes that a shelf with this many rows was used, and lets go of those that were not for
// longest where there are too many.
func (s *Store) keep(userID string, rows int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sh := s.shelves[userID]; sh != nil {
		sh.held = rows
	}
	s.recent = append(slices.DeleteFunc(s.recent, func(id string) bool { return id == userID }), userID)
	held := 0
	for _, sh := range s.shelves {
		held += sh.held
	}
	for held > s.most && len(s.recent) > 1 {
		held -= s.shelves[s.recent[0]].held
		delete(s.shelves, s.recent[0])
		s.recent = s.recent[1:]
	}
}
