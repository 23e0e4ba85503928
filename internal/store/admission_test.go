package store_test

import (
	"testing"
	"time"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/plan"
	"engram/internal/store/storetest"
)

var household = account.Admission{Policy: account.SignUpInvite, FirstOwns: true}

// enter tries to create an account.
func enter(t *testing.T, s storetest.Stores, a account.Admission, ticket account.Ticket, at time.Time) (account.User, error) {
	u := account.User{ID: newID(), Username: letters(usersMade.Add(1)), Plan: plan.Free, CreatedAt: at}
	return u, s.Admit(t.Context(), a, ticket, u, "hash", account.Session{ID: newID(), UserID: u.ID, TokenHash: []byte("t"), LastUsed: at})
}

func testAdmission(t *testing.T, f *fixture) {
	ctx := t.Context()
	var owner string

	t.Run("of many who make the first account concurrently, one is the owner, and no other is admitted", func(t *testing.T) {
		has, err := f.HasUsers(ctx)
		noError(t, err)
		equal(t, has, false)
		users := make([]account.User, racers)
		won, refused := race(t, racers, fault.Forbidden, func(i int) (err error) {
			users[i], err = enter(t, f.either(i), household, account.Ticket{}, start)
			return err
		})
		equal(t, []int{won, refused}, []int{1, racers - 1})
		for _, u := range users {
			if kept, _, err := f.Credentials(ctx, u.Username); err == nil {
				equal(t, kept.Role, account.Owner)
				owner = u.ID
			}
		}
		equal(t, owner != "", true)
	})

	invite := func(t *testing.T, token string) account.Ticket {
		i := account.Invitation{ID: newID(), OwnerID: owner, TokenHash: []byte(token), CreatedAt: start, ExpiresAt: start.Add(time.Hour)}
		noError(t, f.AddInvitation(ctx, i))
		return account.Ticket{OwnerID: owner, TokenHash: []byte(token)}
	}

	t.Run("an invitation admits one of many, as a member", func(t *testing.T) {
		ticket := invite(t, "once")
		noError(t, f.CheckTicket(ctx, ticket, start))
		users := make([]account.User, racers)
		won, refused := race(t, racers, fault.Forbidden, func(i int) (err error) {
			users[i], err = enter(t, f.either(i), household, ticket, start)
			return err
		})
		equal(t, []int{won, refused}, []int{1, racers - 1})
		made := 0
		for _, u := range users {
			if kept, _, err := f.Credentials(ctx, u.Username); err == nil {
				made++
				equal(t, kept.Role, account.Member)
			}
		}
		equal(t, made, 1)
		isFault(t, f.CheckTicket(ctx, ticket, start), fault.Forbidden, "This invitation has been used already. Please ask for a new one.")
	})

	t.Run("each refusal has its own message and makes no account", func(t *testing.T) {
		revoked := invite(t, "revoked")
		all, err := f.Invitations(ctx, 1)
		noError(t, err)
		noError(t, f.Revoke(ctx, all[0].ID))
		isFault(t, f.Revoke(ctx, all[0].ID), fault.NotFound, "")
		open := invite(t, "open")
		for _, test := range []struct {
			admission account.Admission
			ticket    account.Ticket
			at        time.Time
			message   string
		}{
			{household, account.Ticket{}, start, "Sign-up is by invitation here. Please ask the owner for a link."},
			{household, account.Ticket{OwnerID: owner, TokenHash: []byte("forged")}, start, "This invitation is not valid. Please ask for a new one."},
			{household, account.Ticket{OwnerID: newID(), TokenHash: []byte("open")}, start, "This invitation is not valid. Please ask for a new one."},
			{household, revoked, start, "This invitation is not valid. Please ask for a new one."},
			{household, open, start.Add(time.Hour), "This invitation has expired. Please ask for a new one."},
			{account.Admission{Policy: account.SignUpClosed, FirstOwns: true}, open, start, "Sign-up is closed here"},
		} {
			u, err := enter(t, f.Stores, test.admission, test.ticket, test.at)
			isFault(t, err, fault.Forbidden, test.message)
			_, _, err = f.Credentials(ctx, u.Username)
			isFault(t, err, fault.NotFound, "")
		}
		noError(t, f.CheckTicket(ctx, open, start))
	})

	t.Run("a name that is taken does not use up an invitation", func(t *testing.T) {
		ticket, taken := invite(t, "kept"), f.newUser(t)
		u := account.User{ID: newID(), Username: taken.Username, Plan: plan.Free, CreatedAt: start}
		isFault(t, f.Admit(ctx, household, ticket, u, "hash", account.Session{UserID: u.ID, TokenHash: []byte("t"), LastUsed: start}), fault.Conflict, "")
		noError(t, f.CheckTicket(ctx, ticket, start))
	})

	t.Run("in a service everybody is a member, and in personal mode the oldest account becomes the owner", func(t *testing.T) {
		u, err := enter(t, f.Stores, account.Admission{Policy: account.SignUpOpen}, account.Ticket{}, start)
		noError(t, err)
		kept, _, err := f.Credentials(ctx, u.Username)
		noError(t, err)
		equal(t, kept.Role, account.Member)
		_, err = f.db.Writer().Exec(`UPDATE users SET role = 'member'`)
		noError(t, err)
		for range 2 {
			noError(t, f.EnsureOwner(ctx))
		}
		owners := f.strings(t, `SELECT user_id FROM users WHERE role = 'owner' ORDER BY user_id`, 1)
		oldest := f.strings(t, `SELECT user_id FROM users ORDER BY created_at, user_id LIMIT 1`, 1)
		equal(t, owners, oldest)
	})
}
