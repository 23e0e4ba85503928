package app

import (
	"time"

	"engram/internal/deletion"
	adminstore "engram/internal/store/admin"
)

// newDeletions ends payments in personal mode as well: it may have been another before.
func newDeletions(p parts) *deletion.Service {
	return deletion.New(deletion.Parts{
		Store: adminstore.New(p.db, p.queue), Memories: p.saved, Passwords: p.accounts, Payments: p.sales, Files: p.blobs, Index: p.engine,
		Queue: p.queue, Pages: p.facsimiles.Forget, Scrub: p.db.Scrub, Now: time.Now,
	})
}
