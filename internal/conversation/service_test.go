package conversation

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"engram/internal/answer"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/recall"
)

// fakeStore is a scripted Store that records its calls.
type fakeStore struct {
	Store
	kept  []Draft
	found []Found
	page  Page
	fails error

	term     Term
	termSets []termSet
	forgets  []termSet
}

func (s *fakeStore) KeepTurn(_ context.Context, d Draft) error {
	s.kept = append(s.kept, d)
	return s.fails
}

func (s *fakeStore) Conversations(_ context.Context, _ string, page Page) ([]Found, error) {
	s.page = page
	return s.found[:min(len(s.found), page.Limit)], s.fails
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newService(s *fakeStore) *Service { return New(s, func() time.Time { return noon }) }

func TestKeep(t *testing.T) {
	t.Run("the first turn starts a conversation, titled with its question in one short line", func(t *testing.T) {
		s := &fakeStore{}
		question := "Which  knot\n" + strings.Repeat("é", 300)
		id, err := newService(s).Keep(t.Context(), Thread{UserID: "u"}, Turn{Question: question}, nil)
		if err != nil || uuid.Validate(id) != nil {
			t.Fatalf("%q, %v", id, err)
		}
		d := s.kept[0]
		if c := d.Conversation; !d.New || c.ID != id || c.UserID != "u" || !c.CreatedAt.Equal(noon) || !c.UpdatedAt.Equal(noon) || !d.Turn.At.Equal(noon) {
			t.Errorf("kept %+v", d)
		}
		if title := d.Conversation.Title; !strings.HasPrefix(title, "Which knot éé") || utf8.RuneCountInString(title) != maxTitle || !strings.HasSuffix(title, "…") {
			t.Errorf("titled %q", title)
		}
		if d.Turn.Question != question {
			t.Error("the question was changed")
		}
	})
	t.Run("a conversation keeps its memory", func(t *testing.T) {
		s := &fakeStore{}
		if _, err := newService(s).Keep(t.Context(), Thread{UserID: "u", Memory: "knot"}, Turn{Question: "Which?"}, nil); err != nil || s.kept[0].Conversation.Memory != "knot" {
			t.Errorf("%v, kept %+v", err, s.kept)
		}
	})
	t.Run("a follow-up is added to its conversation", func(t *testing.T) {
		s := &fakeStore{}
		id, err := newService(s).Keep(t.Context(), Thread{UserID: "u", ID: "c"}, Turn{Question: "Why?"}, nil)
		if d := s.kept[0]; err != nil || id != "c" || d.New || d.Conversation.Title != "" {
			t.Errorf("%q, %v, kept %+v", id, err, d)
		}
	})
	t.Run("the memories that a refusal names are kept by number, without quotes", func(t *testing.T) {
		s := &fakeStore{}
		matches := []recall.Match{{MemoryID: "soup"}, {MemoryID: "bread"}, {MemoryID: "tea"}}
		refusal := answer.Answer{Blocks: document.Read("Nothing answers this.\n\n- Soup [1]\n- Tea \\[2\\] [3]")}
		if _, err := newService(s).Keep(t.Context(), Thread{UserID: "u"}, Turn{Question: "Why?", Answer: refusal}, matches); err != nil {
			t.Fatal(err)
		}
		want := []answer.Citation{{N: 1, MemoryID: "soup"}, {N: 3, MemoryID: "tea"}}
		if diff := cmp.Diff(want, s.kept[0].Turn.Answer.Citations); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("an answer that could not be kept has no id", func(t *testing.T) {
		id, err := newService(&fakeStore{fails: errors.New("disk on fire")}).Keep(t.Context(), Thread{}, Turn{}, nil)
		if id != "" || err == nil {
			t.Errorf("%q, %v", id, err)
		}
	})
}

func TestList(t *testing.T) {
	s := &fakeStore{}
	for range 30 {
		s.found = append(s.found, Found{Conversation: Conversation{ID: uuid.NewString(), UpdatedAt: noon}})
	}
	service := newService(s)
	t.Run("a page has 20 conversations or the limit, and a cursor to the next", func(t *testing.T) {
		for limit, want := range map[int]int{0: 20, 7: 7, 30: 30, 100: 30} {
			page, next, err := service.List(t.Context(), "u", "", "", limit)
			if err != nil || len(page) != want || (next == "") != (want == 30) {
				t.Fatalf("limit %d: %d, next %q, %v", limit, len(page), next, err)
			}
			if next == "" {
				continue
			}
			_, _, err = service.List(t.Context(), "u", "", next, limit)
			if last := page[want-1]; err != nil || s.page.Before.ID != last.ID || !s.page.Before.UpdatedAt.Equal(noon) {
				t.Errorf("asked for what is before %+v, %v", s.page.Before, err)
			}
		}
	})
	t.Run("query words are folded, and only the first ones count", func(t *testing.T) {
		if _, _, err := service.List(t.Context(), "u", "Käse "+strings.Repeat("x ", 40), "", 0); err != nil || s.page.Words[0] != "kase" || len(s.page.Words) != maxWords {
			t.Errorf("asked for %v, %v", s.page.Words, err)
		}
	})
	t.Run("a query of punctuation finds nothing", func(t *testing.T) {
		if page, _, err := service.List(t.Context(), "u", "?!", "", 0); page != nil || err != nil {
			t.Errorf("%v, %v", page, err)
		}
	})
	t.Run("invalid requests are refused", func(t *testing.T) {
		for _, cursor := range []string{"x", "1.", ".", "1.x", "x." + uuid.NewString(), "99999999999999999999." + uuid.NewString()} {
			if _, _, err := service.List(t.Context(), "u", "", cursor, 0); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q: %v", cursor, err)
			}
		}
	})
}

func TestBefore(t *testing.T) {
	t.Run("an answerer gets the latest turns, with long answers shortened", func(t *testing.T) {
		var thread Thread
		for range 10 {
			thread.Turns = append(thread.Turns, Turn{Question: "q", Answer: answer.Answer{Blocks: document.Read(strings.Repeat("é", 1500) + "e")}})
		}
		thread.Turns[4].Question = "first"
		got := thread.Before()
		if len(got) != turnsTold || got[0].Question != "first" || len(got[0].Answer) != maxAnswer || !utf8.ValidString(got[0].Answer) {
			t.Errorf("got %d turns, %d bytes", len(got), len(got[0].Answer))
		}
	})
}
