package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"engram/internal/account"
	"engram/internal/billing"
	"engram/internal/fault"
	"engram/internal/plan"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/payments"
	"engram/internal/store/storetest"
)

func TestWriteTriesAgain(t *testing.T) {
	db := openSQLite(t)
	serialization := &pgconn.PgError{Code: "40001"}
	for _, c := range []struct {
		title    string
		fails    int // before it succeeds
		err      error
		attempts int
		want     error
	}{
		{"not at all when nothing failed", 0, nil, 1, nil},
		{"after a serialization failure", 2, serialization, 3, nil},
		{"after a deadlock", 1, &pgconn.PgError{Code: "40P01"}, 2, nil},
		{"only so often", 100, serialization, store.MaxTries, serialization},
		{"never after another error of the engine", 100, &pgconn.PgError{Code: "23503"}, 1, &pgconn.PgError{Code: "23503"}},
		{"never after a fault", 100, fault.New(fault.Limit, "no"), 1, fault.New(fault.Limit, "no")},
	} {
		t.Run(c.title, func(t *testing.T) {
			attempts := 0
			err := db.Write(t.Context(), func(store.Tx) error {
				attempts++
				if attempts <= c.fails {
					return c.err
				}
				return nil
			})
			if attempts != c.attempts || (err == nil) != (c.want == nil) || err != nil && err.Error() != c.want.Error() {
				t.Fatalf("got error %v after %d attempts, want %v after %d", err, attempts, c.want, c.attempts)
			}
		})
	}
}

func TestWriteStopsWaitingWithItsContext(t *testing.T) {
	db := openSQLite(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := db.Write(ctx, func(store.Tx) error {
		cancel()
		return &pgconn.PgError{Code: "40001"}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got error %v", err)
	}
}

// Two transactions that lock two rows in opposite order deadlock: Postgres aborts one, and the
// retry succeeds.
func TestWriteOutlivesADeadlock(t *testing.T) {
	db := storetest.Open(t, storetest.Postgres(t))
	users := []string{newUser(t, db, "one"), newUser(t, db, "two")}

	var bothLocked, done sync.WaitGroup
	bothLocked.Add(2)
	attempts := make([]int, 2)
	for i := range users {
		done.Go(func() {
			err := db.Write(t.Context(), func(tx store.Tx) error {
				attempts[i]++
				if err := rename(t.Context(), tx, users[i]); err != nil {
					return err
				}
				if attempts[i] == 1 {
					bothLocked.Done()
					bothLocked.Wait()
				}
				return rename(t.Context(), tx, users[1-i])
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	if attempts[0]+attempts[1] < 3 {
		t.Errorf("there was no deadlock: %v attempts", attempts)
	}
}

// Rows that refer to a user lock only the key, and may take long: settling a payment must not wait
// for them.
func TestSettleDoesNotWaitForRowsThatReferToTheUser(t *testing.T) {
	db := storetest.Open(t, storetest.Postgres(t))
	userID := newUser(t, db, "one")
	tx, err := db.Writer().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	var one int
	if err := tx.QueryRow(`SELECT 1 FROM users WHERE user_id = $1 FOR KEY SHARE`, userID).Scan(&one); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	now := time.Now()
	sub := billing.Subscription{UserID: userID, ID: "sub", Status: billing.Active, Cycle: billing.Annual, PeriodEnd: now.Add(time.Hour), StartedAt: now}
	if standing, settled, err := payments.New(db).Settle(ctx, sub, 0, now); err != nil || !settled || standing.Plan != plan.Pro {
		t.Errorf("%+v, %t, %v", standing, settled, err)
	}
}

func rename(ctx context.Context, tx store.Tx, userID string) error {
	_, err := tx.Exec(ctx, `UPDATE users SET email = 'new@example.com' WHERE user_id = $1`, userID)
	return err
}

func newUser(t *testing.T, db *store.DB, name string) string {
	t.Helper()
	now := time.Now()
	err := accounts.New(db).CreateUser(t.Context(), account.User{ID: name, Username: name, CreatedAt: now}, "hash",
		account.Session{UserID: name, TokenHash: []byte("t"), LastUsed: now})
	if err != nil {
		t.Fatal(err)
	}
	return name
}
