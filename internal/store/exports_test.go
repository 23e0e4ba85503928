package store_test

import (
	"slices"
	"testing"

	"engram/internal/document"
	"engram/internal/export"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/portable"
	"engram/internal/store/exports"
)

// exported reads a memory with its whole text.
func (f *fixture) exported(t *testing.T, userID, id string) (whole portable.Memory) {
	t.Helper()
	err := exports.New(f.db).Memory(t.Context(), userID, id, func(m portable.Memory, text export.Text) error {
		whole = m
		noError(t, text.Passages(func(p portable.Passage) error {
			whole.Passages = append(whole.Passages, p)
			return nil
		}))
		noError(t, text.Document(func(doc document.Document) error {
			whole.Document = append(whole.Document, doc)
			return nil
		}))
		return text.PageWords(func(w portable.PageWords) error {
			whole.PageWords = append(whole.PageWords, w)
			return nil
		})
	})
	noError(t, err)
	return whole
}

func testExports(t *testing.T, f *fixture) {
	ctx := t.Context()
	s := exports.New(f.db)
	u, stranger := f.newUser(t), f.newUser(t)
	m := f.addWhole(t, u.ID)

	t.Run("a memory is read with all that it has", func(t *testing.T) {
		whole := f.exported(t, u.ID, m.ID)
		equal(t, []int{len(whole.Passages), len(whole.Document), len(whole.PageWords), len(whole.Figures), len(whole.Highlights), len(whole.Versions), len(whole.Files)},
			[]int{250, 1, 1, 2, 2, 1, 1})
		equal(t, whole.Tweet, &portable.Tweet{ID: "7", Data: []byte(`{"a":1}`)})
		equal(t, whole.Tags, []string{"one", "two words"})
		equal(t, whole.Passages[3], portable.Passage{Order: 3, Text: newPassages(4)[3].Text, Page: 4, Second: 6, Offset: 300})
	})
	t.Run("ROLE-06 nothing of it is another's", func(t *testing.T) {
		isFault(t, s.Memory(ctx, stranger.ID, m.ID, func(portable.Memory, export.Text) error {
			t.Error("a stranger reads it")
			return nil
		}), fault.NotFound, "")
		ids, err := s.IDs(ctx, stranger.ID, export.Memories, "", 10)
		noError(t, err)
		equal(t, ids, []string(nil))
		cards, err := s.Cards(ctx, stranger.ID, export.Behind, 10)
		noError(t, err)
		equal(t, cards, []export.Card(nil))
		d := f.converse(t, u.ID, 0, "What is it?")
		_, err = s.Conversation(ctx, stranger.ID, d.Conversation.ID)
		isFault(t, err, fault.NotFound, "")
	})
	t.Run("rows are read at once as each memory is, without its texts and files", func(t *testing.T) {
		u := f.newUser(t)
		var want []portable.Memory
		for range 3 {
			whole := f.exported(t, u.ID, f.addWhole(t, u.ID).ID)
			whole.Passages, whole.Document, whole.PageWords, whole.Figures, whole.Versions, whole.Files, whole.Tweet = nil, nil, nil, nil, nil, nil, nil
			for i, h := range whole.Highlights {
				whole.Highlights[i] = portable.Highlight{ID: h.ID, Quote: h.Quote, Remark: h.Remark}
			}
			want = append(want, whole)
		}
		const enough = 1 << 20
		first, err := s.Rows(ctx, u.ID, "", 2, enough)
		noError(t, err)
		rest, err := s.Rows(ctx, u.ID, first[1].ID, 2, enough)
		noError(t, err)
		equal(t, append(first, rest...), want)
		sized, err := s.Rows(ctx, u.ID, "", 2, 1) // however large it is
		noError(t, err)
		equal(t, sized, want[:1])
		none, err := s.Rows(ctx, stranger.ID, "", 2, enough)
		noError(t, err)
		equal(t, none, []portable.Memory(nil))
	})
	t.Run("memories are listed by id from the oldest, and by place from the latest", func(t *testing.T) {
		u := f.newUser(t)
		var want []string
		for range 3 {
			want = append(want, f.add(t, u.ID, memory.Note, 1).ID)
		}
		first, err := s.IDs(ctx, u.ID, export.Memories, "", 2)
		noError(t, err)
		rest, err := s.IDs(ctx, u.ID, export.Memories, first[1], 2)
		noError(t, err)
		equal(t, append(first, rest...), want)
		cards, err := s.Cards(ctx, u.ID, export.Behind, 2)
		noError(t, err)
		more, err := s.Cards(ctx, u.ID, cards[1].Place, 2)
		noError(t, err)
		var got []string
		for _, c := range append(cards, more...) {
			got = append(got, c.ID)
		}
		slices.Reverse(want)
		equal(t, got, want)
	})
	t.Run("a conversation is read with its answers and their sources", func(t *testing.T) {
		m := f.add(t, u.ID, memory.Note, 1)
		d := beginning(u.ID, newTurn("What is it?", m, m), 0)
		noError(t, f.KeepTurn(ctx, d))
		c, err := s.Conversation(ctx, u.ID, d.Conversation.ID)
		noError(t, err)
		turn := c.Turns[0]
		equal(t, turn.Sources, []string{m.ID})
		equal(t, turn.Answer, "It is **so** [1].")
		equal(t, turn.Citations[1], portable.Citation{N: 2, MemoryID: m.ID, Quote: "passage U", Passage: 2, Span: [2]int{3, 12}, Page: 1})
		equal(t, turn.Filters.Words, []string{"notes", "since March"})
	})
	t.Run("an account is read without its secrets", func(t *testing.T) {
		a, err := s.Account(ctx, u.ID)
		noError(t, err)
		equal(t, a.Username, u.Username)
		equal(t, []string{a.Plan, a.KeepConversations}, []string{"free", "always"})
		id, err := s.UserNamed(ctx, u.Username)
		noError(t, err)
		equal(t, id, u.ID)
		_, err = s.UserNamed(ctx, "nobody")
		isFault(t, err, fault.NotFound, "")
	})
}
