// Package app is the composition root: it builds every part from the configuration, starts them, and stops them in the
// opposite order. It alone names the adapters.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/audit"
	"engram/internal/billing/testpay"
	"engram/internal/blob"
	"engram/internal/blob/disk"
	"engram/internal/capture"
	"engram/internal/capture/extract"
	"engram/internal/capture/fetch"
	"engram/internal/capture/video"
	"engram/internal/config"
	"engram/internal/conversation"
	"engram/internal/embed"
	"engram/internal/httpapi"
	"engram/internal/job"
	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/people"
	"engram/internal/quota"
	"engram/internal/search"
	"engram/internal/store"
	"engram/internal/store/accounts"
	"engram/internal/store/checks"
	"engram/internal/store/conversations"
	"engram/internal/store/counters"
	"engram/internal/store/memories"
	"engram/internal/store/passages"
	"engram/internal/store/payments"
	"engram/internal/tweet"
	"engram/internal/upload"
	"engram/internal/waitlist"
	"engram/internal/webui"
)

// The stop takes at most the sum of these and a second in which jobs are cut, under the 10 s that a supervisor may wait.
const (
	drainRequests = 5 * time.Second
	drainJobs     = 3 * time.Second
)

// App is a running Engram.
type App struct {
	log      *slog.Logger
	encoder  func(config.Config) (embed.Embedder, error) // that the program carries
	patience time.Duration                               // with the payment provider; 0: as long as people may wait
	shared   bool                                        // others may run on the same Postgres
	turnWait time.Duration                               // for another that ends
	listener net.Listener
	scraped  net.Addr // where metrics are served; nil: nowhere
	server   *http.Server
	served   chan error
	stopping chan struct{}                 // closed when the stop begins
	closers  []func(context.Context) error // run last to first
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
	return &App{log: log, encoder: builtIn, turnWait: turnWait, served: make(chan error, 1), stopping: make(chan struct{})}
}

func (a *App) start(ctx context.Context, cfg config.Config, readPDF []string) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	lock, err := lockDir(cfg.DataDir)
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
	a.server = &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second, // of a whole request; an upload asks for more
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(a.log.Handler(), slog.LevelDebug), // broken connections of strangers
	}
	go func() { a.fail(a.server.Serve(a.listener)) }()
	a.onClose(a.drain)
	return nil
}

func (a *App) onClose(f func(context.Context) error) { a.closers = append(a.closers, f) }

