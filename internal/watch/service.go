package watch

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"engram/internal/fault"
	"engram/internal/plan"
)

const (
	// pollEvery is the interval between looks at the folder. A file is taken in when it was the same
	// at two of them.
	pollEvery = 5 * time.Second
	// retryAfter is the time until a file is tried again that could not be taken in for now.
	retryAfter = 10 * time.Minute
	// maxFiles bounds the files of a user that are looked at, maxOfAll those of all users, maxDepth their folders.
	maxFiles = 100_000
	maxOfAll = 1_000_000
	maxDepth = 16
)

// Service takes in what is put into a folder.
type Service struct {
	root    *os.Root
	parts   Parts
	most    int              // files of a user
	ofAll   int              // files of all
	files   map[string]state // by path below root
	looked  map[string]int   // files of users that the present poll has looked at
	unknown map[string]bool  // folders without a user that were logged
	full    map[string]bool  // users of whom it was logged that they have too many files

	mu      sync.Mutex
	reports map[string]*Report // by user, never changed
}

// Parts are the dependencies of a Service.
type Parts struct {
	Store    Store
	Uploads  Uploads
	Uploaded Uploaded
	Memories Memories
	Plans    plan.Table
	Log      *slog.Logger
	Now      func() time.Time
}

// New returns a Service for a folder that exists.
func New(dir string, p Parts) (*Service, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Service{root: root, parts: p, most: maxFiles, ofAll: maxOfAll, files: map[string]state{}, unknown: map[string]bool{}, full: map[string]bool{}}, nil
}

// Close ends the access to the folder.
func (s *Service) Close() error { return s.root.Close() }

// state describes a file as it was seen last.
type state struct {
	size, modified int64
	settled        bool      // it is taken in, or can't be as it is
	retryAt        time.Time // zero: at once
	hash           string    // empty: it was not read yet
	why            string    // it is not taken in; empty: it is, or its turn comes
}

// Run looks at the folder until ctx ends.
func (s *Service) Run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.poll(ctx); err != nil && ctx.Err() == nil {
			s.parts.Log.Warn("the watched folder can't be read", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pollEvery):
		}
	}
}

// poll looks at the folder once.
func (s *Service) poll(ctx context.Context) error {
	folders, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return err
	}
	s.looked = map[string]int{}
	seen, reports := make(map[string]state, len(s.files)), map[string]*Report{}
	for _, folder := range folders {
		if !folder.IsDir() || hidden(folder.Name()) {
			continue
		}
		owner, err := s.parts.Store.Owner(ctx, folder.Name())
		if fault.KindOf(err) == fault.NotFound {
			s.logUnknown(folder.Name())
			continue
		}
		if err != nil {
			return err
		}
		report := reports[owner.UserID]
		if report == nil {
			report = &Report{}
			reports[owner.UserID] = report
		}
		if err := s.look(ctx, owner, folder.Name(), seen, report); err != nil {
			return err
		}
	}
	s.files = seen
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reports = reports
	return nil
}

// logUnknown logs once that a folder has no user.
func (s *Service) logUnknown(name string) {
	if !s.unknown[name] {
		s.unknown[name] = true
		s.parts.Log.Warn("a watched folder is named after no account", "folder", name)
	}
}

// look goes through a folder of a user.
func (s *Service) look(ctx context.Context, owner Owner, folder string, seen map[string]state, report *Report) error {
	return fs.WalkDir(s.root.FS(), folder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil: // it went meanwhile, or may not be read
			return nil
		case name != folder && hidden(entry.Name()), strings.Count(name, "/") > maxDepth:
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !entry.Type().IsRegular(): // a folder; or a link, which is not followed
			return nil
		case s.looked[owner.UserID] >= s.most, len(seen) >= s.ofAll:
			report.Full = true
			s.logFull(owner.UserID, folder)
			return fs.SkipAll
		}
		s.looked[owner.UserID]++
		info, err := entry.Info()
		if err != nil {
			return nil
		}
		now := state{size: info.Size(), modified: info.ModTime().UnixNano()}
		seen[name] = s.settle(ctx, owner, name, now)
		report.add(strings.TrimPrefix(name, folder+"/"), seen[name])
		return nil
	})
}

// logFull logs once that a user has too many files.
func (s *Service) logFull(userID, folder string) {
	if !s.full[userID] {
		s.full[userID] = true
		s.parts.Log.Warn("a watched folder has too many files: those behind the first are not looked at", "folder", folder, "most", s.most)
	}
}

// settle takes a file in if it rests and was not before, and returns what is known of it then.
func (s *Service) settle(ctx context.Context, owner Owner, name string, now state) state {
	before, known := s.files[name]
	if !known || before.size != now.size || before.modified != now.modified {
		return now
	}
	if before.settled || s.parts.Now().Before(before.retryAt) {
		return before
	}
	now.settled, now.hash = true, before.hash
	err := s.take(ctx, owner, name, &now)
	switch {
	case err == nil:
	case errors.Is(err, errMoved), ctx.Err() != nil:
		now.settled, now.hash = false, ""
	case lasting(err):
		now.why = whyOf(err)
		s.parts.Log.Warn("a watched file is not taken in", "file", name, "error", err)
	default:
		now.settled, now.retryAt, now.why = false, s.parts.Now().Add(retryAfter), whyOf(err)
		s.parts.Log.Warn("a watched file is tried again later", "file", name, "error", err)
	}
	return now
}

// lasting reports whether a file can't be taken in as it is.
func lasting(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unsupported, fault.TooLarge, fault.Invalid:
		return true
	}
	return errors.Is(err, fs.ErrPermission)
}

// hidden reports whether a name is of a hidden file, or of one that another program is writing.
func hidden(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".part", ".partial", ".crdownload", ".download", ".tmp", ".swp":
		return true
	}
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~") || strings.HasSuffix(name, "~")
}
