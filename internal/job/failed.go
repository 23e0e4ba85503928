package job

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"engram/internal/admin"
	"engram/internal/fault"
)

// Waiting implements admin.Queue.
func (q *Queue) Waiting(ctx context.Context) (n int, err error) {
	err = q.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM river_job
		WHERE state IN ('available', 'pending', 'retryable', 'running', 'scheduled')`).Scan(&n)
	return n, err
}

// Failed implements admin.Queue.
func (q *Queue) Failed(ctx context.Context, limit int) ([]admin.Job, error) {
	list, err := q.insert.JobList(ctx, river.NewJobListParams().
		States(rivertype.JobStateRetryable, rivertype.JobStateDiscarded).OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(limit))
	if err != nil {
		return nil, err
	}
	failed := make([]admin.Job, len(list.Jobs))
	for i, row := range list.Jobs {
		failed[i] = failedJob(row)
	}
	slices.SortStableFunc(failed, func(a, b admin.Job) int { return b.FailedAt.Compare(a.FailedAt) })
	return failed, nil
}

func failedJob(row *rivertype.JobRow) admin.Job {
	failed := admin.Job{ID: row.ID, Kind: row.Kind, Attempts: row.Attempt}
	if n := len(row.Errors); n > 0 {
		failed.Error, failed.FailedAt = row.Errors[n-1].Error, row.Errors[n-1].At
	}
	if row.State == rivertype.JobStateRetryable {
		failed.NextAt = row.ScheduledAt
	}
	return failed
}

// Retry implements admin.Queue.
func (q *Queue) Retry(ctx context.Context, id int64) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	_, err := q.insert.JobRetry(ctx, id)
	if errors.Is(err, river.ErrNotFound) {
		return fault.New(fault.NotFound, "There is no such job")
	}
	return err
}
