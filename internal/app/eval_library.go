package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"engram/internal/account"
	"engram/internal/eval"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/recall"
	"engram/internal/store"
	"engram/internal/upload"
)

// library is the product's store and search, for the evaluation.
type library struct {
	searcher // as the product searches
	words    searcher
	db       *store.DB
	rows     *store.Store
	users    map[string]string // id by person
}

func openLibrary(ctx context.Context, dir string) (*library, error) {
	db, err := store.Open(ctx, store.Config{URL: filepath.Join(dir, "engram.db")})
	if err != nil {
		return nil, err
	}
	l := &library{db: db, rows: store.New(db, nil), users: make(map[string]string)} // nothing is captured: there are no jobs
	l.searcher = searcher{recall.New(l.rows), l.users}
	l.words = searcher{recall.New(l.rows, recall.WithWeights(recall.Weights{})), l.users}
	return l, nil
}

func (l *library) close() error { return l.db.Close() }

// Save implements eval.Library.
func (l *library) Save(ctx context.Context, person string, memories []eval.Memory) error {
	userID, err := l.signUp(ctx)
	if err != nil {
		return err
	}
	l.users[person] = userID
	for _, m := range memories {
		if err := l.add(ctx, userID, m); err != nil {
			return fmt.Errorf("save %s: %w", m.ID, err)
		}
	}
	return nil
}

// add saves a memory as it is when its capture has run.
func (l *library) add(ctx context.Context, userID string, m eval.Memory) error {
	saved := memory.Memory{ID: m.ID, UserID: userID, Kind: kindOf(m), Title: m.Title, Status: memory.Ready, CreatedAt: m.CreatedAt}
	if saved.Kind == memory.Document {
		saved.UploadID = m.ID
		if err := l.rows.AddUpload(ctx, upload.Upload{UserID: userID, ID: m.ID, Name: m.Title}, 1); err != nil {
			return err
		}
	}
	return l.rows.Add(ctx, saved, passagesOf(m), plan.Limits{})
}

// signUp adds a user that nobody can sign in as.
func (l *library) signUp(ctx context.Context) (userID string, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	u := account.User{ID: id.String(), Username: id.String(), Plan: plan.Free}
	return u.ID, l.rows.CreateUser(ctx, u, "", account.Session{UserID: u.ID, LastUsed: time.Now()})
}

// kindOf is what the set says, or a note: something that somebody wrote.
func kindOf(m eval.Memory) memory.Kind {
	if kind := memory.Kind(m.Kind); kind.Known() {
		return kind
	}
	return memory.Note
}

func passagesOf(m eval.Memory) []memory.Passage {
	passages := make([]memory.Passage, len(m.Passages))
	for i, p := range m.Passages {
		passages[i] = memory.Passage{Ord: p.Ord, Text: p.Text, Offset: p.Offset}
	}
	return passages
}

// searcher asks an engine.
type searcher struct {
	engine *recall.Engine
	users  map[string]string
}

// Ask implements eval.Ranker.
func (s searcher) Ask(ctx context.Context, person, question string, n int) ([]string, error) {
	matches, err := s.engine.Search(ctx, s.users[person], recall.Query{Text: question, Limit: n})
	ids := make([]string, len(matches))
	for i, m := range matches {
		ids[i] = m.MemoryID
	}
	return ids, err
}

// passageEngine finds passages that no memory gathers.
type passageEngine interface {
	Passages(ctx context.Context, userID string, q recall.Query) ([]recall.Hit, error)
}

// AskPassages implements eval.Ranker.
func (s searcher) AskPassages(ctx context.Context, person, question string, n int) ([]eval.Place, error) {
	engine, ok := any(s.engine).(passageEngine)
	if !ok {
		return nil, errors.New("the engine ranks no passages")
	}
	hits, err := engine.Passages(ctx, s.users[person], recall.Query{Text: question, Limit: n})
	places := make([]eval.Place, len(hits))
	for i, h := range hits {
		places[i] = eval.Place{MemoryID: h.MemoryID, Ord: h.Ord}
	}
	return places, err
}
