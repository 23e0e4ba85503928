package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/billing/testpay"
	"engram/internal/fault"
	"engram/internal/plan"
)

func newSubscription(userID string) billing.Subscription {
	return billing.Subscription{
		ID: "sub_" + newID(), UserID: userID, Provider: "test", Status: billing.Active, Cycle: billing.Monthly,
		PeriodEnd: start.AddDate(0, 1, 0), StartedAt: start,
	}
}

// settle stores a subscription at start with the current version.
func (f *fixture) settle(t *testing.T, sub billing.Subscription) billing.Standing {
	t.Helper()
	before, err := f.Standing(t.Context(), sub.UserID)
	noError(t, err)
	standing, settled, err := f.Settle(t.Context(), sub, before.Version, start)
	noError(t, err)
	equal(t, settled, true)
	return standing
}

// user reads a user as a request does.
func (f *fixture) user(t *testing.T, userID string) account.User {
	t.Helper()
	u, _, err := f.node.UserBySession(t.Context(), userID, []byte("first"), start, start)
	noError(t, err)
	return u
}

func testBilling(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("API-14 plan, subscription and email follow each settlement, at once and on every node", func(t *testing.T) {
		u := f.newUser(t)
		equal(t, f.user(t, u.ID), u)
		sub := newSubscription(u.ID)
		sub.Email = "ann@example.com"
		standing := f.settle(t, sub)
		equal(t, []any{standing.Plan, standing.Version, len(standing.Subscriptions)}, []any{plan.Pro, int64(1), 1})
		got := f.user(t, u.ID)
		equal(t, []any{got.Plan, got.Subscription, got.Email}, []any{plan.Pro, sub.ID, "ann@example.com"})
		kept, _ := standing.Find(sub.ID)
		sub.Email = "" // stored with the user
		equal(t, kept, sub)

		sub.Status, sub.Email = billing.Ended, "other@example.com"
		equal(t, f.settle(t, sub).Plan, plan.Free)
		got = f.user(t, u.ID)
		equal(t, []any{got.Plan, got.Subscription, got.Email}, []any{plan.Free, "", "ann@example.com"})
	})

	t.Run("API-14 the email of a subscription is adopted when it is first stored, and recorded for its owner", func(t *testing.T) {
		u := f.newUser(t)
		sub := newSubscription(u.ID)
		sub.Email = "ann@example.com"
		f.settle(t, sub)
		noError(t, f.SetEmail(ctx, u.ID, "", start))
		sub.PeriodEnd = start.AddDate(0, 2, 0)
		f.settle(t, sub)
		equal(t, f.user(t, u.ID).Email, "")
		next := newSubscription(u.ID)
		next.Email = "ann@example.org"
		f.settle(t, next)
		equal(t, f.user(t, u.ID).Email, "ann@example.org")
		unknown := newSubscription(u.ID) // has no email
		f.settle(t, unknown)
		events, err := f.node.Events(ctx, u.ID, "", time.Time{}, 9)
		noError(t, err)
		var kinds []audit.Kind
		for _, e := range slices.Backward(events) {
			kinds = append(kinds, e.Kind)
		}
		equal(t, kinds, []audit.Kind{audit.SignedUp, audit.EmailChanged, audit.ProBegan, audit.EmailRemoved, audit.EmailChanged})
	})

	t.Run("of two subscriptions the first that grants Pro counts", func(t *testing.T) {
		u := f.newUser(t)
		first, second := newSubscription(u.ID), newSubscription(u.ID)
		second.StartedAt = start.Add(time.Minute)
		f.settle(t, second)
		f.settle(t, first)
		equal(t, f.user(t, u.ID).Subscription, first.ID)
		first.Status = billing.Ended
		f.settle(t, first)
		equal(t, f.user(t, u.ID).Subscription, second.ID)
		second.Status = billing.Suspended
		f.settle(t, second)
		equal(t, f.user(t, u.ID).Plan, plan.Free)
	})

	t.Run("a paid subscription goes before one in arrears, whichever began first", func(t *testing.T) {
		u := f.newUser(t)
		late, paid := newSubscription(u.ID), newSubscription(u.ID)
		late.Status, paid.StartedAt = billing.PastDue, start.Add(time.Minute)
		f.settle(t, late)
		equal(t, f.user(t, u.ID).Subscription, late.ID)
		f.settle(t, paid)
		equal(t, f.user(t, u.ID).Subscription, paid.ID)
		f.settle(t, late)
		equal(t, f.user(t, u.ID).Subscription, paid.ID)
	})

	t.Run("a failed renewal counts within its period", func(t *testing.T) {
		u := f.newUser(t)
		sub := newSubscription(u.ID)
		sub.Status = billing.PastDue
		equal(t, f.settle(t, sub).Plan, plan.Pro)
		standing, settled, err := f.Settle(ctx, sub, 0, sub.PeriodEnd)
		noError(t, err)
		equal(t, []any{settled, standing.Plan}, []any{true, plan.Free})
	})

	t.Run("API-40 a response requested before a change does not undo it", func(t *testing.T) {
		u := f.newUser(t)
		sub := newSubscription(u.ID)
		before := f.settle(t, sub).Version
		ended := sub
		ended.Status = billing.Ended
		f.settle(t, ended)
		_, settled, err := f.node.Settle(ctx, sub, before, start)
		noError(t, err)
		equal(t, settled, false)
		equal(t, f.user(t, u.ID).Plan, plan.Free)
		standing, settled, err := f.node.Settle(ctx, ended, before, start) // already stored
		noError(t, err)
		equal(t, []any{settled, standing.Version}, []any{true, before + 1})
	})

	t.Run("API-40 of many that settle one subscription concurrently, each finds it settled once", func(t *testing.T) {
		u := f.newUser(t)
		sub := newSubscription(u.ID)
		won, _ := race(t, racers, fault.Conflict, func(i int) error {
			_, settled, err := f.either(i).Settle(ctx, sub, 0, start)
			if err == nil && !settled {
				err = fmt.Errorf("try %d was refused", i)
			}
			return err
		})
		standing, err := f.Standing(ctx, u.ID)
		noError(t, err)
		equal(t, []any{won, len(standing.Subscriptions), standing.Version}, []any{racers, 1, int64(1)})
	})

	t.Run("of many concurrent changes of one version, one is stored", func(t *testing.T) {
		u := f.newUser(t)
		sub := newSubscription(u.ID)
		f.settle(t, sub)
		won, refused := race(t, racers, fault.Conflict, func(i int) error {
			changed := sub
			changed.PeriodEnd = start.Add(time.Duration(i+1) * time.Hour)
			_, settled, err := f.either(i).Settle(ctx, changed, 1, start)
			if err == nil && !settled {
				return fault.New(fault.Conflict, "late")
			}
			return err
		})
		equal(t, []int{won, refused}, []int{1, racers - 1})
	})

	t.Run("no subscription is settled for an unknown user", func(t *testing.T) {
		_, _, err := f.Settle(ctx, newSubscription(newID()), 0, start)
		isFault(t, err, fault.NotFound, "")
		_, err = f.Standing(ctx, newID())
		isFault(t, err, fault.NotFound, "")
	})

	t.Run("ROLE-06 two users may have subscriptions with the same id", func(t *testing.T) {
		owner, stranger := f.newUser(t), f.newUser(t)
		sub := newSubscription(owner.ID)
		f.settle(t, sub)
		standing, err := f.Standing(ctx, stranger.ID)
		noError(t, err)
		equal(t, []any{standing.Plan, len(standing.Subscriptions)}, []any{plan.Free, 0})
		owned, err := f.node.OwnerOf(ctx, sub.ID)
		noError(t, err)
		equal(t, owned, owner.ID)
		_, err = f.OwnerOf(ctx, "sub_of_nobody")
		isFault(t, err, fault.NotFound, "")
		forged := sub
		forged.UserID, forged.Status = stranger.ID, billing.Ended
		f.settle(t, forged)
		equal(t, f.user(t, owner.ID).Plan, plan.Pro)
	})
}

