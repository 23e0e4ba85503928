package job

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"engram/internal/blob"
	"engram/internal/capture"
	"engram/internal/deletion"
)

// Handlers run the jobs. They must be idempotent.
type Handlers struct {
	// Capture captures a memory. It is retried after an error.
	Capture func(ctx context.Context, userID, memoryID string) error
	// Illustrate fetches the figures of a memory's document. It is retried after an error.
	Illustrate func(ctx context.Context, userID, memoryID string) error
	// RemoveBlobs removes files that no row refers to.
	RemoveBlobs func(ctx context.Context, keys []string) error
	// DeleteUser removes all that a user has. It returns deletion.ErrMore to be run again at once.
	DeleteUser func(ctx context.Context, userID string) error
	// Sweep removes orphans and requeues lost captures, at start and every quarter of an hour.
	Sweep func(ctx context.Context) error
	// Reconcile finds payments without a webhook, at start and every ten minutes. It continues
	// where it ended.
	Reconcile func(ctx context.Context) error
	// Fence returns a context in whose transactions admit is called first; nil: this process is the only one.
	Fence func(ctx context.Context, admit func(ctx context.Context, tx *sql.Tx) error) context.Context
}

// ErrLost means that a job was given to another process, since this one had not been heard of.
var ErrLost = errors.New("this job was given to another process")

// currentRun finds the row of a job if a run is its current one. Attempts alone do not tell: a snooze counts back.
const currentRun = "SELECT id FROM river_job WHERE id = $1 AND state = 'running' AND attempt = $2 AND attempted_at = $3"

// current returns ErrLost if a run is not the current one of its job.
func current(row *sql.Row) error {
	var id int64
	err := row.Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrLost
	}
	return err
}

// own fences a job's transactions: they lock its row, which must say that this run is the current one.
func own(ctx context.Context, h Handlers, row *rivertype.JobRow) context.Context {
	if h.Fence == nil {
		return ctx
	}
	return h.Fence(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return current(tx.QueryRowContext(ctx, currentRun+" FOR SHARE", row.ID, row.Attempt, row.AttemptedAt))
	})
}

// lost is the error of a run that is not the current one of its job, for which it says nothing to the queue: River takes
// an error with jobs as the outcome of those jobs, and here are none.
type lost struct{ error }

func (lost) Jobs() []*rivertype.JobRow   { return nil }
func (lost) ErrorsByID() map[int64]error { return map[int64]error{} }

// settleOwn keeps River from settling a job by a run that is not its current one, or of which that can't be found out.
func (q *Queue) settleOwn(ctx context.Context, row *rivertype.JobRow, work func(context.Context) error) error {
	began := time.Now()
	err := work(ctx)
	if !q.postgres {
		return err
	}
	for {
		is := q.isCurrent(ctx, row)
		if is == nil {
			return err
		}
		if errors.Is(is, ErrLost) || ctx.Err() != nil || time.Since(began) > timeout {
			return lost{q.report(row.Kind, fmt.Errorf("its outcome is dropped: %w", is))}
		}
		select {
		case <-ctx.Done():
		case <-time.After(cutAfter):
		}
	}
}

// isCurrent asks also when ctx has ended: what was interrupted is to be settled.
func (q *Queue) isCurrent(ctx context.Context, row *rivertype.JobRow) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cutAfter)
	defer cancel()
	return current(q.db.QueryRowContext(ctx, currentRun, row.ID, row.Attempt, row.AttemptedAt))
}

// afterRescue runs a job again at once that was rescued, since its run did not fail but ended with its process.
type afterRescue struct{ river.DefaultClientRetryPolicy }

// NextRetry implements river.ClientRetryPolicy.
func (p *afterRescue) NextRetry(row *rivertype.JobRow) time.Time {
	if row.AttemptedAt != nil && time.Since(*row.AttemptedAt) >= rescueAfter {
		return time.Now()
	}
	return p.DefaultClientRetryPolicy.NextRetry(row)
}

type captureArgs struct {
	UserID   string `json:"user_id"`
	MemoryID string `json:"memory_id"`
	// distinguishes a job that was requested while another one runs
	Again int `json:"again,omitempty"`
}

func (captureArgs) Kind() string { return "capture" }

type illustrateArgs struct {
	UserID   string `json:"user_id"`
	MemoryID string `json:"memory_id"`
}

func (illustrateArgs) Kind() string { return "illustrate" }

type removeBlobsArgs struct {
	Keys []string `json:"keys"`
}

func (removeBlobsArgs) Kind() string { return "remove_blobs" }

type deleteUserArgs struct {
	UserID string `json:"user_id"`
	Again  int    `json:"again,omitempty"` // a look for what came later
}

func (deleteUserArgs) Kind() string { return "delete_user" }

type sweepArgs struct{}

func (sweepArgs) Kind() string { return "sweep" }

type reconcileArgs struct{}

func (reconcileArgs) Kind() string { return "reconcile" }

// Runner runs jobs until it is stopped.
type Runner struct {
	client *river.Client[*sql.Tx]
	muted  *atomic.Bool
}

