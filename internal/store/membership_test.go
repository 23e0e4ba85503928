package store_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/store"
	"engram/internal/store/storetest"
)

// join joins a database as a process of its own does.
func join(t *testing.T, address string, shared bool) (*store.Membership, error) {
	t.Helper()
	m, err := storetest.Open(t, address).Join(t.Context(), shared, 0)
	t.Cleanup(func() { _ = m.Close() }) // its test may have closed it
	return m, err
}

func TestMembersOfADatabase(t *testing.T) {
	address := storetest.PostgresMigrated(t)
	one, err := join(t, address, true)
	if err != nil {
		t.Fatal(err)
	}
	two, err := join(t, address, true)
	if err != nil {
		t.Fatalf("a second that shares: %v", err)
	}
	if _, err := join(t, address, false); !errors.Is(err, store.ErrTaken) {
		t.Errorf("one that shares nothing joined: %v", err)
	}
	if err := errors.Join(one.Agree(t.Context(), []byte("a secret")), two.Agree(t.Context(), []byte("a secret"))); err != nil {
		t.Errorf("the same secret: %v", err)
	}
	third, err := join(t, address, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := third.Agree(t.Context(), []byte("another")); !errors.Is(err, store.ErrDisagree) {
		t.Errorf("another secret: %v", err)
	}
	for _, m := range []*store.Membership{one, two, third} {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
	alone, err := join(t, address, false)
	if err != nil {
		t.Fatalf("after all have left: %v", err)
	}
	if _, err := join(t, address, true); !errors.Is(err, store.ErrTaken) {
		t.Errorf("beside one that is alone: %v", err)
	}
	if skew, err := alone.Skew(t.Context()); err != nil || skew.Abs() > time.Minute {
		t.Errorf("this machine's clock differs from itself by %v, %v", skew, err)
	}
}

func TestAMigrationWaitsForNodesOfAnEarlierVersion(t *testing.T) {
	address := storetest.Postgres(t)
	older, err := store.OpenOlder(t.Context(), address, 7)
	if err != nil {
		t.Fatal(err)
	}
	member, err := older.Join(t.Context(), true, 0)
	if err != nil {
		t.Fatal(err)
	}
	hurried, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if db, err := store.Open(hurried, store.Config{URL: address}); err == nil {
		t.Error("it did not wait", db.Close())
	}
	if at, err := older.Schema(t.Context()); err != nil || at != 7 {
		t.Errorf("the database is at %d, %v", at, err)
	}
	if err := errors.Join(member.Close(), older.Close()); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error)
	for range 3 {
		go func() {
			db, err := store.Open(t.Context(), store.Config{URL: address})
			if err == nil {
				err = db.Close()
			}
			opened <- err
		}()
	}
	for range 3 {
		if err := <-opened; err != nil {
			t.Error(err)
		}
	}
}

func TestAReplicaIsRefused(t *testing.T) {
	address := storetest.Postgres(t)
	if _, err := storetest.Open(t, address).Writer().Exec(`ALTER ROLE CURRENT_USER IN DATABASE ` + address[strings.LastIndex(address, "/")+1:strings.Index(address+"?", "?")] + ` SET default_transaction_read_only = on`); err != nil {
		t.Fatal(err)
	}
	if db, err := store.Open(t.Context(), store.Config{URL: address}); err == nil || !strings.Contains(err.Error(), "set ENGRAM_DATABASE_URL to the primary") {
		t.Errorf("got %v, %v", db, err)
	}
}

func TestNodesTakeTurns(t *testing.T) {
	address := storetest.PostgresMigrated(t)
	var inside atomic.Int32
	done := make(chan error)
	for range 4 {
		db := storetest.Open(t, address)
		go func() {
			done <- db.Serialize(t.Context(), func() error {
				if inside.Add(1) > 1 {
					return errors.New("two at once")
				}
				time.Sleep(time.Millisecond)
				inside.Add(-1)
				return nil
			})
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
