// Package library is the product's store and search as an evaluation asks them.
package library

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"engram/internal/account"
	"engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/ask"
	"engram/internal/embed"
	"engram/internal/lab/eval"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/recall"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/memories"
	"engram/internal/store/passages"
	"engram/internal/upload"
)

// Parts are the dependencies of a Library.
type Parts struct {
	DB       *store.DB
	Texts    *passages.Store // of DB
	Model    embed.Embedder  // nil: words alone
	Meanings *embed.Service  // runs until the measuring ends
	Engine   *recall.Engine  // as the product ranks
	InTime   answer.Answerer // as the product answers, within its limits of time
}

// Library implements eval.Library.
type Library struct {
	users     *accounts.Store
	saved     *memories.Store
	texts     *passages.Store
	model     embed.Embedder
	meanings  *embed.Service
	engine    *recall.Engine
	plain     *recall.Engine // by BM25 alone or by cosines alone
	extracted *extractive.Extractor
	inTime    answer.Answerer
	written   answer.Answerer // nil: no model writes answers
	people    map[string]person
}

// person is a user of the library.
type person struct {
	userID string
	now    func() time.Time
}

// New returns an empty Library. It returns an error if the database has accounts, or the model does not answer,
// which the product would wait for in the background.
func New(ctx context.Context, p Parts) (*Library, error) {
	users := accounts.New(p.DB)
	switch used, err := users.HasUsers(ctx); {
	case err != nil:
		return nil, err
	case used:
		return nil, errors.New("this database has accounts: name an empty one to measure in")
	}
	if p.Model != nil {
		if _, err := p.Model.Embed(ctx, []string{"hello"}, embed.Question); err != nil {
			return nil, err
		}
	}
	return &Library{
		users: users, texts: p.Texts, model: p.Model, meanings: p.Meanings, engine: p.Engine,
		saved:     memories.New(p.DB, nil, memories.Hooks{Saved: p.Meanings.Wake}), // nothing is captured: there are no jobs
		plain:     recall.New(p.Texts, recall.WithWeights(recall.Weights{}), recall.WithModel(p.Meanings.Model())),
		extracted: atLeisure(p.Model, p.Meanings), inTime: p.InTime, people: make(map[string]person),
	}, nil
}

// Extracted returns what answers from what was saved, without a model that writes.
func (l *Library) Extracted() answer.Answerer { return l.extracted }

// WrittenBy has a model's answers measured too.
func (l *Library) WrittenBy(written answer.Answerer) { l.written = written }

// atLeisure answers from what was saved as on a machine that is not busy.
func atLeisure(model embed.Embedder, meanings *embed.Service) *extractive.Extractor {
	e := extractive.New(meanings, meanings)
	_, e.Fitted = model.(embed.Local)
	e.Reading, e.Patience = time.Minute, time.Minute
	return e
}

// Save implements eval.Library.
func (l *Library) Save(ctx context.Context, name string, memories []eval.Memory) error {
	userID, err := l.signUp(ctx)
	if err != nil {
		return err
	}
	l.people[name] = person{userID, dayAfter(memories)}
	for _, m := range memories {
		if err := l.add(ctx, userID, m); err != nil {
			return fmt.Errorf("save %s: %w", m.ID, err)
		}
	}
	return l.embedded(ctx)
}

