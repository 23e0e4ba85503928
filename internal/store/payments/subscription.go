package payments

import (
	"context"
	"time"

	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/accounts"
)

// Standing implements billing.Store.
func (s *Store) Standing(ctx context.Context, userID string) (standing billing.Standing, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		standing, err = standingOf(ctx, t, userID, "")
		return err
	})
	return standing, store.Explain(err, "read the payments of", userID)
}

// standingOf reads a user's standing; suffix may lock the row.
func standingOf(ctx context.Context, t store.Tx, userID, suffix string) (standing billing.Standing, err error) {
	standing.UserID = userID
	err = t.Row(ctx, `SELECT plan, billing_version FROM users WHERE user_id = $1`+suffix,
		userID).Scan(&standing.Plan, &standing.Version)
	if err != nil {
		return standing, store.OrNotFound(err, "Account not found")
	}
	standing.Subscriptions, err = store.Collect(ctx, t.Querier, scanSubscription,
		`SELECT `+subscriptionColumns+` FROM subscriptions WHERE user_id = $1 ORDER BY started_at, id`, userID)
	return standing, err
}

// Settle implements billing.Store. It locks the user's row first, to serialise concurrent calls.
func (s *Store) Settle(ctx context.Context, sub billing.Subscription, version int64, now time.Time) (standing billing.Standing, settled bool, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		standing, err = standingOf(ctx, t, sub.UserID, t.ForNoKeyUpdate())
		if err != nil {
			return err
		}
		before := standing.Plan
		kept, known := standing.Find(sub.ID)
		changed := !known || !kept.SameState(sub)
		if settled = !changed || standing.Version == version; !settled {
			return nil
		}
		if err := keepSubscription(ctx, t, sub, now); err != nil {
			return err
		}
		if !known {
			if err := adoptEmail(ctx, t, sub.UserID, sub.Email, now); err != nil {
				return err
			}
		}
		if standing, err = followSubscriptions(ctx, t, sub, changed, now); err != nil {
			return err
		}
		return notePlan(ctx, t, sub.UserID, before, standing.Plan, now)
	})
	return standing, settled && err == nil, store.Explain(err, "settle subscription", sub.ID)
}

// checkedWithin is the precision of checked_at: concurrent checks without a change then write
// nothing.
const checkedWithin = time.Minute

func keepSubscription(ctx context.Context, t store.Tx, sub billing.Subscription, now time.Time) error {
	_, err := t.Exec(ctx, `INSERT INTO subscriptions (user_id, id, provider, status, cycle, period_end, started_at, checked_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (user_id, id) DO UPDATE SET status = $4, cycle = $5, period_end = $6, checked_at = $8
		WHERE subscriptions.status <> $4 OR subscriptions.cycle <> $5 OR subscriptions.period_end <> $6 OR subscriptions.checked_at < $9`,
		sub.UserID, sub.ID, sub.Provider, string(sub.Status), string(sub.Cycle),
		sub.PeriodEnd.UnixMilli(), sub.StartedAt.UnixMilli(), now.UnixMilli(),
		now.Add(-checkedWithin).UnixMilli())
	return err
}

// followSubscriptions sets the plan that the user's subscriptions grant.
func followSubscriptions(ctx context.Context, t store.Tx, sub billing.Subscription, changed bool, now time.Time) (standing billing.Standing, err error) {
	if standing, err = standingOf(ctx, t, sub.UserID, ""); err != nil {
		return standing, err
	}
	current, pro := billing.Current(standing.Subscriptions, now)
	standing.Plan = plan.Free
	if pro {
		standing.Plan = plan.Pro
	}
	standing.Version += int64(store.FromBool(changed))
	_, err = t.Exec(ctx, `UPDATE users SET plan = $2, subscription = $3, billing_version = $4
		WHERE user_id = $1 AND (plan <> $2 OR subscription <> $3 OR billing_version <> $4)`,
		sub.UserID, string(standing.Plan), current.ID, standing.Version)
	return standing, err
}

// notePlan records the beginning or end of a plan.
func notePlan(ctx context.Context, t store.Tx, userID string, before, after plan.Name, at time.Time) error {
	kind := audit.ProEnded
	switch {
	case before == after:
		return nil
	case after == plan.Pro:
		kind = audit.ProBegan
	case audit.Chosen(ctx):
		kind = audit.ProCancelled
	}
	return accounts.Note(ctx, t, userID, kind, "", at)
}

// adoptEmail sets the email of a user without one.
func adoptEmail(ctx context.Context, t store.Tx, userID, email string, now time.Time) error {
	adopted, err := t.Exec(ctx, `UPDATE users SET email = $2 WHERE user_id = $1 AND email = '' AND email <> $2`, userID, email)
	if err != nil || adopted == 0 {
		return err
	}
	return accounts.Note(ctx, t, userID, audit.EmailChanged, audit.ByPayment, now)
}

// PutOff implements billing.Store.
func (s *Store) PutOff(ctx context.Context, sub billing.Subscription, checked time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE subscriptions SET checked_at = $3 WHERE user_id = $1 AND id = $2`, sub.UserID, sub.ID, checked.UnixMilli())
		return err
	})
	return store.Explain(err, "put off subscription", sub.ID)
}

// OwnerOf implements billing.Store, for all users: events may not name the user.
func (s *Store) OwnerOf(ctx context.Context, subscriptionID string) (userID string, err error) {
	err = s.db.Reader().Row(ctx, `SELECT user_id FROM subscriptions WHERE id = $1 ORDER BY user_id LIMIT 1`, subscriptionID).Scan(&userID)
	return userID, store.Explain(store.OrNotFound(err, "There is no such membership"), "find the owner of subscription", subscriptionID)
}

// Unchecked implements billing.Store, for all users.
func (s *Store) Unchecked(ctx context.Context, before time.Time, limit int) ([]billing.Subscription, error) {
	subs, err := store.Collect(ctx, s.db.Reader(), scanSubscription, `SELECT `+subscriptionColumns+` FROM subscriptions
		WHERE status <> 'ended' AND checked_at < $1 ORDER BY checked_at, user_id, id LIMIT $2`, before.UnixMilli(), limit)
	return subs, store.Explain(err, "list subscriptions", "to check")
}

const subscriptionColumns = `user_id, id, provider, status, cycle, period_end, started_at`

func scanSubscription(row store.Scanner) (sub billing.Subscription, err error) {
	var periodEnd, startedAt int64
	err = row.Scan(&sub.UserID, &sub.ID, &sub.Provider, &sub.Status, &sub.Cycle, &periodEnd, &startedAt)
	sub.PeriodEnd, sub.StartedAt = store.FromMillis(periodEnd), store.FromMillis(startedAt)
	return sub, err
}
