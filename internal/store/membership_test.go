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
func join(t *testing.T, address string, terms store.Terms, wait time.Duration) (*store.Membership, error) {
	t.Helper()
	m, err := storetest.Open(t, address).Join(t.Context(), terms, wait)
	t.Cleanup(func() { _ = m.Close() }) // its test may have closed it
	return m, err
}

func TestMembersOfADatabase(t *testing.T) {
	address := storetest.PostgresMigrated(t)
	own, bucket := store.Terms{Secret: []byte("a secret")}, store.Terms{Shared: true, Secret: []byte("a secret")}
	other := store.Terms{Shared: true, Secret: []byte("another")}
	refused := func(title string, terms store.Terms, want error) {
		t.Helper()
		wait := time.Minute // for the server to see that others have left
		if errors.Is(want, store.ErrTaken) || terms.Renew {
			wait = 0
		}
		if _, err := join(t, address, terms, wait); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", title, err, want)
		}
	}
	joined := func(title string, terms store.Terms) *store.Membership {
		t.Helper()
		m, err := join(t, address, terms, time.Minute)
		if err != nil {
			t.Fatalf("%s: %v", title, err)
		}
		return m
	}
	_, err := storetest.Open(t, address).Writer().Exec(`INSERT INTO users (user_id, username, email, plan, subscription, password_hash, created_at) VALUES ('u', 'ada', '', '', '', '', 0)`)
	noError(t, err)
	one, two := joined("the first", bucket), joined("a second that shares", bucket)
	if skew := one.Skew(); skew != "" {
		t.Errorf("this machine's clock is %s", skew)
	}
	refused("one that shares nothing", own, store.ErrTaken)
	refused("another secret", other, store.ErrSecret)
	other.Renew = true
	refused("another secret that is to be taken, beside others", other, store.ErrSecret)
	noError(t, errors.Join(one.Close(), two.Close()))

	refused("files in a folder, when all have left", own, store.ErrFiles)
	own.Renew, other.Renew = true, false
	refused("another secret, when all have left", other, store.ErrSecret)
	alone := joined("one that takes over", own)
	refused("beside one that is alone", bucket, store.ErrTaken)
	noError(t, alone.Close())
	refused("what was until then", bucket, store.ErrFiles)
	bucket.Renew = true
	one, two = joined("the way back", bucket), joined("with another beside it", store.Terms{Shared: true, Secret: bucket.Secret})
	noError(t, errors.Join(one.Close(), two.Close()))
}

func TestAMemberIsLookedAt(t *testing.T) {
	address := storetest.PostgresMigrated(t)
	_, err := storetest.Open(t, address).Writer().Exec(`INSERT INTO users (user_id, username, email, plan, subscription, password_hash, created_at) VALUES ('u', 'ada', '', '', '', '', 0)`)
	noError(t, err)
	terms := store.Terms{Shared: true, Secret: []byte("a secret")}
	keep := func(m *store.Membership) error { return m.Keep(t.Context(), time.Millisecond, 5*time.Millisecond) }

	wrong := func() time.Time { return time.Now().Add(-time.Minute) }
	if _, err := store.JoinAt(t.Context(), storetest.Open(t, address), terms, wrong); !errors.Is(err, store.ErrClock) || !strings.Contains(err.Error(), "60 seconds behind") {
		t.Errorf("a clock that is wrong: %v", err)
	}
	ahead := time.Duration(0)
	m, err := store.JoinAt(t.Context(), storetest.Open(t, address), terms, func() time.Time { return time.Now().Add(ahead) })
	noError(t, err)
	ahead = time.Minute
	if err := keep(m); !errors.Is(err, store.ErrClock) {
		t.Errorf("a clock that goes wrong: %v", err)
	}
	noError(t, m.Close())

	m, err = join(t, address, terms, time.Minute)
	noError(t, err)
	noError(t, m.Unlock(t.Context())) // as a pooler that gives the next statement another session
	if err := keep(m); !errors.Is(err, store.ErrPooled) {
		t.Errorf("a lock that is another session's: %v", err)
	}
	noError(t, m.Close())

	m, err = join(t, address, terms, time.Minute)
	noError(t, err)
	noError(t, m.Close()) // as a connection that is lost
	_, err = storetest.Open(t, address).Join(t.Context(), store.Terms{Shared: true, Secret: []byte("another"), Renew: true}, time.Minute)
	noError(t, err)
	if err := keep(m); !errors.Is(err, store.ErrSecret) {
		t.Errorf("others took over meanwhile: %v", err)
	}
	_, err = storetest.Open(t, address).Writer().Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`)
	noError(t, err)
	if err := keep(m); !errors.Is(err, store.ErrVersion) {
		t.Errorf("another version migrated meanwhile: %v", err)
	}
}

func TestAMigrationWaitsForNodesOfAnEarlierVersion(t *testing.T) {
	address := storetest.Postgres(t)
	older, err := store.OpenOlder(t.Context(), address, 7)
	if err != nil {
		t.Fatal(err)
	}
	member, err := older.Join(t.Context(), store.Terms{Shared: true}, 0)
	if err != nil {
		t.Fatal(err)
	}
	hurried, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if db, err := store.Open(hurried, store.Config{URL: address}); err == nil {
		t.Error("it did not wait", db.Close())
	}
	if said := store.WhyNotAlone(t.Context(), older).Error(); !strings.Contains(said, "of an earlier version") {
		t.Error("beside an earlier version it says:", said)
	}
	if at, err := older.Schema(t.Context()); err != nil || at != 7 {
		t.Errorf("the database is at %d, %v", at, err)
	}
	noError(t, member.Close())
	migrating, err := older.Join(t.Context(), store.Terms{}, time.Minute)
	noError(t, err)
	if said := store.WhyNotAlone(t.Context(), older).Error(); !strings.Contains(said, "start this one again when that is done") {
		t.Error("beside a migration it says:", said)
	}
	noError(t, errors.Join(migrating.Close(), older.Close()))
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
