package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"engram/internal/app/datadir"
	"engram/internal/blob/disk"
	"engram/internal/capture"
	"engram/internal/capture/format"
	"engram/internal/capture/page"
	"engram/internal/capture/picture"
	"engram/internal/config"
	"engram/internal/following"
	"engram/internal/importer"
	"engram/internal/importer/formats"
	"engram/internal/imports"
	"engram/internal/job"
	"engram/internal/live"
	"engram/internal/store"
	adminstore "engram/internal/store/admin"
	followingstore "engram/internal/store/following"
	importstore "engram/internal/store/imports"
	"engram/internal/store/memories"
	watchstore "engram/internal/store/watched"
	"engram/internal/watch"
	"engram/internal/zipfile"
)

// serverRunner names this server among the processes that work on imports. Where it is the only one it goes on at once with what
// it began before a restart; of other nodes' imports nodes take those that are not heard of.
func serverRunner(cfg config.Config) string {
	if cfg.MayHaveNodes() {
		return "node " + uuid.NewString()
	}
	return "server"
}

// newImports returns the service, which works until the App is closed.
func (a *App) newImports(cfg config.Config, p parts) *imports.Service {
	service := imports.New(imports.Parts{
		Store: importstore.New(p.db, p.saved, p.queue), Blobs: p.blobs, Files: otherPrograms{}, Captures: p.captures, Queue: p.queue, Feeds: p.feeds,
		Plans: cfg.Limits(), MaxBytes: cfg.MaxImportBytes(), MaxFile: cfg.MaxUploadBytes(),
		Runner: serverRunner(cfg), Changed: p.hub.Import, Log: a.log, Now: time.Now,
	})
	a.behind(service.Run)
	return service
}

// watch takes in what is put into the watched folder, until the App is closed; nil without one.
func (a *App) watch(cfg config.Config, p parts) (*watch.Service, error) {
	if cfg.WatchDir == "" {
		return nil, nil
	}
	service, err := watch.New(cfg.WatchDir, watch.Parts{
		Store: watchstore.New(p.db), Uploads: p.uploads, Uploaded: p.saved, Memories: p.kept, Plans: cfg.Limits(), Log: a.log, Now: time.Now,
	})
	if err != nil {
		return nil, fmt.Errorf("ENGRAM_WATCH_DIR can't be read: %w", err)
	}
	a.onClose(func(context.Context) error { return service.Close() })
	a.behind(service.Run)
	return service, nil
}

// otherPrograms reads the files of other programs.
type otherPrograms struct{}

// Detect implements imports.Files.
func (otherPrograms) Detect(ctx context.Context, src importer.Source) (importer.Format, error) {
	return formats.Detect(ctx, src)
}

// Read implements imports.Files.
func (otherPrograms) Read(ctx context.Context, src importer.Source, yield func(importer.Entry) error) error {
	_, err := formats.Read(ctx, src, yield)
	return err
}

// Importing names what the command takes over.
type Importing struct {
	User    string
	File    string // or a folder
	Preview bool   // only say what it holds
}

// Import takes over a file, and tells out of it. A server may run meanwhile; it fetches the pages, or
// one that runs later.
func Import(ctx context.Context, cfg config.Config, log *slog.Logger, what Importing, out io.Writer) (err error) {
	began := time.Now()
	if err := datadir.Present(cfg, "import into"); err != nil {
		return err
	}
	a := newApp(log)
	defer func() { err = errors.Join(err, a.Close()) }()
	service, userID, err := a.openImports(ctx, cfg, what.User)
	if err != nil {
		return err
	}
	i, err := bring(ctx, service, userID, what.File, out)
	if err != nil {
		return err
	}
	if i, err = service.Work(ctx, userID, i.ID); err != nil {
		return err
	}
	if i.Preview == nil || i.Status != imports.Ready {
		return fmt.Errorf("%s: %s", what.File, i.Message)
	}
	if err := tellPreview(out, i); err != nil {
		return err
	}
	if what.Preview {
		if _, err := service.Cancel(ctx, userID, i.ID); err != nil {
			return err
		}
		return service.Forget(ctx, userID, i.ID)
	}
	if _, err := service.Start(ctx, userID, i.ID); err != nil {
		return err
	}
	if i, err = service.Work(ctx, userID, i.ID); err != nil {
		return err
	}
	return tellImported(ctx, service, out, i, time.Since(began))
}

