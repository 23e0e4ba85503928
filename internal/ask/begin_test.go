package ask_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"engram/internal/ask"
	"engram/internal/plan"
	"engram/internal/quota"
)

// paid is a quota whose searches are paid for only while a question is embedded, and an embedder whose questions wait for that.
type paid struct {
	quota.Store
	begun, taken chan struct{}
	once         sync.Once
	asked        []string
}

func (p *paid) Take(ctx context.Context, userID string, c quota.Counter, period string, plans plan.Table) (bool, error) {
	<-p.begun
	defer close(p.taken)
	return p.Store.Take(ctx, userID, c, period, plans)
}

func (p *paid) Question(_ context.Context, text string, _ bool) []int8 {
	p.once.Do(func() { close(p.begun) })
	<-p.taken
	p.asked = append(p.asked, text)
	return []int8{1, 2}
}

func TestAQuestionIsEmbeddedWhileItsSearchIsPaidFor(t *testing.T) {
	rows := openStore(t)
	const question = "Which knot ties a hammock?"
	for name, do := range map[string]func(b *brain) error{
		"search": func(b *brain) error {
			_, err := b.Search(t.Context(), ask.Request{UserID: b.userID, Text: question})
			return err
		},
		"ask": func(b *brain) error {
			_, err := b.Ask(t.Context(), ask.Request{UserID: b.userID, Text: question}, nil)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := &paid{Store: rows, begun: make(chan struct{}), taken: make(chan struct{})}
			b := newBrain(t, rows)
			b.Quota, b.Searcher = quota.New(p, now), ask.NewSearcher(b.index, p, now)
			if err := do(b); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(p.asked, []string{question}) || b.index.asked[0].Await == nil {
				t.Errorf("embedded %q, searched %+v", p.asked, b.index.asked)
			}
		})
	}
}
