// Package job is the job queue: work that a saved row needs, enqueued in the same transaction and
// run at least once, across crashes. Handlers are therefore idempotent.
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
	timeout = time.Minute // of a run
	// of a job whose process died; with the rescuer's rounds within two minutes. A run has ended by then, also by the
	// clocks of two nodes, which differ by twice store.AllowedSkew at most.
	rescueAfter = 75 * time.Second
	pollEvery   = 200 * time.Millisecond // maximum delay of a new job if a worker is free
	// of a capture; River waits 1, 16, 81, 256 and 625 seconds between them
	attempts = 6
	// of jobs that must succeed in the end, over three weeks
	lastEffort     = 25
	sweepEvery     = 15 * time.Minute
	reconcileEvery = 10 * time.Minute
	maxRunning     = 4 // captures of one memory at once
	maxSnoozes     = 3 // times that a capture waits for a site's Retry-After
	cutAfter       = time.Second
	heldFor        = 10 * time.Second // how long a removal waits for a backup
	lookAgain      = 15 * time.Minute // after which no upload from before is on its way
)

// Captures is the number of concurrent captures; they mostly wait for the network.
const Captures = 32

// housekeeping is the queue of jobs that must not wait behind captures.
const housekeeping = "housekeeping"

// behind is the queue of captures for which no user waits, such as those of an import.
const behind = "behind"

// capturesBehind is the number of those at once.
const capturesBehind = 8

// pictures is the queue of jobs that fetch the figures of documents: no text waits for them.
const pictures = "pictures"

// illustrators is the number of memories whose figures are fetched at once.
const illustrators = 4

// deletions is the queue of jobs that remove accounts.
const deletions = "deletions"

// payments is the queue of jobs that wait for the payment provider, possibly for long.
const payments = "payments"

// Queue is the job queue in a database.
type Queue struct {
	db       *sql.DB
	postgres bool
	driver   riverdriver.Driver[*sql.Tx]
	insert   *river.Client[*sql.Tx]
	log      *slog.Logger
	quiet    *slog.Logger // River's
	muted    *atomic.Bool // set on Stop: interrupted jobs are not logged
}

// Open creates the queue's tables if needed and returns the queue, for the process that works it. postgres
// names db's engine.
func Open(ctx context.Context, db *sql.DB, postgres bool, log *slog.Logger) (*Queue, error) {
	q, err := Beside(db, postgres, log)
	if err != nil {
		return nil, err
	}
	migrator, err := rivermigrate.New(q.driver, &rivermigrate.Config{Logger: q.quiet})
	if err != nil {
		return nil, fmt.Errorf("job tables: %w", err)
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return nil, fmt.Errorf("job tables: %w", err)
	}
	if !postgres {
		// SQLite belongs to one process: what is running belongs to a process that died.
		if _, err := db.ExecContext(ctx, "UPDATE river_job SET state = 'available' WHERE state = 'running'"); err != nil {
			return nil, fmt.Errorf("job tables: %w", err)
		}
	}
	return q, nil
}

// Beside returns the queue of a database that another process may be working: jobs are added, and none is done.
func Beside(db *sql.DB, postgres bool, log *slog.Logger) (*Queue, error) {
	var driver riverdriver.Driver[*sql.Tx] = riversqlite.New(db)
	if postgres {
		driver = riverdatabasesql.New(db)
	}
	muted := new(atomic.Bool)
	quiet := slog.New(errorsOnly{log.Handler(), muted})
	insert, err := river.NewClient(driver, &river.Config{Logger: quiet, MaxAttempts: attempts})
	if err != nil {
		return nil, fmt.Errorf("job queue: %w", err)
	}
	return &Queue{db: db, postgres: postgres, driver: driver, insert: insert, log: log, quiet: quiet, muted: muted}, nil
}

// errorsOnly drops River's own log records: it warns of each failed attempt, which captures log
// themselves.
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

// undone lists the states of unfinished jobs.
var undone = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// Capture enqueues the capture of a memory in the transaction that saves it, unless it is already
// waiting. Users with few waiting captures go first, so that one page does not wait behind another
// user's import.
func (q *Queue) Capture(ctx context.Context, tx *sql.Tx, userID, memoryID string, waiting int) error {
	_, err := q.insert.InsertTx(ctx, tx, captureArgs{UserID: userID, MemoryID: memoryID}, &river.InsertOpts{
		Priority:   priority(waiting),
		UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: undone},
	})
	return err
}

// CaptureBehind is Capture on a queue of its own, so that what users save now never waits for it. A scheduled retry runs
// now.
func (q *Queue) CaptureBehind(ctx context.Context, tx *sql.Tx, userID, memoryID string) error {
	inserted, err := q.insert.InsertTx(ctx, tx, captureArgs{UserID: userID, MemoryID: memoryID}, &river.InsertOpts{
		Queue: behind, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: undone},
	})
	if err == nil && inserted.UniqueSkippedAsDuplicate && inserted.Job.State != rivertype.JobStateRunning {
		_, err = q.insert.JobRetryTx(ctx, tx, inserted.Job.ID)
	}
	return err
}

// Behind returns the number of captures that CaptureBehind enqueued and that are not done.
func (q *Queue) Behind(ctx context.Context) (n int, err error) {
	err = q.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM river_job
		WHERE queue = $1 AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled')`, behind).Scan(&n)
	return n, err
}

// Recapture enqueues another capture of a memory in the caller's transaction. A scheduled retry
// runs now. A running capture suffices, unless it began before the memory was reopened (anew).
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

// priority returns River's priority for a user with that many waiting captures: 1 is first, 4 last.
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

// Illustrate enqueues the fetching of a memory's figures in the transaction that saves its document.
func (q *Queue) Illustrate(ctx context.Context, tx *sql.Tx, userID, memoryID string) error {
	_, err := q.insert.InsertTx(ctx, tx, illustrateArgs{UserID: userID, MemoryID: memoryID}, &river.InsertOpts{Queue: pictures})
	return err
}

// DeleteUser enqueues the removal of all that a user has in the transaction that closes the account,
// and another when what was being uploaded then has arrived.
func (q *Queue) DeleteUser(ctx context.Context, tx *sql.Tx, userID string) error {
	for again, at := range []time.Time{{}, time.Now().Add(lookAgain)} {
		_, err := q.insert.InsertTx(ctx, tx, deleteUserArgs{UserID: userID, Again: again}, &river.InsertOpts{Queue: deletions, MaxAttempts: lastEffort, ScheduledAt: at})
		if err != nil {
			return err
		}
	}
	return nil
}

// Forget removes the jobs that name a user, but for those that remove users, and reports whether some are left: those that
// run. It looks at their texts, since kinds name users in different places.
func (q *Queue) Forget(ctx context.Context, userID string) (left bool, err error) {
	named := "kind <> 'delete_user' AND instr(CAST(args AS TEXT), $1) > 0"
	if q.postgres {
		named = "kind <> 'delete_user' AND position($1 IN args::text) > 0"
	}
	if _, err = q.db.ExecContext(ctx, "DELETE FROM river_job WHERE state <> 'running' AND "+named, userID); err != nil {
		return false, err
	}
	err = q.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM river_job WHERE "+named+")", userID).Scan(&left)
	return left, err
}

// RemoveBlobs enqueues the removal of blobs in the transaction that removes their rows.
func (q *Queue) RemoveBlobs(ctx context.Context, tx *sql.Tx, keys []string) error {
	_, err := q.insert.InsertTx(ctx, tx, removeBlobsArgs{Keys: keys}, &river.InsertOpts{Queue: housekeeping, MaxAttempts: lastEffort})
	return err
}
