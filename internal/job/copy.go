package job

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// pageOfJobs is the number of jobs that are read at once.
const pageOfJobs = 500

// CopyUndone enqueues the unfinished jobs of another queue in a transaction, in their order, and returns their number. Their
// attempts are counted anew. Those that each start enqueues are left out. Nothing may work on the other queue meanwhile.
func (q *Queue) CopyUndone(ctx context.Context, from *Queue, tx *sql.Tx) (n int, err error) {
	for after := int64(0); ; {
		page, err := from.insert.JobList(ctx, river.NewJobListParams().States(undone...).
			Where("id > @after", river.NamedArgs{"after": after}).OrderBy(river.JobListOrderByID, river.SortOrderAsc).First(pageOfJobs))
		if err != nil {
			return n, fmt.Errorf("read the jobs: %w", err)
		}
		for _, row := range page.Jobs {
			after = row.ID
			args, err := argsOf(row)
			if err != nil {
				return n, fmt.Errorf("read the job %d: %w", row.ID, err)
			}
			if args == nil {
				continue
			}
			if _, err := q.insert.InsertTx(ctx, tx, args, optionsOf(row)); err != nil {
				return n, fmt.Errorf("copy the job %d: %w", row.ID, err)
			}
			n++
		}
		if len(page.Jobs) < pageOfJobs {
			return n, nil
		}
	}
}

// argsOf returns what a job was enqueued with; nil for one that each start enqueues.
func argsOf(row *rivertype.JobRow) (river.JobArgs, error) {
	switch row.Kind {
	case captureArgs{}.Kind():
		return decoded[captureArgs](row)
	case illustrateArgs{}.Kind():
		return decoded[illustrateArgs](row)
	case removeBlobsArgs{}.Kind():
		return decoded[removeBlobsArgs](row)
	case deleteUserArgs{}.Kind():
		return decoded[deleteUserArgs](row)
	case sweepArgs{}.Kind(), reconcileArgs{}.Kind():
		return nil, nil
	}
	return nil, fmt.Errorf("unknown kind %q", row.Kind)
}

func decoded[T river.JobArgs](row *rivertype.JobRow) (river.JobArgs, error) {
	var args T
	err := json.Unmarshal(row.EncodedArgs, &args)
	return args, err
}

// optionsOf returns the options that a job was enqueued with.
func optionsOf(row *rivertype.JobRow) *river.InsertOpts {
	options := &river.InsertOpts{Queue: row.Queue, Priority: row.Priority, MaxAttempts: row.MaxAttempts, ScheduledAt: row.ScheduledAt}
	if row.Kind == (captureArgs{}).Kind() {
		options.UniqueOpts = river.UniqueOpts{ByArgs: true, ByState: undone}
	}
	return options
}
