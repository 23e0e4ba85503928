package app

import (
	"context"
	"net/http"
	"time"

	"engram/internal/account"
	"engram/internal/admin"
	"engram/internal/ask"
	"engram/internal/config"
	"engram/internal/httpapi"
	"engram/internal/httpapi/route"
	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/store"
	adminstore "engram/internal/store/admin"
	followingstore "engram/internal/store/following"
	"engram/internal/store/highlights"
	"engram/internal/version"
	"engram/internal/webui"
)

// handler returns what answers requests, and has metrics told of them.
func (a *App) handler(cfg config.Config, p parts) (http.Handler, error) {
	proxies, err := cfg.Proxies()
	if err != nil {
		return nil, err
	}
	observer, err := a.startMetrics(cfg.MetricsAddr, p.reading, p.meanings, p.written, a.backups)
	if err != nil {
		return nil, err
	}
	followed := followingstore.New(p.db, nil)
	asking := ask.New(ask.Parts{
		Memories: p.kept, Conversations: p.conversations, Quota: p.quotas, Plans: cfg.Limits(),
		Searcher: ask.NewSearcher(p.engine, p.meanings, time.Now), Filters: p.filters, Feeds: followed, Rewriter: rewriter(p.written), Answers: p.answers,
		Highlights: highlights.New(p.db, nil),
		Observer:   observer, Log: a.log, Now: time.Now,
	})
	handler, _ := httpapi.New(httpapi.Parts{
		Accounts: p.accounts, Webhooks: p.hooks, Mails: a.mails, Tokens: p.tokens, OAuth: p.programs, Tries: account.NewThrottle(cfg.TokenRate, time.Minute, time.Now).Among(newAttempts(cfg, p.db), "oauth"), Answers: p.replays, Admin: administration(cfg, p), Backups: a.backups, Audit: p.audits, Used: p.usage, Feeds: p.feeds, Quota: p.quotas, Plans: cfg.Limits(), Waitlist: p.waitlist, People: p.people,
		Memories: p.kept, Filters: p.filters, Library: p.library, Trash: p.trash, Entries: p.entries, Exports: newExports(p.db, p.blobs), Deletions: p.deletions,
		Captures: p.captures, Tweets: p.tweets, Uploads: p.uploads, Links: p.links, Blobs: p.blobs,
		Asking: asking, Finder: p.engine, Reading: p.reading, Conversations: p.conversations, AI: aiProvider(cfg),
		Facsimiles: p.facsimiles, Highlights: p.marks, Imports: p.imports, Watched: p.watched, Likenesses: p.saved,
		Personal: cfg.Personal(), Billing: p.sales, TestCheckout: p.testCheckout, Styles: webui.Styles(),
		PublicURL: cfg.PublicURL, Support: cfg.SupportEmail, Sales: cfg.SalesEmail, Proxies: proxies,
		Live: live.New(p.saved, p.hub), Stopping: a.stopping,
		Ready: p.db.Ready, Observer: observer, Log: a.log, Now: time.Now,
	}, webui.Handler(route.Origin, memory.FrameOrigins, houseOf(cfg, p.accounts)))
	return handler, nil
}

// houseOf returns what the app's page shows of this Engram: nothing for a service with open
// sign-up.
func houseOf(cfg config.Config, accounts *account.Service) webui.House {
	house := webui.House{Personal: cfg.Personal()}
	if policy := cfg.SignUpPolicy(); policy != config.SignUpOpen {
		house.SignUp = policy
	}
	if cfg.Personal() {
		house.AwaitsOwner = func(ctx context.Context) bool {
			awaits, err := accounts.AwaitsOwner(ctx)
			return awaits && err == nil
		}
	}
	return house
}

// administration returns the service for owners.
func administration(cfg config.Config, p parts) *admin.Service {
	return admin.New(admin.Parts{
		Store: adminstore.New(p.db, p.queue), Queue: p.queue, Files: p.blobs,
		Free: func() int64 { return store.Free(cfg.DataDir) }, Version: version.Name(), Now: time.Now,
	})
}