func testReconciling(t *testing.T, f *fixture) {
	ctx := t.Context()
	u := f.newUser(t)
	old, young, ended := newSubscription(u.ID), newSubscription(u.ID), newSubscription(u.ID)
	ended.Status = billing.Ended
	for sub, at := range map[*billing.Subscription]time.Time{&old: start, &young: start.Add(time.Hour), &ended: start} {
		standing, err := f.Standing(ctx, u.ID)
		noError(t, err)
		_, _, err = f.Settle(ctx, *sub, standing.Version, at)
		noError(t, err)
	}
	found := func(before time.Time, limit int) []string {
		t.Helper()
		subs, err := f.node.Unchecked(ctx, before, limit)
		noError(t, err)
		ids := []string{}
		for _, sub := range subs {
			ids = append(ids, sub.ID)
		}
		return ids
	}
	t.Run("the longest unchecked subscriptions come first, permanently ended ones never", func(t *testing.T) {
		equal(t, found(start, 9), []string{})
		equal(t, found(start.Add(time.Minute), 9), []string{old.ID})
		equal(t, found(start.Add(2*time.Hour), 9), []string{old.ID, young.ID})
		equal(t, found(start.Add(2*time.Hour), 1), []string{old.ID})
	})
	t.Run("a subscription found unchanged counts as checked", func(t *testing.T) {
		_, settled, err := f.Settle(ctx, old, 0, start.Add(3*time.Hour))
		noError(t, err)
		equal(t, settled, true)
		equal(t, found(start.Add(2*time.Hour), 9), []string{young.ID})
	})
	t.Run("a postponed subscription comes after the others", func(t *testing.T) {
		noError(t, f.PutOff(ctx, young, start.Add(4*time.Hour)))
		equal(t, found(start.Add(5*time.Hour), 9), []string{old.ID, young.ID})
	})
}

