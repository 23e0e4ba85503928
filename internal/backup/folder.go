package backup

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"engram/internal/fault"
)

// Kind says why a backup was made.
type Kind string

const (
	Scheduled       Kind = "scheduled"
	OnRequest       Kind = "on-request"
	BeforeMigration Kind = "before-migration"
)

// Record tells of one backup, made or failed.
type Record struct {
	Name      string        `json:"name"` // of its file; empty when it failed
	Kind      Kind          `json:"kind"`
	At        time.Time     `json:"at"`
	Took      time.Duration `json:"took"`
	Size      int64         `json:"size"`  // bytes of the archive
	Files     int           `json:"files"` // uploaded files and pictures in it
	Encrypted bool          `json:"encrypted"`
	Failure   string        `json:"failure,omitempty"` // why there is none; empty: there is one, which was read back
}

// OK reports whether the backup is there.
func (r Record) OK() bool { return r.Failure == "" }

// recordsName is the file in a folder of backups that tells what was made in it.
const recordsName = "backups.json"

// maxFailures is the number of failures that are remembered.
const maxFailures = 14

// Folder keeps backups in a directory, and a record of each. It removes none but those that it recorded. It is safe for
// concurrent use by one process.
type Folder struct {
	dir     string
	keep    int        // of each kind; 0: all
	making  sync.Mutex // one backup at a time
	mu      sync.Mutex
	records []Record // oldest first
}

// OpenFolder returns the backups in dir, which the first backup makes. It keeps the newest backups of each kind, as many as
// keep says; 0 keeps all. Backups whose records can't be read stay where they are.
func OpenFolder(dir string, keep int, log *slog.Logger) *Folder {
	f := &Folder{dir: dir, keep: keep}
	path := filepath.Join(dir, recordsName)
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &f.records)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("the list of backups can't be read: those made before are kept for good", "file", path, "error", err)
	}
	return f
}

// List returns the backups that are there and the failures that are remembered, the newest first.
func (f *Folder) List(ctx context.Context) ([]Record, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var there []Record
	for _, r := range f.records {
		if r.OK() {
			if _, err := os.Stat(f.path(r)); err != nil {
				continue // it was moved by hand
			}
		}
		there = append(there, r)
	}
	slices.Reverse(there)
	return there, ctx.Err()
}

func (f *Folder) path(r Record) string { return filepath.Join(f.dir, r.Name) }

// Add makes a backup in the folder, records how that went, and removes the oldest of its kind beyond those that are kept.
// What is in its name beside the time is for the eye.
func (f *Folder) Add(ctx context.Context, kind Kind, name string, s Source) (Record, error) {
	f.making.Lock()
	defer f.making.Unlock()
	r := Record{Kind: kind, At: s.Now().UTC().Truncate(time.Second), Encrypted: len(s.Recipients) > 0}
	err := os.MkdirAll(f.dir, 0o700)
	if err == nil {
		err = sweep(f.dir, r.At)
	}
	if err == nil {
		r.Name = name + "-" + r.At.Format("2006-01-02T150405Z") + ".tar.zst"
		if r.Encrypted {
			r.Name += ".age"
		}
		err = f.write(ctx, &r, s)
	}
	r.Took = s.Now().Sub(r.At)
	if err != nil {
		r.Name, r.Failure = "", reason(err)
	}
	if ctx.Err() != nil {
		return r, err // the program stops, which is no failure to remember
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.records = append(slices.DeleteFunc(f.records, func(o Record) bool { return o.OK() && o.Name == r.Name }), r)
	return r, errors.Join(err, f.prune(), f.save())
}

// reason returns why a backup failed, in words for the operator.
func reason(err error) string {
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known.Message
	}
	return err.Error()
}

func (f *Folder) write(ctx context.Context, r *Record, s Source) error {
	m, err := WriteFile(ctx, f.path(*r), s)
	if err != nil {
		return err
	}
	info, err := os.Stat(f.path(*r))
	if err != nil {
		return err
	}
	r.Size, r.Files = info.Size(), m.Files()
	return nil
}

// prune removes the oldest of each kind, and of the failures.
func (f *Folder) prune() error {
	var errs []error
	made, failures := map[Kind]int{}, 0
	kept := make([]Record, 0, len(f.records))
	for _, r := range slices.Backward(f.records) {
		if !r.OK() {
			if failures++; failures <= maxFailures {
				kept = append(kept, r)
			}
			continue
		}
		if made[r.Kind]++; f.keep == 0 || made[r.Kind] <= f.keep {
			kept = append(kept, r)
			continue
		}
		if err := os.Remove(f.path(r)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	slices.Reverse(kept)
	f.records = kept
	return errors.Join(errs...)
}

// save writes the records. On a full disk the failed backup is logged all the same.
func (f *Folder) save() error {
	text, err := json.MarshalIndent(f.records, "", "\t")
	if err != nil {
		return err
	}
	path := filepath.Join(f.dir, recordsName)
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return errors.Join(err, os.Remove(path+".new"))
	}
	return os.Rename(path+".new", path)
}

// last returns the newest backup of everything, and when the newest try was. A record with a later time
// was made while the clock was wrong, and is skipped.
func (f *Folder) last(now time.Time) (made Record, tried time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, r := range f.records {
		if r.Kind == BeforeMigration || r.At.After(now) {
			continue
		}
		if r.At.After(tried) {
			tried = r.At
		}
		if r.OK() && r.At.After(made.At) {
			made = r
		}
	}
	return made, tried
}
