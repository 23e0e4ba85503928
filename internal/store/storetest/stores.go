// Package storetest provides test databases on every engine, and all stores on one.
package storetest

import (
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/admin"
	"engram/internal/store/checks"
	"engram/internal/store/conversations"
	"engram/internal/store/counters"
	"engram/internal/store/filters"
	"engram/internal/store/following"
	"engram/internal/store/grants"
	"engram/internal/store/highlights"
	"engram/internal/store/imports"
	"engram/internal/store/memories"
	"engram/internal/store/passages"
	"engram/internal/store/payments"
	"engram/internal/store/usage"
)

type (
	adminStore        = admin.Store
	accountStore      = accounts.Store
	checkStore        = checks.Store
	conversationStore = conversations.Store
	counterStore      = counters.Store
	filterStore       = filters.Store
	followingStore    = following.Store
	grantStore        = grants.Store
	highlightStore    = highlights.Store
	importStore       = imports.Store
	memoryStore       = memories.Store
	passageStore      = passages.Store
	paymentStore      = payments.Store
	usageStore        = usage.Store
)

// Stores are all stores on one database.
type Stores struct {
	*adminStore
	*accountStore
	*checkStore
	*conversationStore
	*counterStore
	*filterStore
	*followingStore
	*grantStore
	*highlightStore
	*importStore
	*memoryStore
	*passageStore
	*paymentStore
	*usageStore
}

// Enqueuer is all that stores enqueue.
type Enqueuer interface {
	memories.Enqueuer
	admin.Remover
}

// New returns the stores on a database. Jobs may be nil.
func New(db *store.DB, jobs Enqueuer, hooks memories.Hooks) Stores {
	saved := memories.New(db, jobs, hooks)
	return Stores{
		admin.New(db, jobs), accounts.New(db), checks.New(db), conversations.New(db), counters.New(db), filters.New(db), following.New(db, hooks.Changed), grants.New(db), highlights.New(db, hooks.Changed),
		imports.New(db, saved, jobs), saved,
		passages.New(db), payments.New(db), usage.New(db),
	}
}
