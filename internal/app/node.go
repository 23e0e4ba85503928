package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"engram/internal/account"
	"engram/internal/config"
	"engram/internal/heartbeat"
	"engram/internal/live"
	"engram/internal/recall"
	"engram/internal/store"
	"engram/internal/store/attempts"
	"engram/internal/store/notices"
)

const (
	// turnWait is the maximum wait of a start for an Engram that is stopping, which takes at most 10 s.
	turnWait = 12 * time.Second
	// turnLook is the interval at which the lock on the database is verified.
	turnLook = 5 * time.Second
	// turnLost is the time that another process may hold the lock before this one ends: longer than the server keeps a lost connection.
	turnLost = 45 * time.Second
	// tendEvery is the interval at which a node looks after its indexes.
	tendEvery = 15 * time.Minute
)

// joinDatabase takes a Postgres database beside other nodes when files lie in a bucket, and alone when they lie in a folder, where
// others would not find them. It keeps it as long as the App runs.
func (a *App) joinDatabase(ctx context.Context, cfg config.Config, s storage) error {
	terms := store.Terms{Shared: cfg.MayHaveNodes(), Secret: s.secret, Renew: cfg.TakeOver}
	member, err := s.db.Join(ctx, terms, a.turnWait)
	switch {
	case errors.Is(err, store.ErrSecret), errors.Is(err, store.ErrFiles):
		return err
	case errors.Is(err, store.ErrTaken) && terms.Shared:
		return errors.New("an Engram is running on this database (ENGRAM_DATABASE_URL) with its files in a data directory, where they " +
			"would not be found from here; stop it, copy its files into the bucket, and start it again with ENGRAM_BLOB_URL and ENGRAM_TAKE_OVER=true")
	case errors.Is(err, store.ErrTaken):
		return errors.New("another Engram is running on this database (ENGRAM_DATABASE_URL), and files in its data directory " +
			"would not be found here; stop it first, set a database of its own, or have both keep files in one bucket (ENGRAM_BLOB_URL)")
	case member == nil || err != nil:
		return err
	}
	a.onClose(func(context.Context) error { return member.Close() })
	if skew := member.Skew(); skew != "" {
		a.log.Warn("the clock of this machine is " + skew + "; times of what is saved here will be wrong by that")
	}
	a.behind(func(ctx context.Context) {
		if err := member.Keep(ctx, turnLook, turnLost); err != nil {
			a.fail(fmt.Errorf("this Engram may use its database no longer: %w", err))
		}
	})
	return nil
}

// newAttempts returns what counts attempts at all nodes, nil if there is one alone.
func newAttempts(cfg config.Config, db *store.DB) account.Attempts {
	if !cfg.MayHaveNodes() {
		return nil
	}
	return attempts.New(db)
}

// tend removes deleted text from this node's indexes again and again, which the sweep does at one node alone, and
// publishes them. One does not wait for the other: the bucket may be slow.
func (a *App) tend(engine *recall.Engine) {
	a.every(a.tendEvery, engine.Purge, "deleted text is still in the index, and will be removed later")
	a.every(a.tendEvery, engine.Publish, "an index was not published for other nodes, and will be later")
}

// every does something again and again until the App is closed, and logs why it failed.
func (a *App) every(interval time.Duration, do func(context.Context) error, failed string) {
	stop := heartbeat.Start(context.Background(), interval, func(ctx context.Context) {
		if err := do(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn(failed, "error", err)
		}
	})
	a.onClose(func(context.Context) error { stop(); return nil })
}

// newHub returns a hub that hears of what happens at other nodes, if there may be some.
func (a *App) newHub(cfg config.Config, db *store.DB) *live.Hub {
	hub := &live.Hub{}
	if !cfg.MayHaveNodes() {
		return hub
	}
	bus := notices.New(db, a.log)
	hub.Relay = bus.Send
	a.behind(func(ctx context.Context) { bus.Run(ctx, hub.Hear, hub.Missed) })
	return hub
}
