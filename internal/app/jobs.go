package app

import (
	"context"
	"errors"
	"time"

	"engram/internal/billing/testpay"
	"engram/internal/blob"
	"engram/internal/capture"
	"engram/internal/deletion"
	"engram/internal/facsimile"
	"engram/internal/job"
	"engram/internal/store"
	adminstore "engram/internal/store/admin"
	"engram/internal/store/attempts"
	"engram/internal/store/checks"
	"engram/internal/upload"
)

// startJobs runs what is on the queue until the App is closed.
func (a *App) startJobs(ctx context.Context, p parts) error {
	runner, err := p.queue.Start(ctx, job.Handlers{
		Capture:     p.captures.Capture,
		Illustrate:  p.captures.Illustrate,
		RemoveBlobs: removeBlobs(p.blobs, p.facsimiles, checks.New(p.db).Named),
		DeleteUser:  p.deletions.Run,
		Sweep: a.sweep(p.uploads, p.captures, a.measure(p.captures), p.accounts.Forget, p.hooks.Forget, p.tokens.Forget, p.programs.Forget, p.replays.Forget, attempts.New(p.db).Forget, a.mails.Forget, p.audits.Forget, p.usage.Forget, p.conversations.Forget, p.trash.Forget, p.entries.Forget, p.imports.Expire,
			testpay.New(p.payments, time.Now).Forget, p.snapshots.Sweep, p.engine.Purge, p.db.Scrub),
		Reconcile: p.sales.Reconcile,
		Fence:     store.Fenced,
	})
	if err != nil {
		return err
	}
	a.onClose(func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, drainJobs)
		defer cancel()
		return runner.Stop(ctx)
	})
	return nil
}

// removeBlobs removes files that no row names by now, and first what is held of a document's pages.
func removeBlobs(blobs blob.Store, pages *facsimile.Service, named func(context.Context, string) (bool, error)) func(context.Context, []string) error {
	return func(ctx context.Context, keys []string) error {
		for _, key := range keys {
			is, err := named(ctx, key)
			if err == nil && !is {
				pages.Forget(key)
				err = blobs.Delete(ctx, key)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// measure finds the size of pictures that came before sizes did.
func (a *App) measure(captures *capture.Service) func(context.Context) error {
	return func(ctx context.Context) error {
		measured, err := captures.Measure(ctx)
		if measured > 0 {
			a.log.Info("measured pictures", "count", measured)
		}
		return err
	}
}

// sweep removes unclaimed uploads, requeues lost captures, and runs the rest in order: old data is
// removed before deleted data is purged from the index and the database.
func (a *App) sweep(uploads *upload.Service, captures *capture.Service, rest ...func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		removed, err := uploads.RemoveUnclaimed(ctx)
		if removed > 0 {
			a.log.Info("removed uploads that no memory claimed", "count", removed)
		}
		requeued, errRequeue := captures.Requeue(ctx)
		if requeued > 0 {
			a.log.Warn("memories have been pending for long", "count", requeued)
		}
		err = errors.Join(err, errRequeue)
		for _, step := range rest {
			err = errors.Join(err, step(ctx))
		}
		return err
	}
}

// newDeletions ends payments in personal mode as well: it may have been another before.
func newDeletions(p parts) *deletion.Service {
	return deletion.New(deletion.Parts{
		Store: adminstore.New(p.db, p.queue), Memories: p.saved, Passwords: p.accounts, Payments: p.sales, Files: p.blobs, Index: p.engine,
		Queue: p.queue, Pages: p.facsimiles.Forget, Scrub: p.db.Scrub, Now: time.Now,
	})
}
