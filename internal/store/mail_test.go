package store_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"engram/internal/email"
	"engram/internal/fault"
	"engram/internal/inbox"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/store/mails"
)

func testMails(t *testing.T, f *fixture) {
	ctx := t.Context()
	kept := mails.New(f.db)
	renew := func(userID string) (inbox.Box, error) {
		return kept.ChangeBox(ctx, userID, start, func(b inbox.Box) inbox.Box {
			return inbox.Box{UserID: userID, Number: b.Number + 1, On: true, MadeAt: start, UsedAt: b.UsedAt}
		})
	}
	mailed := func(userID, key string, part int) memory.Memory {
		m := newMemory(userID, memory.Note)
		m.Mail = &email.Mail{Key: key, Part: part, Origin: email.Origin{Sender: "a@b.org", SPF: email.Pass, Server: "b.org", DKIM: email.None}}
		return m
	}

	t.Run("an address is kept by its number, with whose it is", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		none, err := kept.Box(ctx, u.ID)
		noError(t, err)
		equal(t, none, inbox.Box{UserID: u.ID})
		_, err = kept.Owner(ctx, u.ID)
		isFault(t, err, fault.NotFound, "")
		var wait sync.WaitGroup
		errs := make([]error, 4)
		for i := range errs {
			wait.Go(func() { _, errs[i] = renew(u.ID) })
		}
		wait.Wait()
		noError(t, errors.Join(errs...))
		want := inbox.Box{UserID: u.ID, Number: 4, On: true, MadeAt: start}
		got, err := kept.Box(ctx, u.ID)
		noError(t, err)
		equal(t, got, want)
		owner, err := kept.Owner(ctx, u.ID)
		noError(t, err)
		equal(t, owner, inbox.Owner{Box: want, Plan: plan.Free})
		_, err = kept.ChangeBox(ctx, u.ID, start, func(b inbox.Box) inbox.Box { b.On = false; return b })
		noError(t, err)
		theirs, err := kept.Box(ctx, other.ID)
		noError(t, err)
		equal(t, theirs.Number, 0)
		noError(t, f.Disable(ctx, u.ID, start))
		owner, err = kept.Owner(ctx, u.ID)
		noError(t, err)
		equal(t, []bool{owner.On, owner.Disabled}, []bool{false, true})
		_, err = renew(u.ID)
		isFault(t, err, fault.NotFound, "")
	})
	t.Run("a part of a mail is saved once, and says whom it is from", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		_, err := renew(u.ID)
		noError(t, err)
		first := mailed(u.ID, "k", 0)
		noError(t, f.Add(ctx, first, newPassages(1), unlimited))
		isFault(t, f.Add(ctx, mailed(u.ID, "k", 0), nil, unlimited), fault.Conflict, "This mail is saved already")
		noError(t, f.Add(ctx, mailed(u.ID, "k", 2), nil, unlimited))
		noError(t, f.Add(ctx, mailed(other.ID, "k", 0), nil, unlimited))
		parts, err := kept.Parts(ctx, u.ID, "k")
		noError(t, err)
		equal(t, parts, []int{0, 2})
		equal(t, f.rows(t, u.ID, "memories"), 2)
		got, err := kept.Origin(ctx, u.ID, first.ID)
		noError(t, err)
		equal(t, got, first.Mail.Origin)
		_, err = kept.Origin(ctx, other.ID, first.ID)
		isFault(t, err, fault.NotFound, "")
		box, err := kept.Box(ctx, u.ID)
		noError(t, err)
		equal(t, box.UsedAt, first.CreatedAt)

		noError(t, f.Delete(ctx, u.ID, first.ID))
		_, err = kept.Origin(ctx, u.ID, first.ID)
		isFault(t, err, fault.NotFound, "")
		isFault(t, f.Add(ctx, mailed(u.ID, "k", 0), nil, unlimited), fault.Conflict, "") // it is still the same mail
		noError(t, kept.Forget(ctx, first.CreatedAt))
		equal(t, f.rows(t, u.ID, "mail_parts"), 2)
		noError(t, kept.Forget(ctx, first.CreatedAt.Add(time.Millisecond)))
		equal(t, f.rows(t, u.ID, "mail_parts"), 0)
	})
	t.Run("where there is no room nothing of a mail is noted", func(t *testing.T) {
		u := f.newUser(t)
		noError(t, f.Add(ctx, mailed(u.ID, "k", 0), nil, plan.Table{Free: plan.Limits{Memories: 1}}))
		isFault(t, f.Add(ctx, mailed(u.ID, "l", 0), nil, plan.Table{Free: plan.Limits{Memories: 1}}), fault.Limit, "")
		parts, err := kept.Parts(ctx, u.ID, "l")
		noError(t, err)
		equal(t, len(parts), 0)
	})
	t.Run("of one mail that comes twice at once one is saved", func(t *testing.T) {
		u := f.newUser(t)
		won, refused := race(t, racers, fault.Conflict, func(i int) error { return f.either(i).Add(ctx, mailed(u.ID, "k", 0), nil, unlimited) })
		equal(t, []int{won, refused, f.rows(t, u.ID, "memories")}, []int{1, racers - 1, 1})
	})
}
