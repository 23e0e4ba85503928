package bench

import (
	"context"

	"engram/internal/account"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/recall"
	"engram/internal/recall/vector"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/memories"
	"engram/internal/store/passages"
)

// stored is the product's own database on a file, with the meanings of what is in it.
type stored struct {
	*passages.Store
	users  *accounts.Store
	saved  *memories.Store
	db     *store.DB
	corpus *corpus
}

func openStored(ctx context.Context, path string, c *corpus) (stored, error) {
	db, err := store.Open(ctx, store.Config{URL: path})
	if err != nil {
		return stored{}, err
	}
	saved := memories.New(db, nil, memories.Hooks{}) // what is saved here is ready, and needs no jobs
	return stored{Store: passages.New(db), users: accounts.New(db), saved: saved, db: db, corpus: c}, nil
}

// save adds a user with that many passages. Its commits do not wait for the disk: saving is not what is measured.
func (s stored) save(ctx context.Context, userID string, passages int) error {
	relaxed := "PRAGMA synchronous = OFF"
	if s.db.Dialect() == store.Postgres {
		relaxed = "SET synchronous_commit = off"
	}
	if _, err := s.db.Writer().ExecContext(ctx, relaxed); err != nil {
		return err
	}
	u := account.User{ID: userID, Username: userID, Plan: plan.Pro}
	if err := s.users.CreateUser(ctx, u, "", account.Session{UserID: userID, TokenHash: []byte(userID)}); err != nil {
		return err
	}
	for from := 0; from < passages; from += passagesInOne {
		m, parts := s.memory(userID, from, min(from+passagesInOne, passages))
		if err := s.saved.Add(ctx, m, parts, plan.Table{}); err != nil {
			return err
		}
	}
	return nil
}

// memory makes one of the user's passages of those numbers.
func (s stored) memory(userID string, from, to int) (memory.Memory, []memory.Passage) {
	p := s.corpus.passage(userID, from)
	m := memory.Memory{ID: p.MemoryID, UserID: userID, Kind: memory.Kind(p.Kind), Title: p.Title, Status: memory.Ready, CreatedAt: p.CreatedAt}
	var parts []memory.Passage
	for i := from; i < to; i++ {
		p := s.corpus.passage(userID, i)
		parts = append(parts, memory.Passage{Ord: p.Ord, Text: p.Text})
	}
	return m, parts
}

// Changes implements recall.Source. The meanings are made here: a passage's seq is its number.
func (s stored) Changes(ctx context.Context, userID string, after int64, limit int) ([]recall.Change, error) {
	changes, err := s.Store.Changes(ctx, userID, after, limit)
	for i := range changes {
		p := &changes[i].Passage
		p.Vector, p.Model = vector.Quantise(s.corpus.meaning(userID, int(changes[i].Seq)-1)), model
	}
	return changes, err
}

func (s stored) close() error { return s.db.Close() }