func testCheckouts(t *testing.T, f *fixture) {
	ctx := t.Context()
	newCheckout := func(userID string) billing.Checkout {
		return billing.Checkout{UserID: userID, Key: newID(), Cycle: billing.Annual, Origin: "https://engram.example", CreatedAt: start}
	}

	t.Run("API-38 of concurrent checkouts one is stored, and all get it", func(t *testing.T) {
		u := f.newUser(t)
		kept := make([]billing.Checkout, racers)
		race(t, racers, fault.Conflict, func(i int) (err error) {
			kept[i], err = f.either(i).BeginCheckout(ctx, newCheckout(u.ID))
			return err
		})
		for _, c := range kept {
			equal(t, c, kept[0])
		}
	})

	t.Run("API-38 a checkout that ends while others begin does not fail them", func(t *testing.T) {
		u := f.newUser(t)
		for range racers {
			c, err := f.BeginCheckout(ctx, newCheckout(u.ID))
			noError(t, err)
			race(t, 8, fault.Conflict, func(i int) error {
				if i%2 == 0 {
					return f.either(i/2).EndCheckout(ctx, c)
				}
				_, err := f.either(i/2).BeginCheckout(ctx, newCheckout(u.ID))
				return err
			})
		}
	})

	t.Run("a session is stored with its own checkout only", func(t *testing.T) {
		u := f.newUser(t)
		c, err := f.BeginCheckout(ctx, newCheckout(u.ID))
		noError(t, err)
		other := newCheckout(u.ID)
		other.SessionID = "cs_other"
		noted, err := f.NoteSession(ctx, other)
		noError(t, err)
		equal(t, noted, false)
		noError(t, f.EndCheckout(ctx, other))
		c.SessionID = "cs_1"
		noted, err = f.node.NoteSession(ctx, c)
		noError(t, err)
		equal(t, noted, true)
		kept, err := f.BeginCheckout(ctx, newCheckout(u.ID))
		noError(t, err)
		equal(t, kept, c)
		noError(t, f.EndCheckout(ctx, billing.Checkout{UserID: c.UserID, Key: c.Key})) // as a caller knew it before
		kept, err = f.node.Checkout(ctx, u.ID)
		noError(t, err)
		equal(t, kept, c)
		noError(t, f.EndCheckout(ctx, c))
		_, err = f.Checkout(ctx, u.ID)
		isFault(t, err, fault.NotFound, "")
		kept, err = f.BeginCheckout(ctx, other)
		noError(t, err)
		equal(t, kept, other)
	})

	t.Run("API-38 a user with Pro begins no checkout and has no session stored", func(t *testing.T) {
		u, begun := f.newUser(t), f.newUser(t)
		c, err := f.BeginCheckout(ctx, newCheckout(begun.ID))
		noError(t, err)
		f.settle(t, newSubscription(u.ID))
		f.settle(t, newSubscription(begun.ID))
		_, err = f.node.BeginCheckout(ctx, newCheckout(u.ID))
		isFault(t, err, fault.Conflict, "You already have Pro")
		equal(t, f.rows(t, u.ID, "checkouts"), 0)
		c.SessionID = "cs_1"
		noted, err := f.node.NoteSession(ctx, c)
		noError(t, err)
		equal(t, noted, false)
		_, err = f.BeginCheckout(ctx, newCheckout(newID()))
		isFault(t, err, fault.NotFound, "")
	})

	t.Run("API-38 of a concurrent checkout and Pro, the second one sees the first", func(t *testing.T) {
		for i := range racers {
			u := f.newUser(t)
			sub, c := newSubscription(u.ID), newCheckout(u.ID)
			var began error
			race(t, 2, fault.Conflict, func(j int) (err error) {
				if j == i%2 {
					_, _, err = f.node.Settle(ctx, sub, 0, start)
					return err
				}
				_, began = f.BeginCheckout(ctx, c)
				return began
			})
			equal(t, f.rows(t, u.ID, "checkouts") == 1, began == nil)
		}
	})

	t.Run("the longest unchecked checkouts come first, postponed ones last", func(t *testing.T) {
		late, early := newCheckout(f.newUser(t).ID), newCheckout(f.newUser(t).ID)
		late.CreatedAt, early.CreatedAt = start.AddDate(-1, 0, 1), start.AddDate(-1, 0, 0)
		for _, c := range []billing.Checkout{late, early} {
			_, err := f.BeginCheckout(ctx, c)
			noError(t, err)
		}
		for limit, want := range map[int][]billing.Checkout{1: {early}, 9: {early, late}} {
			got, err := f.node.Abandoned(ctx, start.AddDate(0, -1, 0), limit)
			noError(t, err)
			equal(t, got, want)
		}
		noError(t, f.PutOffCheckout(ctx, early, start.AddDate(-1, 0, 2)))
		got, err := f.node.Abandoned(ctx, start.AddDate(0, -1, 0), 9)
		noError(t, err)
		equal(t, got, []billing.Checkout{late, early})
	})

	t.Run("a checkout never checked counts from its beginning", func(t *testing.T) {
		c := newCheckout(f.newUser(t).ID)
		c.CreatedAt = start.AddDate(-3, 0, 0)
		_, err := f.BeginCheckout(ctx, c)
		noError(t, err)
		noError(t, f.PutOffCheckout(ctx, c, time.UnixMilli(0)))
		for _, test := range []struct {
			before time.Time
			want   []billing.Checkout
		}{{c.CreatedAt, nil}, {c.CreatedAt.Add(time.Millisecond), []billing.Checkout{c}}} {
			got, err := f.Abandoned(ctx, test.before, 9)
			noError(t, err)
			equal(t, got, test.want)
		}
	})
}