// Start starts running jobs.
func (q *Queue) Start(ctx context.Context, h Handlers) (*Runner, error) {
	bundle := river.NewWorkers()
	river.AddWorker(bundle, river.WorkFunc(func(ctx context.Context, j *river.Job[captureArgs]) error {
		return q.reportCapture(afterCapture(ctx, j.Metadata, h.Capture(own(ctx, h, j.JobRow), j.Args.UserID, j.Args.MemoryID)))
	}))
	river.AddWorker(bundle, river.WorkFunc(func(ctx context.Context, j *river.Job[illustrateArgs]) error {
		return q.reportCapture(afterCapture(ctx, j.Metadata, h.Illustrate(own(ctx, h, j.JobRow), j.Args.UserID, j.Args.MemoryID)))
	}))
	river.AddWorker(bundle, river.WorkFunc(func(ctx context.Context, j *river.Job[removeBlobsArgs]) error {
		err := h.RemoveBlobs(own(ctx, h, j.JobRow), j.Args.Keys)
		if errors.Is(err, blob.ErrHeld) {
			return river.JobSnooze(heldFor)
		}
		return q.report("remove blobs", err)
	}))
	river.AddWorker(bundle, river.WorkFunc(func(ctx context.Context, j *river.Job[deleteUserArgs]) error {
		err := h.DeleteUser(own(ctx, h, j.JobRow), j.Args.UserID)
		switch {
		case errors.Is(err, deletion.ErrMore):
			return river.JobSnooze(0)
		case errors.Is(err, blob.ErrHeld):
			return river.JobSnooze(heldFor)
		}
		return q.report("delete user", err)
	}))
	river.AddWorker(bundle, river.WorkFunc(func(ctx context.Context, j *river.Job[sweepArgs]) error {
		return q.report("sweep", h.Sweep(own(ctx, h, j.JobRow)))
	}))
	river.AddWorker(bundle, river.WorkFunc(func(ctx context.Context, j *river.Job[reconcileArgs]) error {
		return q.report("reconcile payments", h.Reconcile(own(ctx, h, j.JobRow)))
	}))
	slowly := river.QueueConfig{MaxWorkers: 1, FetchPollInterval: 2 * time.Second}
	client, err := river.NewClient(q.driver, &river.Config{
		Logger:  q.quiet,
		Workers: bundle,
		Queues: map[string]river.QueueConfig{
			river.QueueDefault: {MaxWorkers: Captures}, behind: {MaxWorkers: capturesBehind}, pictures: {MaxWorkers: illustrators}, housekeeping: slowly, payments: slowly, deletions: slowly,
		},
		FetchPollInterval:    pollEvery,
		FetchCooldown:        pollEvery / 4,
		JobTimeout:           timeout,
		RescueStuckJobsAfter: rescueAfter,
		RetryPolicy:          &afterRescue{},
		Middleware:           []rivertype.Middleware{river.WorkerMiddlewareFunc(q.settleOwn)},
		MaxAttempts:          attempts,
		PeriodicJobs:         []*river.PeriodicJob{periodic(sweepArgs{}, sweepEvery, housekeeping), periodic(reconcileArgs{}, reconcileEvery, payments)},
	})
	if err != nil {
		return nil, fmt.Errorf("job runner: %w", err)
	}
	// The client outlives ctx: only Stop ends it, so that jobs drain.
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, fmt.Errorf("job runner: %w", err)
	}
	return &Runner{client: client, muted: q.muted}, nil
}

// periodic is a job that runs at start and then at an interval.
func periodic(args river.JobArgs, every time.Duration, queue string) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(every),
		func() (river.JobArgs, *river.InsertOpts) { return args, &river.InsertOpts{Queue: queue} },
		&river.PeriodicJobOpts{RunOnStart: true})
}

// report logs a failure that is retried.
func (q *Queue) report(kind string, err error) error {
	if err != nil && !q.muted.Load() {
		q.log.Warn("a job failed and is tried again", "job", kind, "error", err)
	}
	return err
}

// reportCapture logs why a capture could not store its outcome. Other errors are stored with the
// memory.
func (q *Queue) reportCapture(err error) error {
	var again *capture.RetryError
	var snooze *river.JobSnoozeError
	if errors.As(err, &again) || errors.As(err, &snooze) {
		return err
	}
	return q.report("capture", err)
}

// afterCapture decides what follows a run. A run that was interrupted, is Busy, or has a
// Retry-After doesn't count as an attempt.
func afterCapture(ctx context.Context, metadata []byte, err error) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return river.JobSnooze(0)
	}
	if busy, ok := errors.AsType[*capture.Busy](err); ok {
		return river.JobSnooze(busy.After)
	}
	var again *capture.RetryError
	if errors.As(err, &again) && again.After > 0 && snoozes(metadata) < maxSnoozes {
		return river.JobSnooze(again.After)
	}
	return err
}

// snoozes returns how often a job was snoozed, from River's metadata.
func snoozes(metadata []byte) int {
	var counted struct {
		Snoozes int `json:"snoozes"`
	}
	_ = json.Unmarshal(metadata, &counted) // zero if there is none
	return counted.Snoozes
}

// Stop takes no new jobs and waits for the running ones until ctx ends. Then it cancels them
// without waiting longer; they run again after the next start.
func (r *Runner) Stop(ctx context.Context) error {
	r.muted.Store(true)
	if err := r.client.Stop(ctx); err == nil {
		return nil
	}
	cut, cancel := context.WithTimeout(context.WithoutCancel(ctx), cutAfter)
	defer cancel()
	if err := r.client.StopAndCancel(cut); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
