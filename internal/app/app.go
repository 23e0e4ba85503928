// Package app is the composition root: it builds every part from the configuration, starts them, and stops them in the
// opposite order. It alone names the adapters.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/app/child"
	"engram/internal/app/datadir"
	"engram/internal/backup"
	"engram/internal/billing"
	"engram/internal/billing/testpay"
	"engram/internal/capture"
	"engram/internal/config"
	"engram/internal/deletion"
	"engram/internal/embed"
	"engram/internal/entry"
	"engram/internal/facsimile"
	"engram/internal/facsimile/render"
	"engram/internal/filter"
	"engram/internal/following"
	"engram/internal/highlight"
	"engram/internal/httpapi"
	"engram/internal/imports"
	"engram/internal/inbox"
	"engram/internal/library"
	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/oauth"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/entries"
	"engram/internal/store/filters"
	"engram/internal/store/grants"
	"engram/internal/store/highlights"
	"engram/internal/store/mails"
	"engram/internal/store/memories"
	"engram/internal/store/payments"
	usagestore "engram/internal/store/usage"
	hookstore "engram/internal/store/webhooks"
	"engram/internal/trash"
	"engram/internal/usage"
	"engram/internal/watch"
	"engram/internal/webhook"
)

// The stop takes at most the sum of these and a second in which jobs are cut, under the 10 s that a supervisor may wait.
const (
	drainRequests = 5 * time.Second
	drainJobs     = 3 * time.Second
)

// App is a running Engram.
type App struct {
	log       *slog.Logger
	encoder   func(config.Config) (embed.Embedder, error) // that the program carries
	patience  time.Duration                               // with the payment provider; 0: as long as people may wait
	reading   time.Duration                               // of passages for an answer; 0: as long as the processor needs for a few
	backups   *backup.Service
	turnWait  time.Duration // for another that ends
	tendEvery time.Duration // indexes, among nodes
	listener  net.Listener
	scheme    string   // http or https
	scraped   net.Addr // where metrics are served; nil: nowhere
	mails     *inbox.Service
	mailed    net.Addr // where mail is received; nil: nowhere
	server    *http.Server
	served    chan error
	stopping  chan struct{}                 // closed when the stop begins
	closers   []func(context.Context) error // run last to first
}

// Start builds and starts everything; when it returns, requests are answered. readPDF is the command of the child process
// that reads PDFs.
func Start(ctx context.Context, cfg config.Config, log *slog.Logger, readPDF []string) (*App, error) {
	a := newApp(log)
	if err := a.start(ctx, cfg, readPDF); err != nil {
		return nil, err
	}
	return a, nil
}

// newApp returns an App without any parts yet.
func newApp(log *slog.Logger) *App {
	return &App{log: log, encoder: builtIn, turnWait: turnWait, tendEvery: tendEvery, served: make(chan error, 1), stopping: make(chan struct{})}
}

func (a *App) start(ctx context.Context, cfg config.Config, readPDF []string) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	lock, err := datadir.Lock(cfg.DataDir)
	if err != nil {
		return err
	}
	a.onClose(func(context.Context) error { return lock.Close() })
	if a.listener, err = net.Listen("tcp", cfg.Addr); err != nil {
		return fmt.Errorf("ENGRAM_ADDR: %w", err)
	}
	a.onClose(func(context.Context) error { return ignoreClosed(a.listener.Close()) })
	handler, err := a.build(ctx, cfg, readPDF)
	if err != nil && store.IsFull(cfg.DataDir) {
		return fmt.Errorf("the disk that holds %s is full: make room on it, then start again (%w)", cfg.DataDir, err)
	}
	if err != nil {
		return err
	}
	return a.serve(cfg, handler)
}

func (a *App) onClose(f func(context.Context) error) { a.closers = append(a.closers, f) }

