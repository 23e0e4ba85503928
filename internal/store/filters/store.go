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

	mu     sync.Mutex
	tables map[string]*table // by user
	recent []string          // users, the last one last
	most   int               // rows of all tables
}

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db: db, tables: map[string]*table{}, most: mostRows} }

// Filtered implements filter.Store.
func (s *Store) Filtered(ctx context.Context, userID string, q filter.Query, page filter.Page) (items []filter.Item, total int, err error) {
	err = s.read(ctx, userID, func(t *table) {
		fits := fitting(q)
		for _, r := range t.sorted(page.Sort) {
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
	err = s.read(ctx, userID, func(t *table) {
		fits := fitting(q)
		for _, r := range slices.Backward(t.sorted(filter.Saved)) { // nearly the order of ids
			if fits(r) {
				ids = append(ids, r.id)
			}
		}
	})
	return ids, store.Explain(err, "filter the memories of", userID)
}

// read calls f with a user's table, up to date. No other call has it meanwhile.
func (s *Store) read(ctx context.Context, userID string, f func(*table)) error {
	t := s.tableOf(userID)
	t.mu.Lock()
	defer t.mu.Unlock()
	// What was begun is finished: while a user types, most requests are given up.
	if err := t.update(context.WithoutCancel(ctx), s.db, userID); err != nil {
		return err
	}
	s.keep(userID, t)
	f(t)
	return nil
}

func (s *Store) tableOf(userID string) *table {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables[userID]
	if t == nil {
		t = &table{}
		s.tables[userID] = t
	}
	return t
}

// keep notes that a locked table was used, which another call may have let go of meanwhile, and lets
// go of those that were not for longest where there are too many rows.
func (s *Store) keep(userID string, t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tables[userID], t.held = t, len(t.rows)
	s.recent = append(slices.DeleteFunc(s.recent, func(id string) bool { return id == userID }), userID)
	held := 0
	for _, t := range s.tables {
		held += t.held
	}
	for held > s.most && len(s.recent) > 1 {
		held -= s.tables[s.recent[0]].held
		delete(s.tables, s.recent[0])
		s.recent = s.recent[1:]
	}
}
