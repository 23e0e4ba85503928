package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"engram/internal/account"
	"engram/internal/config"
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
	// skewWarned and skewRefused are differences of a node's clock from the database's.
	skewWarned, skewRefused = 2 * time.Second, 30 * time.Second
	purgeEvery              = 15 * time.Minute
)

// joinDatabase takes a Postgres database beside other nodes when files lie in a bucket, and alone when they lie in a folder, where
// others would not find them.
func (a *App) joinDatabase(ctx context.Context, cfg config.Config, db *store.DB) (*store.Membership, error) {
	shared := cfg.MayHaveNodes()
	member, err := db.Join(ctx, shared, a.turnWait)
	switch {
	case errors.Is(err, store.ErrTaken) && shared:
		return nil, errors.New("an Engram is running on this database (ENGRAM_DATABASE_URL) with its files in a data directory, where they " +
			"would not be found from here; stop it, copy its files into the bucket, and start it again with ENGRAM_BLOB_URL as well")
	case errors.Is(err, store.ErrTaken):
		return nil, errors.New("another Engram is running on this database (ENGRAM_DATABASE_URL), and files in its data directory " +
			"would not be found here; stop it first, set a database of its own, or have both keep files in one bucket (ENGRAM_BLOB_URL)")
	case member == nil || err != nil:
		return nil, err
	}
	a.onClose(func(context.Context) error { return member.Close() })
	return member, nil
}

// keepMembership makes sure that nodes have one secret and nearly the same time, now and as long as the App runs.
func (a *App) keepMembership(ctx context.Context, member *store.Membership, secret []byte) error {
	if member == nil {
		return nil
	}
	if err := member.Agree(ctx, secret); errors.Is(err, store.ErrDisagree) {
		return errors.New("another Engram is running on this database with another secret: set ENGRAM_SECRET of all nodes to the same " +
			"(that of the first is in the file secret of its data directory)")
	} else if err != nil {
		return err
	}
	skew, err := member.Skew(ctx)
	if err != nil {
		return err
	}
	if skew.Abs() > skewRefused {
		return fmt.Errorf("the clock of this machine is %s: set it, by NTP for example, then start again", aheadOrBehind(skew))
	}
	if skew.Abs() > skewWarned {
		a.log.Warn("the clock of this machine is " + aheadOrBehind(skew) + "; times of what is saved here will be wrong by that")
	}
	a.behind(func(ctx context.Context) {
		if err := member.Keep(ctx, turnLook, turnLost); err != nil {
			a.fail(fmt.Errorf("the connection to the database was lost, and meanwhile %w", err))
		}
	})
	return nil
}

func aheadOrBehind(skew time.Duration) string {
	direction := "ahead of"
	if skew < 0 {
		direction = "behind"
	}
	return fmt.Sprintf("%.0f seconds %s the database's", skew.Abs().Seconds(), direction)
}

// newAttempts returns what counts attempts at all nodes, nil if there is one alone.
func newAttempts(cfg config.Config, db *store.DB) account.Attempts {
	if !cfg.MayHaveNodes() {
		return nil
	}
	return attempts.New(db)
}

// purge removes deleted text from this node's index again and again: the sweep does that at one node alone.
func (a *App) purge(engine *recall.Engine) {
	a.behind(func(ctx context.Context) {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(purgeEvery):
				if err := engine.Purge(ctx); err != nil && ctx.Err() == nil {
					a.log.Warn("deleted text is still in the index, and will be removed later", "error", err)
				}
			}
		}
	})
}

// newHub returns a hub that hears of what happens at other nodes, if there may be some.
func (a *App) newHub(cfg config.Config, db *store.DB) *live.Hub {
	hub := &live.Hub{}
	if !cfg.MayHaveNodes() {
		return hub
	}
	bus := notices.New(db, a.log)
	hub.Relay = bus.Send
	a.behind(func(ctx context.Context) { bus.Run(ctx, hub.Hear) })
	return hub
}