// build makes the parts and starts the jobs.
func (a *App) build(ctx context.Context, cfg config.Config, readPDF []string) (http.Handler, error) {
	s, err := a.openStorage(ctx, cfg)
	if err != nil {
		return nil, err
	}
	p := parts{storage: s, hub: a.newHub(cfg, s.db), payments: payments.New(s.db)}
	p.usage = usage.New(usagestore.New(s.db), s.blobs, a.log, time.Now)
	if p.index, err = a.openSearch(cfg, s, p.usage); err != nil {
		return nil, err
	}
	p.saved = memories.New(s.db, s.queue, memories.Hooks{Saved: p.meanings.Wake, Changed: p.hub.Changed})
	p.members = newMembers(cfg, s, p.saved)
	p.trash = trash.New(p.saved, time.Now)
	p.entries = entry.New(entries.New(s.db), time.Now)
	p.filters = filter.New(filters.New(s.db))
	p.kept = memory.New(p.saved, p.uploads, capture.Reader{}, p.meanings, time.Now)
	p.marks = highlight.New(highlights.New(s.db, p.hub.Changed), p.kept, time.Now)
	p.library = library.New(p.saved, p.kept, p.marks, time.Now)
	if p.drawer, err = child.NewRenderer(cfg, readPDF); err != nil {
		return nil, err
	}
	a.onClose(func(context.Context) error { return p.drawer.Close() })
	if p.capturing, err = a.newCapturing(cfg, readPDF, p); err != nil {
		return nil, err
	}
	p.facsimiles = facsimile.New(p.uploads, p.links, p.drawer, p.saved)
	if p.conversing, err = a.newConversing(cfg, p); err != nil {
		return nil, err
	}
	p.sales, p.testCheckout = a.billing(cfg, p.payments, account.NewThrottle(cfg.AuthRate, time.Minute, time.Now).Among(newAttempts(cfg, s.db), "billing"))
	p.deletions = newDeletions(p)
	p.programs = oauth.New(oauth.Parts{Store: grants.New(s.db), Tokens: p.tokens, Documents: p.fetcher, Secret: s.secret, Register: cfg.OAuthRegistration, Now: time.Now})
	if cfg.Personal() {
		p.testCheckout = nil
		if err := accounts.New(s.db).EnsureOwner(ctx); err != nil {
			return nil, err
		}
	}
	if a.backups, err = a.openBackups(cfg, s); err != nil {
		return nil, err
	}
	p.feeds, p.hooks = a.newFeeds(cfg, p), webhook.New(webhook.Parts{Store: hookstore.New(s.db, cfg.Personal()), Sender: p.fetcher, Secret: s.secret, Attempts: newAttempts(cfg, s.db), Log: a.log, Now: time.Now})
	a.behind(p.hooks.Run)
	p.imports = a.newImports(cfg, p)
	a.mails = inbox.New(inbox.Parts{
		Store: mails.New(s.db), Memories: p.kept, Room: p.saved, Uploads: p.uploads, Secret: s.secret, Domain: strings.ToLower(cfg.EmailDomain), Free: cfg.Personal(),
		Plans: cfg.Limits(), MaxFile: cfg.MaxUploadBytes(), Attempts: newAttempts(cfg, s.db), Log: a.log, Now: time.Now,
	})
	if p.watched, err = a.watch(cfg, p); err != nil {
		return nil, err
	}
	if err := a.startJobs(ctx, p); err != nil {
		return nil, err
	}
	return a.handler(cfg, p)
}

// parts are the dependencies of the handler and the jobs.
type parts struct {
	storage
	index
	members
	capturing
	conversing
	hub          *live.Hub
	drawer       *render.Renderer
	facsimiles   *facsimile.Service
	saved        *memories.Store
	kept         *memory.Service
	filters      *filter.Service
	library      *library.Service
	trash        *trash.Service
	entries      *entry.Service
	marks        *highlight.Service
	imports      *imports.Service
	watched      *watch.Service // nil: no folder is watched
	deletions    *deletion.Service
	programs     *oauth.Service
	payments     *payments.Store
	usage        *usage.Service
	feeds        *following.Service
	hooks        *webhook.Service
	sales        *billing.Service
	testCheckout *testpay.Provider // nil where a real provider takes payments
}

// behind runs work until it ends or the stop begins, which waits for it.
func (a *App) behind(work func(context.Context)) {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); work(ctx) }()
	a.onClose(func(context.Context) error {
		stop()
		<-done
		return nil
	})
}

// URL returns the app's address.
func (a *App) URL() string { return a.scheme + "://" + a.listener.Addr().String() }

// Run serves until ctx ends or the server fails, then closes.
func (a *App) Run(ctx context.Context) error {
	select {
	case <-ctx.Done():
		a.log.Info("stopping")
		return a.Close()
	case err := <-a.served:
		return errors.Join(err, a.Close())
	}
}

// fail has Run end, unless something did before.
func (a *App) fail(err error) {
	select {
	case a.served <- err:
	default:
	}
}

// Close drains requests, then jobs, and gives everything back. It ends within 10 s.
func (a *App) Close() error {
	var errs []error
	for i := len(a.closers) - 1; i >= 0; i-- {
		errs = append(errs, a.closers[i](context.Background()))
	}
	a.closers = nil
	return errors.Join(errs...)
}

// drain lets running requests finish, and cuts those that take too long.
func (a *App) drain(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, drainRequests)
	defer cancel()
	close(a.stopping) // streams end by themselves no other way
	err := a.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		a.log.Warn("requests were cut at the stop")
		return a.server.Close()
	}
	return err
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// OpenAPI is the document of every call.
func OpenAPI() []byte { return httpapi.Document() }
