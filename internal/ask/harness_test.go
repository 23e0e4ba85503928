package ask_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/uuid"

	"engram/internal/account"
	"engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/ask"
	"engram/internal/conversation"
	"engram/internal/filter"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/recall"
	"engram/internal/store"
	"engram/internal/store/memories"
	"engram/internal/store/storetest"
)

// index is a search engine that records its calls and fails on demand.
type index struct {
	*recall.Engine
	asked []recall.Query
	fails func() error
}

func (x *index) Search(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error) {
	x.asked = append(x.asked, q)
	if x.fails != nil {
		if err := x.fails(); err != nil {
			return nil, err
		}
	}
	return x.Engine.Search(ctx, userID, q)
}

// writer quotes saved words, records its calls and fails on demand.
type writer struct {
	answer.Answerer
	asked []answer.Question
	ranks []int // the order that it reports; nil: none
	fails func(context.Context) error
}

func (w *writer) Answer(ctx context.Context, q answer.Question, tell func(answer.Piece)) (answer.Answer, error) {
	w.asked = append(w.asked, q)
	if w.fails != nil {
		if err := w.fails(ctx); err != nil {
			return answer.Answer{}, err
		}
	}
	if w.ranks != nil {
		q.Ranked(w.ranks)
		q.Matches = answer.Arrange(q.Matches, w.ranks)
	}
	return w.Answerer.Answer(ctx, q, tell)
}

// rewriter is a scripted model for follow-ups; by default it returns nothing.
type rewriter struct {
	says  func(context.Context) (string, error)
	asked []answer.Question
}

func (r *rewriter) Rewrite(ctx context.Context, q answer.Question) (string, error) {
	r.asked = append(r.asked, q)
	if _, ok := ctx.Deadline(); !ok {
		return "", errors.New("it may take for ever")
	}
	if r.says == nil {
		return "", nil
	}
	return r.says(ctx)
}

// brain is a person's memories with everything that asking needs.
type brain struct {
	*ask.Service
	t        *testing.T
	rows     storetest.Stores
	index    *index
	writer   *writer
	rewriter *rewriter
	talks    *conversation.Service
	userID   string

	knot, bend string // ids of their notes
}

// openStore returns a database for the brains of one test.
func openStore(t *testing.T) storetest.Stores {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: storetest.SQLiteMigrated(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return storetest.New(db, nil, memories.Hooks{})
}

func newBrain(t *testing.T, rows storetest.Stores, changes ...func(*ask.Parts)) *brain {
	t.Helper()
	engine := recall.New(rows)
	t.Cleanup(func() { engine.Close() })
	b := &brain{
		t: t, rows: rows, index: &index{Engine: engine}, writer: &writer{Answerer: extractive.New(nil, nil)},
		rewriter: &rewriter{}, talks: conversation.New(rows, now), userID: uuid.NewString(),
	}
	ada := account.User{ID: b.userID, Username: b.userID, Plan: plan.Free, CreatedAt: now()}
	session := account.Session{ID: uuid.NewString(), UserID: b.userID, TokenHash: []byte(b.userID), LastUsed: now()}
	if err := rows.CreateUser(t.Context(), ada, "hash", session); err != nil {
		t.Fatal(err)
	}
	b.knot = b.save("knot", "Two half hitches tie a hammock to a tree. They hold since friction grows with the load.")
	b.bend = b.save("bend", "A sheet bend joins ropes of different thickness.")
	parts := ask.Parts{
		Memories: memory.New(rows, nil, nil, nil, now), Conversations: b.talks, Quota: quota.New(rows, now),
		Searcher: ask.NewSearcher(b.index, nil, now), Filters: filter.New(rows), Rewriter: b.rewriter, Answers: b.writer,
		Log: slog.New(slog.DiscardHandler), Now: now,
	}
	for _, change := range changes {
		change(&parts)
	}
	b.Service = ask.New(parts)
	return b
}

// searches sets the daily limit.
func searches(n int) func(*ask.Parts) {
	return func(p *ask.Parts) { p.Plans = plan.Table{Free: plan.Limits{SearchesPerDay: n}} }
}

// save adds a note and returns its id.
func (b *brain) save(title, text string) string {
	b.t.Helper()
	m := memory.Memory{
		ID: uuid.NewString(), UserID: b.userID, Kind: memory.Note, Title: title, Status: memory.Ready, CreatedAt: now(), Description: text,
	}
	if err := b.rows.Add(b.t.Context(), m, []memory.Passage{{Text: text}}, plan.Table{}); err != nil {
		b.t.Fatal(err)
	}
	return m.ID
}

// ask asks in a conversation; without an id, in a new one.
func (b *brain) ask(text, conversation string) ask.Result {
	b.t.Helper()
	got, err := b.Ask(b.t.Context(), ask.Request{UserID: b.userID, Text: text, Conversation: conversation}, nil)
	if err != nil {
		b.t.Fatalf("%s: %v", text, err)
	}
	return got
}

// turns returns a conversation's turns.
func (b *brain) turns(id string) []conversation.Turn {
	b.t.Helper()
	_, turns, err := b.talks.Get(b.t.Context(), b.userID, id)
	if err != nil {
		b.t.Fatal(err)
	}
	return turns
}

func titles(memories []memory.Memory) string {
	var titles []string
	for _, m := range memories {
		titles = append(titles, m.Title)
	}
	return strings.Join(titles, ",")
}