// build makes the parts and starts the jobs.
func (a *App) build(ctx context.Context, cfg config.Config, readPDF []string) (http.Handler, error) {
	if err := refuseMissing(cfg); err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, store.Config{URL: cfg.Database(), Reserve: true})
	if err != nil {
		return nil, fmt.Errorf("the database can't be opened: %w", err)
	}
	a.onClose(func(context.Context) error { return db.Close() })
	if err := a.takeDatabase(ctx, db); err != nil {
		return nil, err
	}
	queue, err := job.Open(ctx, db.Writer(), db.Dialect() == store.Postgres, a.log)
	if err != nil {
		return nil, err
	}
	if err := refuseEmpty(ctx, cfg, checks.New(db)); err != nil {
		return nil, err
	}
	secret, err := cfg.LoadSecret(rand.Text) // after the database, which is missed where the secret is there
	if err != nil {
		return nil, err
	}
	model, err := a.embedder(cfg)
	if err != nil {
		return nil, err
	}
	a.tellKernel(model)
	texts := passages.New(db)
	engine := a.openIndex(cfg, texts, model)
	meanings := embed.New(texts, model, a.log, time.Now, embed.OnVectors(a.catchUp(engine)))
	index := prior{engine, meanings.Gate()}
	a.behind(meanings.Run) // the stop does not wait for the model: what it was about to say is asked again after the next start
	hub := &live.Hub{}
	saved := memories.New(db, queue, memories.Hooks{Saved: meanings.Wake, Changed: hub.Changed})
	users := accounts.New(db)
	paid := payments.New(db)
	blobs, err := disk.Open(cfg.BlobDir())
	if err != nil {
		return nil, err
	}
	client, err := fetch.New(fetch.Config{Allow: cfg.FetchAllow, Total: job.Captures})
	if err != nil {
		return nil, err
	}
	upstream, err := fetch.New(fetch.Config{Allow: cfg.FetchAllow, Origin: cfg.TweetURL})
	if err != nil {
		return nil, err
	}

	pdfs, err := a.pdfReader(filepath.Join(cfg.CacheDir(), "pdfium"), readPDF)
	if err != nil {
		return nil, err
	}
	proxies, err := cfg.Proxies()
	if err != nil {
		return nil, err
	}
	audits := audit.New(users, time.Now)
	quotas := quota.New(counters.New(db), time.Now)
	signedUp := account.New(users, secret, cfg.AuthRate, time.Now)
	links := upload.NewLinks(secret, signedUp, time.Now)
	uploads := upload.New(saved, blobs, quotas, links, cfg.MaxUploadBytes(), time.Now)
	pages := extract.NewReader(pdfs)
	pictures := extract.NewPictureMaker()
	tweets := tweet.New(upstream, cfg.TweetURL, saved)
	sample, err := samplePeople(cfg, pictures)
	if err != nil {
		return nil, err
	}
	captures := capture.New(capture.Parts{
		Store: saved, Blobs: blobs, Fetcher: client, Pictures: pictures,
		Sources: map[memory.Kind]capture.Source{
			memory.Link: capture.NewPages(client, video.Pages(pages)), memory.Document: capture.NewUploads(blobs, pdfs),
			memory.Video: video.New(client, pages), memory.Tweet: tweets,
		},
		Watcher: hub, Log: a.log, Now: time.Now,
	})
	answers, written, err := a.answers(cfg, meanings)
	if err != nil {
		return nil, err
	}
	talks := conversation.New(conversations.New(db), rewriter(written), time.Now)
	sales, testCheckout := a.billing(cfg, paid)
	runner, err := queue.Start(ctx, job.Handlers{
		Capture:     captures.Capture,
		RemoveBlobs: removeBlobs(blobs),
		Sweep: a.sweep(uploads, captures,
			signedUp.Forget, audits.Forget, talks.Forget, testpay.New(paid, time.Now).Forget, engine.Purge, db.Scrub),
		Reconcile: sales.Reconcile,
	})
	if err != nil {
		return nil, err
	}
	a.onClose(func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, drainJobs)
		defer cancel()
		return runner.Stop(ctx)
	})
	reading := embed.NewReading(texts, meanings.ModelFor)
	observer, err := a.startMetrics(cfg.MetricsAddr, reading, meanings, written)
	if err != nil {
		return nil, err
	}
	handler, _ := httpapi.New(httpapi.Parts{
		Accounts:  signedUp,
		Audit:     audits,
		Memories:  memory.New(saved, uploads, capture.Reader{}, meanings, time.Now),
		Captures:  captures,
		Tweets:    tweets,
		Live:      live.New(saved, hub),
		Stopping:  a.stopping,
		Uploads:   uploads,
		Waitlist:  waitlist.New(users, account.NewThrottle(cfg.AuthRate, time.Now), time.Now),
		People:    sample,
		Quota:     quotas,
		Plans:     cfg.Limits(),
		Search:    search.New(index, meanings, time.Now),
		Finder:    index,
		Reading:   reading,
		Answers:   answers,
		AI:        aiProvider(cfg),
		Blobs:     blobs,
		Links:     links,
		PublicURL: cfg.PublicURL,
		Support:   cfg.SupportEmail,
		Sales:     cfg.SalesEmail,
		Proxies:   proxies,
		Ready:     db.Ready,
		Observer:  observer,
		Log:       a.log,
		Now:       time.Now,

		Conversations: talks,

		Billing: sales, TestCheckout: testCheckout, Styles: webui.Styles(),
	}, webui.Handler(httpapi.Origin))
	return handler, nil
}

// samplePeople returns nil where the settings name no service for them.
func samplePeople(cfg config.Config, pictures capture.PictureMaker) (*people.Service, error) {
	if cfg.PeopleURL == "" {
		return nil, nil
	}
	client, err := fetch.New(fetch.Config{Allow: cfg.FetchAllow, Origin: cfg.PeopleURL})
	if err != nil {
		return nil, err
	}
	return people.New(client, pictures, cfg.PeopleURL, time.Now), nil
}

// pdfReader has the reader of PDFs compiled in the background where it never was: the first PDF would wait some seconds for
// that.
func (a *App) pdfReader(cacheDir string, command []string) (*extract.PDFReader, error) {
	if missing := extract.Unconfined(); len(missing) > 0 {
		a.log.Warn("PDFs are read by a process that is not confined as it could be", "this system lacks", strings.Join(missing, ", "))
	}
	pdfs, err := extract.NewPDF(extract.PDFConfig{Command: command, CacheDir: cacheDir})
	if _, missing := os.Stat(cacheDir); err != nil || missing == nil {
		return pdfs, err
	}
	a.behind(func(ctx context.Context) { _, _ = pdfs.ReadPDF(ctx, strings.NewReader(""), memory.Bookmark{}) }) // which is no PDF, as it will say
	return pdfs, nil
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

func removeBlobs(blobs blob.Store) func(context.Context, []string) error {
	return func(ctx context.Context, keys []string) error {
		for _, key := range keys {
			if err := blobs.Delete(ctx, key); err != nil {
				return err
			}
		}
		return nil
	}
}

// sweep removes what nobody claimed, finds captures that were lost, and runs the rest in this order: what happened long ago is
// forgotten before what was deleted leaves the files of the index and of the database.
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

// URL is where the app answers.
func (a *App) URL() string { return "http://" + a.listener.Addr().String() }

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

// ReadPDFCommand is the child process that reads PDFs: this very program, which then calls ReadPDF.
func ReadPDFCommand() ([]string, error) {
	self, err := os.Executable()
	return []string{self, "read-pdf"}, err
}

// ReadPDF is all that such a child does: it reads one PDF from in and writes what it says to out.
func ReadPDF(in io.Reader, out io.Writer, args []string) error {
	return extract.ServePDF(in, out, args)
}

// OpenAPI is the document of every call.
func OpenAPI() []byte { return httpapi.Document() }
