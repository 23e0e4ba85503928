package ask_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"engram/internal/ask"
	"engram/internal/fault"
	"engram/internal/plan"
	"engram/internal/quota"
)

// paid is an embedder, and a quota that waits until a question is being embedded, which waits until its search is taken.
type paid struct {
	quota.Store
	begun, taken chan struct{}
	once, first  sync.Once
	asked        []string
	remote       bool
}

func (p *paid) Take(ctx context.Context, userID string, c quota.Counter, period string, plans plan.Table) (bool, error) {
	if !p.remote {
		<-p.begun
	}
	defer p.first.Do(func() { close(p.taken) })
	return p.Store.Take(ctx, userID, c, period, plans)
}

func (p *paid) Question(_ context.Context, text string, _ bool) []int8 {
	p.once.Do(func() { close(p.begun) })
	<-p.taken
	p.asked = append(p.asked, text)
	return []int8{1, 2}
}

func (p *paid) Local() bool { return !p.remote }

const knotQuestion = "Which knot ties a hammock?"

// payingBrain returns a brain whose searches are paid for as p has it.
func payingBrain(t *testing.T, p *paid, changes ...func(*ask.Parts)) *brain {
	t.Helper()
	b := newBrain(t, openStore(t), changes...)
	p.Store, p.begun, p.taken = b.rows, make(chan struct{}), make(chan struct{})
	b.Quota, b.Searcher = quota.New(p, now), ask.NewSearcher(b.index, p, now)
	return b
}

func TestAQuestionIsEmbeddedWhileItsSearchIsPaidFor(t *testing.T) {
	for name, do := range map[string]func(b *brain, r ask.Request) error{
		"search": func(b *brain, r ask.Request) error { _, err := b.Search(t.Context(), r); return err },
		"ask":    func(b *brain, r ask.Request) error { _, err := b.Ask(t.Context(), r, nil); return err },
	} {
		t.Run(name, func(t *testing.T) {
			p := new(paid)
			b := payingBrain(t, p)
			if err := do(b, ask.Request{UserID: b.userID, Text: knotQuestion}); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(p.asked, []string{knotQuestion}) || !slices.Equal(b.index.asked[0].Vector, []int8{1, 2}) {
				t.Errorf("embedded %q, searched %+v", p.asked, b.index.asked)
			}
		})
	}
}

func TestARefusedSearchIsNotSentToAModelElsewhere(t *testing.T) {
	p := &paid{remote: true}
	b := payingBrain(t, p, searches(1))
	search := func(text string) error {
		_, err := b.Search(t.Context(), ask.Request{UserID: b.userID, Text: text})
		return err
	}
	if err := search(knotQuestion); err != nil {
		t.Fatal(err)
	}
	if err := search("Which bend joins ropes?"); fault.KindOf(err) != fault.Limit || !slices.Equal(p.asked, []string{knotQuestion}) {
		t.Errorf("%v, embedded %q", err, p.asked)
	}
}

// broken is an embedder that panics.
type broken struct{}

func (broken) Question(context.Context, string, bool) []int8 { panic("no such layer") }
func (broken) Local() bool                                   { return true }

func TestAPanicOfAModelIsThatOfTheRequest(t *testing.T) {
	b := newBrain(t, openStore(t))
	b.Searcher = ask.NewSearcher(b.index, broken{}, now)
	defer func() {
		if cause := recover(); cause != "no such layer" {
			t.Errorf("recovered %v", cause)
		}
	}()
	_, _ = b.Search(t.Context(), ask.Request{UserID: b.userID, Text: knotQuestion})
}