// openImports opens the service beside a server that may run, and finds the user.
func (a *App) openImports(ctx context.Context, cfg config.Config, username string) (*imports.Service, string, error) {
	db, err := store.Attach(store.Config{URL: cfg.Database()})
	if err != nil {
		return nil, "", fmt.Errorf("the database can't be opened: %w", err)
	}
	a.onClose(func(context.Context) error { return db.Close() })
	if err := db.Current(ctx); err != nil {
		return nil, "", err
	}
	queue, err := job.Beside(db.Writer(), db.Dialect() == store.Postgres, a.log)
	if err != nil {
		return nil, "", err
	}
	blobs, err := datadir.OpenFiles(ctx, cfg, disk.Attach)
	if err != nil {
		return nil, "", err
	}
	a.onClose(func(context.Context) error { return blobs.Close() })
	p, err := adminstore.New(db, queue).PersonNamed(ctx, username)
	if err != nil {
		return nil, "", err
	}
	pictures := picture.NewMaker()
	captures := capture.New(capture.Parts{
		Blobs: blobs, Pictures: pictures, Figures: pictures, Saved: format.SavedPages(page.NewReader()), Watcher: &live.Hub{}, Log: a.log, Now: time.Now,
	})
	return imports.New(imports.Parts{
		Store: importstore.New(db, memories.New(db, queue, memories.Hooks{}), queue), Blobs: blobs, Files: otherPrograms{}, Captures: captures,
		Feeds: following.New(following.Parts{Store: followingstore.New(db, nil), Now: time.Now}), // which the server reads
		Plans: cfg.Limits(), MaxBytes: cfg.MaxImportBytes(), MaxFile: cfg.MaxUploadBytes(),
		Runner: "command " + uuid.NewString(), Log: a.log, Now: time.Now,
	}), p.ID, nil
}

// bring stores a file, or a folder as one ZIP file.
func bring(ctx context.Context, service *imports.Service, userID, name string, out io.Writer) (i imports.Import, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return i, err
	}
	if info.IsDir() {
		packed, into := io.Pipe()
		left := 0
		go func() {
			var err error
			left, err = zipfile.Pack(name, into)
			into.CloseWithError(err)
		}()
		defer func() { _ = packed.Close() }() // which ends the packing
		i, err = service.Receive(ctx, userID, filepath.Base(name)+".zip", packed)
		if err == nil && left > 0 {
			_, err = fmt.Fprintf(out, "left out: %d hidden files, hidden folders and links\n", left)
		}
		return i, err
	}
	file, err := os.Open(name)
	if err != nil {
		return i, err
	}
	defer file.Close()
	return service.Receive(ctx, userID, filepath.Base(name), file)
}

func tellPreview(out io.Writer, i imports.Import) error {
	text := fmt.Sprintf("%s (%s): found %d, new %d, saved before %d, merged %d", i.Name, i.Format, i.Found, i.Preview.New, i.Existing, i.Preview.Merged)
	if fits := i.Preview.Fits; fits != nil {
		text += fmt.Sprintf(", fit the plan %d", *fits)
	}
	others := []imports.KindCount{{Kind: "conversations", Count: i.Preview.Conversations}, {Kind: "kept filters", Count: i.Preview.Filters}, {Kind: "feeds", Count: i.Preview.Feeds}}
	for _, kind := range append(i.Preview.Kinds, others...) {
		if kind.Count > 0 {
			text += fmt.Sprintf("\n  %s: %d", kind.Kind, kind.Count)
		}
	}
	for _, lost := range i.Preview.Lost {
		text += fmt.Sprintf("\n  left out, %s: %d. %s", lost.What, lost.Count, lost.Why)
	}
	_, err := fmt.Fprintln(out, text)
	return err
}

// tellImported says what became of a file, with a line for each note.
func tellImported(ctx context.Context, service *imports.Service, out io.Writer, i imports.Import, took time.Duration) error {
	for after := int64(0); ; {
		notes, err := service.Notes(ctx, i.UserID, i.ID, after, 500)
		if err != nil {
			return err
		}
		for _, n := range notes {
			if _, err := fmt.Fprintf(out, "note: %s: %s\n", n.Item, n.Message); err != nil {
				return err
			}
			after = n.N
		}
		if len(notes) == 0 {
			break
		}
	}
	text := fmt.Sprintf("saved %d in %.1f seconds: saved before %d, merged %d, not saved %d, to be fetched %d",
		i.Saved, took.Seconds(), i.Existing, i.Merged, i.Failed, i.Fetching)
	if i.Followed > 0 {
		text += fmt.Sprintf(", feeds followed %d", i.Followed)
	}
	_, err := fmt.Fprintln(out, text)
	if err == nil && i.Status == imports.Failed {
		err = errors.New(i.Message)
	}
	return err
}

// newFeeds returns the service, which looks for what is new until the App is closed.
func (a *App) newFeeds(cfg config.Config, p parts) *following.Service {
	service := following.New(following.Parts{
		Store: followingstore.New(p.db, p.hub.Changed), Fetcher: p.fetcher, Saver: p.kept, Plans: cfg.Limits(), Log: a.log, Now: time.Now,
	})
	a.behind(service.Run)
	return service
}
