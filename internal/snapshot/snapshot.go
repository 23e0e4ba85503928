// Package snapshot keeps copies of users' search indexes among the files that all nodes share, so that a node
// that has nothing of a user fetches an index instead of making one.
//
// A snapshot is a cache: it may be removed at any time, and the log says what is newer. Text that is deleted
// leaves it within the hour, as a new one takes its place or it is removed.
package snapshot

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"engram/internal/blob"
	"engram/internal/recall"
	"engram/internal/recall/segment"
)

const (
	leastPassages = 256              // a smaller index is made as fast as it is fetched
	mostBehind    = 512              // changes after which a snapshot is replaced
	restsFor      = 20 * time.Minute // before it is replaced, so that one who writes all day costs little
	staleFor      = 40 * time.Minute // before it is removed with text that is gone: with a sweep each quarter of an hour, within the hour
	lostAfter     = time.Hour        // when what was begun is not complete by then, its node died
	batch         = 100              // rows that a sweep reads at once
)

// Bounds on fetching, beyond which indexing anew is the better part: a moment, and the time of a slow network.
const (
	fetchWait  = 2 * time.Second
	fetchSpeed = 10 << 20 // bytes a second
	removeWait = 10 * time.Second
)

// Files at once: what is sent takes a buffer of 8 MB each.
const (
	fetchedAtOnce = 8
	sentAtOnce    = 2
)

// Snapshot describes a copy of an index.
type Snapshot struct {
	UserID, ID string
	Format     string // see segment.FormatOf
	Seq        int64  // of the last change in it
	Passages   int    // in its files
	Files      []string
	Bytes      int64 // of all files; 0: not all are there yet
	CreatedAt  time.Time
}

// Rows stores which snapshots there are.
type Rows interface {
	// SnapshotsOf returns a user's snapshots, complete or not, the newest first: by Seq, then by CreatedAt.
	SnapshotsOf(ctx context.Context, userID string) ([]Snapshot, error)
	// Unchanged returns how many of a user's passages are where they were at a change.
	Unchanged(ctx context.Context, userID string, seq int64) (int, error)
	// AddSnapshot stores one whose files are about to be written.
	AddSnapshot(ctx context.Context, s Snapshot) error
	// CompleteSnapshot stores the size of all files of one; fault.NotFound if it was removed meanwhile.
	CompleteSnapshot(ctx context.Context, userID, id string, bytes int64) error
	// RemoveSnapshot removes a row, if there is one.
	RemoveSnapshot(ctx context.Context, userID, id string) error
	// StaleSnapshots returns snapshots of all users, at most limit: complete ones from before a time with
	// passages that have changed since, and incomplete ones from before another.
	StaleSnapshots(ctx context.Context, complete, incomplete time.Time, limit int) ([]Snapshot, error)
}

// Service keeps snapshots. It is safe for concurrent use, at any number of nodes.
type Service struct {
	rows  Rows
	files blob.Store
	log   *slog.Logger
	now   func() time.Time
}

var _ recall.Snapshots = (*Service)(nil)

// New returns a Service.
func New(rows Rows, files blob.Store, log *slog.Logger, now func() time.Time) *Service {
	return &Service{rows, files, log, now}
}

// last returns a user's newest complete snapshot; without an ID there is none.
func (s *Service) last(ctx context.Context, userID string) (Snapshot, error) {
	all, err := s.rows.SnapshotsOf(ctx, userID)
	for _, one := range all {
		if one.Bytes > 0 {
			return one, err
		}
	}
	return Snapshot{}, err
}

// Fetch implements recall.Snapshots.
func (s *Service) Fetch(ctx context.Context, userID, dir, format string) error {
	for again := true; ; again = false {
		last, err := s.last(ctx, userID)
		if err != nil || last.ID == "" || last.Format != format {
			return err
		}
		err = s.download(ctx, last, dir)
		switch {
		case !errors.Is(err, blob.ErrNotFound):
			return err
		case !again: // else another took its place while it was fetched
			return errors.Join(err, s.remove(ctx, last))
		}
	}
}

