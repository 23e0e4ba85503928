// Package job is the queue: work that a saved row still needs, enqueued in the transaction that saves it and done at least
// once, however often the process ends in between. Handlers are therefore safe to run again.
package job

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"engram/internal/fault"
)

const (
	timeout        = time.Minute            // of one run of one job
	rescueAfter    = 2 * time.Minute        // a job of a process that died runs again
	pollEvery      = 200 * time.Millisecond // how long a new job waits at most when a worker is free
	attempts       = 6                      // of a capture; River waits 1, 16, 81, 256 and 625 seconds between them
	lastEffort     = 25                     // attempts of what must happen in the end, over three weeks
	sweepEvery     = 15 * time.Minute
	reconcileEvery = 10 * time.Minute
	maxRunning     = 4 // captures of one memory at once
	maxSnoozes     = 3 // times that a capture waits for as long as a site asks
	cutAfter       = time.Second
	heldFor        = 10 * time.Second // how long a removal waits for a backup
)

// Captures is how many run at once; they wait for the network most of their time.
const Captures = 32

// housekeeping is the queue of what must not wait behind captures.
const housekeeping = "housekeeping"

// payments is the queue of what waits for the payment provider, which may be long.
const payments = "payments"

// Queue holds the jobs of one database.
type Queue struct {
	driver riverdriver.Driver[*sql.Tx]
	insert *river.Client[*sql.Tx]
	log    *slog.Logger
	quiet  *slog.Logger // River's
	muted  *atomic.Bool // from the stop on, when what is interrupted is no news
}

// Open makes the queue's tables where they are missing and returns the queue. Postgres says which engine db is.
func Open(ctx context.Context, db *sql.DB, postgres bool, log *slog.Logger) (*Queue, error) {
	var driver riverdriver.Driver[*sql.Tx] = riversqlite.New(db)
	if postgres {
		driver = riverdatabasesql.New(db)
	}
	muted := new(atomic.Bool)
	quiet := slog.New(errorsOnly{log.Handler(), muted})
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: quiet})
	if err != nil {
		return nil, fmt.Errorf("job tables: %w", err)
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return nil, fmt.Errorf("job tables: %w", err)
	}
	if !postgres {
		// Nobody else has this database: what is running belongs to a process that is gone.
		if _, err := db.ExecContext(ctx, "UPDATE river_job SET state = 'available' WHERE state = 'running'"); err != nil {
			return nil, fmt.Errorf("job tables: %w", err)
		}
	}
	insert, err := river.NewClient(driver, &river.Config{Logger: quiet, MaxAttempts: attempts})
	if err != nil {
		return nil, fmt.Errorf("job queue: %w", err)
	}
	return &Queue{driver: driver, insert: insert, log: log, quiet: quiet, muted: muted}, nil
}

// errorsOnly keeps the queue's own chatter out of the log. It warns of each attempt that failed; captures say so themselves.
type errorsOnly struct {
	slog.Handler
	muted *atomic.Bool
}

func (e errorsOnly) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelError && !e.muted.Load() && e.Handler.Enabled(ctx, level)
}

func (e errorsOnly) WithAttrs(attrs []slog.Attr) slog.Handler {
	return errorsOnly{e.Handler.WithAttrs(attrs), e.muted}
}

func (e errorsOnly) WithGroup(name string) slog.Handler {
	return errorsOnly{e.Handler.WithGroup(name), e.muted}
}

// undone are the states of a job that has yet to be done.
var undone = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// Capture enqueues the capture of a memory in the transaction that saves it. One that is waiting already is left as it is.
// Whose line is short goes first: a person who saves one page does not wait behind another's import.
func (q *Queue) Capture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int) error {
	_, err := q.insert.InsertTx(ctx, tx, captureArgs{UserID: userID, MemoryID: memoryID}, &river.InsertOpts{
		Priority:   priority(waiting),
		UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: undone},
	})
	return err
}

// Recapture enqueues the capture of a memory in the transaction that asks for it anew. One that waits to run later runs now.
// One that is running is enough, unless it began before the memory was to be captured anew: then another follows it.
func (q *Queue) Recapture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int, anew bool) error {
	for again := range maxRunning {
		inserted, err := q.insert.InsertTx(ctx, tx, captureArgs{UserID: userID, MemoryID: memoryID, Again: again}, &river.InsertOpts{
			Priority: priority(waiting), UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: undone},
		})
		switch {
		case err != nil || !inserted.UniqueSkippedAsDuplicate:
			return err
		case inserted.Job.State != rivertype.JobStateRunning:
			_, err = q.insert.JobRetryTx(ctx, tx, inserted.Job.ID)
			return err
		case !anew:
			return nil
		}
	}
	return fault.New(fault.Unavailable, "This is being fetched already. Please try again in a moment.")
}

// priority is River's for a capture of a user who has so many in line: 1 goes first, 4 last.
func priority(waiting int) int {
	switch {
	case waiting <= 4:
		return 1
	case waiting <= 16:
		return 2
	case waiting <= 64:
		return 3
	}
	return 4
}

// RemoveBlobs enqueues the removal of blobs in the transaction that removes their rows.
func (q *Queue) RemoveBlobs(ctx context.Context, tx *sql.Tx, keys []string) error {
	_, err := q.insert.InsertTx(ctx, tx, removeBlobsArgs{Keys: keys}, &river.InsertOpts{Queue: housekeeping, MaxAttempts: lastEffort})
	return err
}