// embedded waits until every passage has its vector.
func (l *Library) embedded(ctx context.Context) error {
	if l.model == nil {
		return nil
	}
	for {
		left, err := l.texts.Unembedded(ctx, l.model.Model(), "", false, 1)
		if err != nil || len(left) == 0 {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// dayAfter is the clock of a person who asks the day after they saved the last of the memories: what "last month" means
// does not depend on when it is measured. Where none has a date, nothing depends on the clock.
func dayAfter(memories []eval.Memory) func() time.Time {
	var newest time.Time
	for _, m := range memories {
		if m.CreatedAt.After(newest) {
			newest = m.CreatedAt
		}
	}
	if newest.IsZero() {
		return time.Now
	}
	return func() time.Time { return newest.AddDate(0, 0, 1) }
}

// add saves a memory as it is when its capture has run.
func (l *Library) add(ctx context.Context, userID string, m eval.Memory) error {
	saved := memory.Memory{ID: m.ID, UserID: userID, Kind: kindOf(m), Title: m.Title, Status: memory.Ready, CreatedAt: m.CreatedAt}
	if saved.Kind == memory.Document {
		saved.UploadID = m.ID
		if err := l.saved.AddUpload(ctx, upload.Upload{UserID: userID, ID: m.ID, Name: m.Title}, 1); err != nil {
			return err
		}
	}
	return l.saved.Add(ctx, saved, passagesOf(m), plan.Table{})
}

// signUp adds a user without credentials.
func (l *Library) signUp(ctx context.Context) (userID string, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", err
	}
	u := account.User{ID: id.String(), Username: id.String(), Plan: plan.Free}
	return u.ID, l.users.CreateUser(ctx, u, "", account.Session{UserID: u.ID, LastUsed: time.Now()})
}

// kindOf returns the kind in the set, or a note.
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

// Related returns the ids of what is shown as related to a memory of a person, the nearest first.
func (l *Library) Related(ctx context.Context, name, memoryID string, limit int) (ids []string, err error) {
	found, err := l.Near(ctx, name, memoryID, limit, recall.RelatedFloor)
	for _, r := range found {
		ids = append(ids, r.MemoryID)
	}
	return ids, err
}

// Near returns what is as near to a memory of a person as the floor, the nearest first.
func (l *Library) Near(ctx context.Context, name, memoryID string, limit int, floor float64) ([]recall.Related, error) {
	return l.engine.Related(ctx, l.people[name].userID, memoryID, limit, floor)
}

// Rankers are the ways to ask the library.
func (l *Library) Rankers() map[eval.Way]eval.Ranker {
	rankers := map[eval.Way]eval.Ranker{eval.Plain: single{l, false}, eval.Words: product{l, nil}}
	if l.model != nil {
		rankers[eval.Meaning], rankers[eval.Both] = single{l, true}, l.product()
	}
	return rankers
}

// Finder asks as the product does, with meaning where there is a model.
func (l *Library) Finder() eval.Finder { return l.product() }

func (l *Library) product() product {
	if l.model == nil {
		return product{l, nil}
	}
	return product{l, l.meanings}
}

// Ways are those in which the product answers: with all the time that it needs; with a local model, within its limits on this
// machine, and where there is no time to compare sentences by their meaning; and with the model of the settings.
func (l *Library) Ways() []eval.AnswerWay {
	ways := []eval.AnswerWay{{By: l.extracted, Floors: eval.ByWords}}
	if _, local := l.model.(embed.Local); local {
		ways[0].Floors, ways[0].Everyday = eval.WithReader, eval.Everyday
		ways = append(ways, eval.AnswerWay{Name: "in time", By: l.inTime},
			eval.AnswerWay{Name: "in haste", By: extractive.New(nil, nil), Floors: eval.ByWords})
	} else if l.model != nil {
		ways[0].Floors.Kinds = nil // unknown for other models
	}
	if l.written != nil {
		ways = append(ways, eval.AnswerWay{Name: "with the model", By: l.written, Floors: eval.AnyModel})
	}
	return ways
}

// product asks as the product does.
type product struct {
	*Library
	embedder ask.Embedder // nil: by words
}

// Ask implements eval.Ranker.
func (p product) Ask(ctx context.Context, name, question string, n int) ([]string, error) {
	matches, err := p.Find(ctx, name, question, n)
	return memoryIDs(matches), err
}

// Find implements eval.Finder.
func (p product) Find(ctx context.Context, name, question string, n int) ([]recall.Match, error) {
	person := p.people[name]
	found, err := ask.NewSearcher(p.engine, p.embedder, person.now).Search(ctx, person.userID, ask.Query{Text: question, Limit: n})
	return found.Matches, err
}

// AskPassages implements eval.Ranker. No filters are read here: the product asks for memories alone.
func (p product) AskPassages(ctx context.Context, name, question string, n int) ([]eval.Place, error) {
	q := recall.Query{Text: question, Limit: n}
	if p.embedder != nil {
		q.Vector = p.embedder.Question(ctx, question, false)
	}
	hits, err := p.engine.Passages(ctx, p.people[name].userID, q)
	return places(hits), err
}

// single asks by one thing alone.
type single struct {
	*Library
	meaning bool // by the cosines, else by BM25
}

// Ask implements eval.Ranker.
func (p single) Ask(ctx context.Context, name, question string, n int) ([]string, error) {
	matches, err := p.plain.Search(ctx, p.people[name].userID, p.query(ctx, question, n))
	return memoryIDs(matches), err
}

// AskPassages implements eval.Ranker.
func (p single) AskPassages(ctx context.Context, name, question string, n int) ([]eval.Place, error) {
	hits, err := p.plain.Passages(ctx, p.people[name].userID, p.query(ctx, question, n))
	return places(hits), err
}

func (p single) query(ctx context.Context, question string, n int) recall.Query {
	if p.meaning {
		return recall.Query{Vector: p.meanings.Question(ctx, question, false), Limit: n}
	}
	return recall.Query{Text: question, Limit: n}
}

func memoryIDs(matches []recall.Match) []string {
	ids := make([]string, len(matches))
	for i, m := range matches {
		ids[i] = m.MemoryID
	}
	return ids
}

func places(hits []recall.Hit) []eval.Place {
	all := make([]eval.Place, len(hits))
	for i, h := range hits {
		all[i] = eval.Place{MemoryID: h.MemoryID, Ord: h.Ord}
	}
	return all
}