func (s *Service) download(ctx context.Context, from Snapshot, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, fetchWait+time.Duration(from.Bytes)*time.Second/fetchSpeed)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(fetchedAtOnce)
	for _, name := range from.Files {
		group.Go(func() error {
			return s.downloadFile(ctx, blob.IndexKey(from.UserID, from.ID, name), filepath.Join(dir, partial(name)))
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return os.Rename(filepath.Join(dir, partial(segment.ListName)), filepath.Join(dir, segment.ListName))
}

// partial returns the name of a file while it is fetched: without the list an index has no files.
func partial(name string) string {
	if name == segment.ListName {
		return name + ".fetched"
	}
	return filepath.Base(name)
}

func (s *Service) downloadFile(ctx context.Context, key, path string) (err error) {
	object, err := s.files.Open(ctx, key)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	n, err := io.Copy(file, object)
	if err == nil && n != object.Size {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// Publish implements recall.Snapshots. It is due if there is no other, if the other lacks many changes, and if
// something in it has changed.
func (s *Service) Publish(ctx context.Context, userID, dir string, of segment.Frozen) (settled bool, err error) {
	last, err := s.last(ctx, userID)
	if err != nil {
		return false, err
	}
	if last.ID != "" {
		due, err := s.due(ctx, last, of)
		if !due || err != nil {
			return !due, err
		}
		if s.now().Sub(last.CreatedAt) < restsFor {
			return false, nil
		}
	}
	if of.Docs < leastPassages {
		return true, s.removeAll(ctx, userID, nil)
	}
	made := Snapshot{
		UserID: userID, ID: uuid.Must(uuid.NewV7()).String(), Format: of.Format, Seq: of.Seq, Passages: of.Docs,
		Files: append(append([]string{}, of.Files...), segment.ListName), CreatedAt: s.now(),
	}
	if err := s.upload(ctx, made, dir, of.List); err != nil {
		return false, err
	}
	return true, s.removeAll(ctx, userID, &made)
}

func (s *Service) due(ctx context.Context, last Snapshot, of segment.Frozen) (bool, error) {
	if last.Format != of.Format || of.Seq-last.Seq > mostBehind {
		return true, nil
	}
	unchanged, err := s.rows.Unchanged(ctx, last.UserID, last.Seq)
	return unchanged < last.Passages, err
}

// upload sends the files of a snapshot. After an error nothing of it stays but what a sweep removes.
func (s *Service) upload(ctx context.Context, made Snapshot, dir string, list []byte) error {
	if err := s.rows.AddSnapshot(ctx, made); err != nil {
		return err
	}
	size, err := s.send(ctx, made, dir, list)
	if err == nil {
		err = s.rows.CompleteSnapshot(ctx, made.UserID, made.ID, size)
	}
	if err != nil {
		after, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeWait)
		defer cancel()
		err = errors.Join(err, s.remove(after, made))
	}
	return err
}

// send sends a snapshot's files and returns their size.
func (s *Service) send(ctx context.Context, made Snapshot, dir string, list []byte) (int64, error) {
	var size atomic.Int64
	put := func(ctx context.Context, name string, r io.Reader) error {
		n, err := s.files.Put(ctx, blob.IndexKey(made.UserID, made.ID, name), r)
		size.Add(n)
		return err
	}
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(sentAtOnce)
	for _, name := range made.Files[:len(made.Files)-1] {
		group.Go(func() error {
			file, err := os.Open(filepath.Join(dir, name))
			if err != nil {
				return err
			}
			return errors.Join(put(within, name, file), file.Close())
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	err := put(ctx, segment.ListName, bytes.NewReader(list))
	return size.Load(), err
}

// removeAll removes a user's snapshots that are older than the one to keep, all without one. Those that are
// being written stay.
func (s *Service) removeAll(ctx context.Context, userID string, keep *Snapshot) error {
	all, err := s.rows.SnapshotsOf(ctx, userID)
	for _, one := range all {
		if keep != nil && one.ID == keep.ID {
			keep = nil
			continue
		}
		if keep == nil && one.Bytes > 0 {
			err = errors.Join(err, s.remove(ctx, one))
		}
	}
	return err
}

// remove removes a snapshot's files, then its row, which a sweep finds again if not all could be removed.
func (s *Service) remove(ctx context.Context, one Snapshot) error {
	for _, name := range one.Files {
		if err := s.files.Delete(ctx, blob.IndexKey(one.UserID, one.ID, name)); err != nil {
			return err
		}
	}
	return s.rows.RemoveSnapshot(ctx, one.UserID, one.ID)
}

// Remove implements recall.Snapshots.
func (s *Service) Remove(userID string) {
	ctx, cancel := context.WithTimeout(context.Background(), removeWait)
	defer cancel()
	if err := s.removeAll(ctx, userID, nil); err != nil {
		s.log.Warn("a snapshot of a search index was not removed, and will be later", "user", userID, "error", err)
	}
}

// Sweep removes the snapshots of all users that hold what has changed since and were not replaced, and what
// nodes left that died.
func (s *Service) Sweep(ctx context.Context) error {
	for {
		stale, err := s.rows.StaleSnapshots(ctx, s.now().Add(-staleFor), s.now().Add(-lostAfter), batch)
		for _, one := range stale {
			err = errors.Join(err, s.remove(ctx, one))
		}
		if err != nil || len(stale) < batch {
			return err
		}
	}
}