func testTestCheckouts(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, stranger := f.newUser(t), f.newUser(t)
	c := testpay.Checkout{UserID: u.ID, ID: "one", Key: newID(), Cycle: billing.Annual, State: testpay.Open, CreatedAt: start}
	paid := c
	paid.State, paid.PaidAt = testpay.Paid, start.Add(time.Minute)

	t.Run("API-38 an idempotency key makes one checkout", func(t *testing.T) {
		won, _ := race(t, racers, fault.Conflict, func(i int) error {
			another := c
			another.ID = fmt.Sprintf("try-%d", i)
			if i == 0 {
				another = c
			}
			_, err := f.either(i).AddTestCheckout(ctx, another)
			return err
		})
		equal(t, []int{won, f.rows(t, u.ID, "test_checkouts")}, []int{racers, 1})
		kept, err := f.AddTestCheckout(ctx, c)
		noError(t, err)
		c.ID, paid.ID = kept.ID, kept.ID
		equal(t, kept, c)
	})

	t.Run("PAY-07 of many that pay one checkout, one succeeds", func(t *testing.T) {
		won, lost := race(t, racers, fault.Conflict, func(i int) error {
			moved, err := f.either(i).MoveTestCheckout(ctx, paid, testpay.Open)
			if err == nil && !moved {
				return fault.New(fault.Conflict, "late")
			}
			return err
		})
		equal(t, []int{won, lost}, []int{1, racers - 1})
		got, err := f.node.TestCheckout(ctx, u.ID, c.ID)
		noError(t, err)
		equal(t, got, paid)
	})

	t.Run("unpaid checkouts of all users are deleted", func(t *testing.T) {
		unpaid := c
		unpaid.UserID, unpaid.ID = stranger.ID, "two"
		_, err := f.AddTestCheckout(ctx, unpaid)
		noError(t, err)
		noError(t, f.ForgetTestCheckouts(ctx, start))
		equal(t, f.rows(t, stranger.ID, "test_checkouts"), 1)
		noError(t, f.node.ForgetTestCheckouts(ctx, start.Add(time.Millisecond)))
		equal(t, []int{f.rows(t, stranger.ID, "test_checkouts"), f.rows(t, u.ID, "test_checkouts")}, []int{0, 1})
	})

	t.Run("ROLE-06 a stranger neither reads nor pays a checkout", func(t *testing.T) {
		_, err := f.TestCheckout(ctx, stranger.ID, c.ID)
		isFault(t, err, fault.NotFound, "")
		forged := paid
		forged.UserID, forged.State = stranger.ID, testpay.Cancelled
		moved, err := f.MoveTestCheckout(ctx, forged, testpay.Paid)
		noError(t, err)
		equal(t, moved, false)
	})
}
