package store_test

import (
	"testing"
	"time"

	"engram/internal/audit"
	"engram/internal/conversation"
	"engram/internal/fault"
	"engram/internal/memory"
)

func testTerms(t *testing.T, f *fixture) {
	ctx := t.Context()
	at := func(minutes int) time.Time { return start.Add(time.Duration(minutes) * time.Minute) }

	t.Run("conversations are kept until their user chooses otherwise, for that user only", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		for _, term := range []conversation.Term{conversation.NinetyDays, conversation.Never, conversation.Never, conversation.Always} {
			noError(t, f.SetTerm(ctx, u.ID, term, time.Time{}, start))
			got, err := f.node.Term(ctx, u.ID)
			noError(t, err)
			equal(t, got, term)
		}
		got, err := f.Term(ctx, other.ID)
		noError(t, err)
		equal(t, got, conversation.Always)
		events, err := f.Events(ctx, u.ID, "", start, 10)
		noError(t, err)
		var texts []string
		for _, e := range events {
			if e.Kind == audit.ConversationTerm {
				texts = append(texts, e.Text)
			}
		}
		equal(t, texts, []string{"always", "never", "90-days"})
		_, err = f.Term(ctx, newID())
		isFault(t, err, fault.NotFound, "")
	})

	t.Run("a new term deletes older unchanged conversations, with their turns", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		f.converse(t, other.ID, 0, "theirs")
		noError(t, f.KeepTurn(ctx, beginning(u.ID, newTurn("old", f.add(t, u.ID, memory.Note, 1)), 0)))
		f.converse(t, u.ID, 5, "at that time")
		asked := f.converse(t, u.ID, 1, "asked on")
		noError(t, f.KeepTurn(ctx, following(asked, newTurn("since"), 6)))
		noError(t, f.SetTerm(ctx, u.ID, conversation.NinetyDays, at(5), start))
		equal(t, f.titled(t, u.ID, conversation.Page{}), []string{"asked on"})
		equal(t, []int{f.rows(t, u.ID, "turns"), f.rows(t, u.ID, "turn_sources")}, []int{2, 0})
		equal(t, f.titled(t, other.ID, conversation.Page{}), []string{"theirs"})
	})

	t.Run("old conversations are deleted for users with the term, never for those who keep all", func(t *testing.T) {
		kept, days, never := f.newUser(t), f.newUser(t), f.newUser(t)
		noError(t, f.SetTerm(ctx, days.ID, conversation.NinetyDays, time.Time{}, start))
		noError(t, f.SetTerm(ctx, never.ID, conversation.Never, time.Time{}, start))
		for _, u := range []string{kept.ID, days.ID, never.ID} {
			f.converse(t, u, 0, "old")
			f.converse(t, u, 9, "new")
		}
		left := func() (counts []int) {
			for _, u := range []string{kept.ID, days.ID, never.ID} {
				counts = append(counts, f.rows(t, u, "conversations"))
			}
			return counts
		}
		noError(t, f.ForgetConversations(ctx, conversation.Never, at(5)))
		equal(t, left(), []int{2, 2, 1})
		noError(t, f.ForgetConversations(ctx, conversation.NinetyDays, at(9)))
		equal(t, left(), []int{2, 0, 1})
		noError(t, f.ForgetConversations(ctx, conversation.Always, at(9)))
		equal(t, left(), []int{2, 0, 1})
	})
}
