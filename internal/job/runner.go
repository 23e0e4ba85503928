package job

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/riverqueue/river"
)

// Handlers do the work. Each may be called again for the same arguments.
type Handlers struct {
	// Capture reads a memory's source. An error has it run again later.
	Capture func(ctx context.Context, userID, memoryID string) error
	// RemoveBlobs removes files that no row names any more.
	RemoveBlobs func(ctx context.Context, keys []string) error
	// SweepUploads removes uploads that were never claimed. It runs at start and every hour.
	SweepUploads func(ctx context.Context) error
}

type captureArgs struct {
	UserID   string `json:"user_id"`
	MemoryID string `json:"memory_id"`
}

func (captureArgs) Kind() string { return "capture" }

type removeBlobsArgs struct {
	Keys []string `json:"keys"`
}

func (removeBlobsArgs) Kind() string { return "remove_blobs" }

type sweepUploadsArgs struct{}

func (sweepUploadsArgs) Kind() string { return "sweep_uploads" }

// Runner works the queue until it is stopped.
type Runner struct {
	client *river.Client[*sql.Tx]
}

// Start begins to work the queue.
func (q *Queue) Start(ctx context.Context, h Handlers) (*Runner, error) {
	bundle := river.NewWorkers()
	river.AddWorker(bundle, river.WorkFunc(func(ctx context.Context, j *river.Job[captureArgs]) error {
		return h.Capture(ctx, j.Args.UserID, j.Args.MemoryID)
	}))
	river.AddWorker(bundle, river.WorkFunc(func(ctx context.Context, j *river.Job[removeBlobsArgs]) error {
		return h.RemoveBlobs(ctx, j.Args.Keys)
	}))
	river.AddWorker(bundle, river.WorkFunc(func(ctx context.Context, _ *river.Job[sweepUploadsArgs]) error {
		return h.SweepUploads(ctx)
	}))
	client, err := river.NewClient(q.driver, &river.Config{
		Logger:               q.log,
		Workers:              bundle,
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workers}},
		FetchPollInterval:    pollEvery,
		FetchCooldown:        pollEvery / 4,
		JobTimeout:           timeout,
		RescueStuckJobsAfter: rescueAfter,
		MaxAttempts:          attempts,
		PeriodicJobs: []*river.PeriodicJob{river.NewPeriodicJob(
			river.PeriodicInterval(sweepEvery),
			func() (river.JobArgs, *river.InsertOpts) { return sweepUploadsArgs{}, nil },
			&river.PeriodicJobOpts{RunOnStart: true},
		)},
	})
	if err != nil {
		return nil, fmt.Errorf("job runner: %w", err)
	}
	// The client outlives the start: it ends by Stop alone, so that jobs drain.
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, fmt.Errorf("job runner: %w", err)
	}
	return &Runner{client: client}, nil
}

// Stop takes no new jobs and lets the running ones finish until ctx ends; then it interrupts them. What is interrupted
// runs again at the next start.
func (r *Runner) Stop(ctx context.Context) error {
	if err := r.client.Stop(ctx); err == nil {
		return nil
	}
	return r.client.StopAndCancel(context.WithoutCancel(ctx))
}
