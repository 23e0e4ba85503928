package app

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"

	"engram/internal/admin"
	"engram/internal/fault"
	"engram/internal/job"
	"engram/internal/store"
	"engram/internal/store/storetest"
)

func TestFailedJobsAreListedAndRetried(t *testing.T) {
	for name, address := range map[string]func(testing.TB) string{"SQLite": storetest.SQLiteMigrated, "Postgres": storetest.PostgresMigrated} {
		t.Run(name, func(t *testing.T) {
			db := storetest.Open(t, address(t))
			queue, err := job.Open(t.Context(), db.Writer(), db.Dialect() == store.Postgres, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			var mended, removed atomic.Bool
			nothing := func(context.Context) error { return nil }
			runner, err := queue.Start(t.Context(), job.Handlers{
				RemoveBlobs: func(context.Context, []string) error {
					if !mended.Load() {
						return errors.New("the disk is away")
					}
					removed.Store(true)
					return nil
				},
				Sweep: nothing, Reconcile: nothing,
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := runner.Stop(context.Background()); err != nil {
					t.Error(err)
				}
			})
			err = db.Write(t.Context(), func(tx store.Tx) error { return queue.RemoveBlobs(t.Context(), tx.Raw, []string{"documents/u/1.pdf"}) })
			if err != nil {
				t.Fatal(err)
			}
			var failed []admin.Job
			waitFor(t, "the job has failed", func() bool {
				failed, err = queue.Failed(t.Context(), 9)
				return err != nil || len(failed) > 0
			})
			if err != nil || failed[0].Kind != "remove_blobs" || failed[0].Error != "the disk is away" || failed[0].Attempts == 0 || failed[0].NextAt.IsZero() {
				t.Fatalf("told: %+v, %v", failed, err)
			}
			mended.Store(true)
			if err := queue.Retry(t.Context(), failed[0].ID); err != nil {
				t.Fatal(err)
			}
			waitFor(t, "the job is done", removed.Load)
			if err := queue.Retry(t.Context(), 999999); fault.KindOf(err) != fault.NotFound {
				t.Errorf("a job that is not there: %v", err)
			}
		})
	}
}
