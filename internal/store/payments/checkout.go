package payments

import (
	"context"
	"time"

	"engram/internal/billing"
	"engram/internal/billing/testpay"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/accounts"
)

// Checkout implements billing.Store.
func (s *Store) Checkout(ctx context.Context, userID string) (billing.Checkout, error) {
	c, err := scanCheckout(s.db.Reader().Row(ctx, `SELECT `+checkoutColumns+` FROM checkouts WHERE user_id = $1`, userID))
	return c, store.Explain(store.OrNotFound(err, "There is no such checkout"), "read the checkout of", userID)
}

// BeginCheckout implements billing.Store. The primary key decides between concurrent calls; a
// single statement inserts or reads.
func (s *Store) BeginCheckout(ctx context.Context, c billing.Checkout) (kept billing.Checkout, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		has, err := accounts.Plan(ctx, t, c.UserID)
		if err != nil {
			return err
		}
		if has == plan.Pro {
			return billing.AlreadyPro()
		}
		kept, err = scanCheckout(t.Row(ctx, `INSERT INTO checkouts (user_id, checkout, cycle, origin, session_id, created_at, checked_at)
			VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (user_id) DO UPDATE SET checkout = checkouts.checkout RETURNING `+checkoutColumns,
			c.UserID, c.Key, string(c.Cycle), c.Origin, c.SessionID, c.CreatedAt.UnixMilli()))
		return err
	})
	return kept, store.Explain(err, "begin a checkout of", c.UserID)
}

// NoteSession implements billing.Store.
func (s *Store) NoteSession(ctx context.Context, c billing.Checkout) (noted bool, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		has, err := accounts.Plan(ctx, t, c.UserID)
		if err != nil || has == plan.Pro {
			return err
		}
		n, err := t.Exec(ctx, `UPDATE checkouts SET session_id = $3 WHERE user_id = $1 AND checkout = $2`, c.UserID, c.Key, c.SessionID)
		noted = n > 0
		return err
	})
	return noted && err == nil, store.Explain(err, "note the session of a checkout of", c.UserID)
}

// EndCheckout implements billing.Store.
func (s *Store) EndCheckout(ctx context.Context, c billing.Checkout) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM checkouts WHERE user_id = $1 AND checkout = $2 AND session_id = $3`, c.UserID, c.Key, c.SessionID)
		return err
	})
	return store.Explain(err, "end a checkout of", c.UserID)
}

// Abandoned implements billing.Store, for all users. Before migration 00009 checked_at was 0, so
// the beginning counts as well.
func (s *Store) Abandoned(ctx context.Context, before time.Time, limit int) ([]billing.Checkout, error) {
	checkouts, err := store.Collect(ctx, s.db.Reader(), scanCheckout, `SELECT `+checkoutColumns+` FROM checkouts
		WHERE checked_at < $1 AND created_at < $1 ORDER BY checked_at, user_id LIMIT $2`, before.UnixMilli(), limit)
	return checkouts, store.Explain(err, "list checkouts", "to look at")
}

// PutOffCheckout implements billing.Store.
func (s *Store) PutOffCheckout(ctx context.Context, c billing.Checkout, checked time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `UPDATE checkouts SET checked_at = $3 WHERE user_id = $1 AND checkout = $2`, c.UserID, c.Key, checked.UnixMilli())
		return err
	})
	return store.Explain(err, "put off a checkout of", c.UserID)
}

const checkoutColumns = `user_id, checkout, cycle, origin, session_id, created_at`

func scanCheckout(row store.Scanner) (c billing.Checkout, err error) {
	var createdAt int64
	err = row.Scan(&c.UserID, &c.Key, &c.Cycle, &c.Origin, &c.SessionID, &createdAt)
	c.CreatedAt = store.FromMillis(createdAt)
	return c, err
}

// AddTestCheckout implements testpay.Store. The unique index decides between concurrent calls.
func (s *Store) AddTestCheckout(ctx context.Context, c testpay.Checkout) (kept testpay.Checkout, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `INSERT INTO test_checkouts (user_id, id, checkout, cycle, state, created_at, paid_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (user_id, checkout) DO NOTHING`,
			c.UserID, c.ID, c.Key, string(c.Cycle), string(c.State), c.CreatedAt.UnixMilli(),
			store.MillisOrZero(c.PaidAt))
		if err != nil {
			return err
		}
		kept, err = scanTestCheckout(t.Row(ctx, `SELECT `+testCheckoutColumns+` FROM test_checkouts WHERE user_id = $1 AND checkout = $2`, c.UserID, c.Key))
		return err
	})
	return kept, store.Explain(err, "add a test checkout of", c.UserID)
}

// TestCheckout implements testpay.Store.
func (s *Store) TestCheckout(ctx context.Context, userID, id string) (testpay.Checkout, error) {
	c, err := scanTestCheckout(s.db.Reader().Row(ctx, `SELECT `+testCheckoutColumns+` FROM test_checkouts WHERE user_id = $1 AND id = $2`, userID, id))
	return c, store.Explain(store.OrNotFound(err, "There is no such checkout"), "read test checkout", id)
}

// MoveTestCheckout implements testpay.Store.
func (s *Store) MoveTestCheckout(ctx context.Context, c testpay.Checkout, from testpay.State) (moved bool, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `UPDATE test_checkouts SET state = $3, paid_at = $4 WHERE user_id = $1 AND id = $2 AND state = $5`,
			c.UserID, c.ID, string(c.State), store.MillisOrZero(c.PaidAt), string(from))
		moved = n > 0
		return err
	})
	return moved && err == nil, store.Explain(err, "move test checkout", c.ID)
}

// ForgetTestCheckouts implements testpay.Store, for all users.
func (s *Store) ForgetTestCheckouts(ctx context.Context, then time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM test_checkouts WHERE paid_at = 0 AND created_at < $1`, then.UnixMilli())
		return err
	})
	return store.Explain(err, "forget test checkouts from before", then.String())
}

const testCheckoutColumns = `user_id, id, checkout, cycle, state, created_at, paid_at`

func scanTestCheckout(row store.Scanner) (c testpay.Checkout, err error) {
	var createdAt, paidAt int64
	err = row.Scan(&c.UserID, &c.ID, &c.Key, &c.Cycle, &c.State, &createdAt, &paidAt)
	c.CreatedAt, c.PaidAt = store.FromMillis(createdAt), store.TimeOrZero(paidAt)
	return c, err
}
