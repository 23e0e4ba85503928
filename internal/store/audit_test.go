package store_test

import (
	"slices"
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/fault"
)

// events returns a user's newest events.
func (f *fixture) events(t *testing.T, userID string, limit int) []audit.Event {
	t.Helper()
	events, err := f.node.Events(t.Context(), userID, "", start.AddDate(-1, 0, 0), limit)
	noError(t, err)
	return events
}

// happened returns the kinds of events, oldest first.
func (f *fixture) happened(t *testing.T, userID string) (kinds []audit.Kind) {
	t.Helper()
	for _, e := range slices.Backward(f.events(t, userID, 500)) {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

func testAudit(t *testing.T, f *fixture) {
	ctx := audit.From(t.Context(), "Firefox on Windows")

	t.Run("each change of an account is recorded with it, and a call without effect is not", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		second := account.Session{ID: newID(), UserID: u.ID, TokenHash: []byte("second"), Device: "curl", LastUsed: start}
		for _, do := range []func() error{
			func() error { return f.CreateSession(ctx, second, "hash") },
			func() error { return f.EndSessionOf(ctx, u.ID, second.ID, start) },
			func() error { return f.SetEmail(ctx, u.ID, "a@example.com", start) },
			func() error { return f.SetEmail(ctx, u.ID, "a@example.com", start) }, // no change
			func() error { return f.SetEmail(ctx, u.ID, "", start) },
			func() error { return f.EndOtherSessions(ctx, u.ID, []byte("first"), start) }, // there are none
			func() error { return f.CreateSession(ctx, second, "hash") },
			func() error { return f.EndOtherSessions(ctx, u.ID, []byte("first"), start) },
			func() error { return f.ChangePassword(ctx, u.ID, "hash", "new hash", []byte("first"), start) },
			func() error { return f.EndSession(ctx, u.ID, []byte("first"), start.Add(time.Hour)) },
			func() error { return f.EndSession(ctx, u.ID, []byte("first"), start) }, // already ended
		} {
			noError(t, do())
		}
		isFault(t, f.ChangePassword(ctx, u.ID, "wrong", "new hash", []byte("first"), start), fault.Conflict, "")
		isFault(t, f.CreateSession(ctx, second, "wrong"), fault.Conflict, "")
		isFault(t, f.EndSessionOf(ctx, u.ID, newID(), start), fault.NotFound, "")
		equal(t, f.happened(t, u.ID), []audit.Kind{
			audit.SignedUp, audit.SignedIn, audit.SessionEnded, audit.EmailChanged, audit.EmailRemoved, audit.SignedIn, audit.SessionsEnded,
			audit.PasswordChanged, audit.SignedOut,
		})
		equal(t, f.happened(t, other.ID), []audit.Kind{audit.SignedUp})

		last := f.events(t, u.ID, 1)[0]
		last.ID = ""
		equal(t, last, audit.Event{Kind: audit.SignedOut, At: start.Add(time.Hour), Device: "Firefox on Windows"})
		events := f.events(t, u.ID, 500)
		equal(t, []string{events[6].Text, events[8].Device}, []string{"curl", ""})
	})

	t.Run("the beginning and end of a plan are recorded, with their cause", func(t *testing.T) {
		u := f.newUser(t)
		settle := func(sub billing.Subscription, byChoice bool) {
			t.Helper()
			standing, err := f.Standing(ctx, u.ID)
			noError(t, err)
			ctx := t.Context()
			if byChoice {
				ctx = audit.ByChoice(ctx)
			}
			_, _, err = f.Settle(ctx, sub, standing.Version, start)
			noError(t, err)
		}
		first, second := newSubscription(u.ID), newSubscription(u.ID)
		settle(first, false)
		settle(first, false)  // no change
		settle(second, false) // still Pro
		first.Status, second.Status = billing.Ended, billing.Ended
		settle(first, true) // still Pro
		settle(second, true)
		third := newSubscription(u.ID)
		settle(third, false)
		third.Status = billing.Suspended
		settle(third, false)
		equal(t, f.happened(t, u.ID), []audit.Kind{audit.SignedUp, audit.ProBegan, audit.ProCancelled, audit.ProBegan, audit.ProEnded})
	})

	t.Run("of many that settle one payment concurrently, one is recorded", func(t *testing.T) {
		u := f.newUser(t)
		sub := newSubscription(u.ID)
		race(t, racers, fault.Conflict, func(i int) error {
			_, _, err := f.either(i).Settle(ctx, sub, 0, start)
			return err
		})
		equal(t, f.happened(t, u.ID), []audit.Kind{audit.SignedUp, audit.ProBegan})
	})

	t.Run("pages continue each other, and events older than the bound are left out", func(t *testing.T) {
		u := f.newUser(t)
		for i := range 5 {
			noError(t, f.SetEmail(ctx, u.ID, letters(int64(i))+"@example.com", start.Add(time.Duration(i)*time.Hour)))
		}
		all := f.events(t, u.ID, 500)
		equal(t, len(all), 6)
		next, err := f.Events(ctx, u.ID, all[1].ID, start.AddDate(-1, 0, 0), 2)
		noError(t, err)
		equal(t, next, all[2:4])
		recent, err := f.Events(ctx, u.ID, "", start.Add(2*time.Hour), 500)
		noError(t, err)
		equal(t, recent, all[:3])
	})

	t.Run("the latest hundred of each kind are kept for each user, and no kind displaces another", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		noError(t, f.SetEmail(ctx, u.ID, "", start)) // no change
		for i := range audit.MostOfKind + 5 {
			noError(t, f.SetEmail(ctx, u.ID, letters(int64(i))+"@example.com", start.Add(time.Duration(i)*time.Second)))
		}
		all := f.events(t, u.ID, 500)
		equal(t, []any{len(all), all[0].At, f.rows(t, u.ID, "audit")}, []any{audit.MostOfKind + 1, start.Add((audit.MostOfKind + 4) * time.Second), audit.MostOfKind + 1})
		equal(t, f.happened(t, u.ID)[:2], []audit.Kind{audit.SignedUp, audit.EmailChanged})
		equal(t, f.happened(t, other.ID), []audit.Kind{audit.SignedUp})
	})

	t.Run("old events of all users are deleted", func(t *testing.T) {
		users := []account.User{f.newUser(t), f.newUser(t)}
		for _, u := range users {
			noError(t, f.SetEmail(ctx, u.ID, "a@example.com", start.Add(time.Hour)))
		}
		noError(t, f.ForgetEvents(ctx, start.Add(time.Hour)))
		for _, u := range users {
			equal(t, f.happened(t, u.ID), []audit.Kind{audit.EmailChanged})
		}
	})

	t.Run("ROLE-06 a stranger reads no events", func(t *testing.T) {
		owner, stranger := f.newUser(t), f.newUser(t)
		noError(t, f.SetEmail(ctx, owner.ID, "a@example.com", start))
		events, err := f.Events(ctx, stranger.ID, f.events(t, owner.ID, 1)[0].ID, start, 500)
		noError(t, err)
		for _, e := range events {
			equal(t, e.Kind, audit.SignedUp)
		}
	})
}
