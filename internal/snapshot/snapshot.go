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
	"fmt"
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
	batch         = 100              // rows that a sweep reads at once

	// staleFor is the age at which a snapshot with text that is gone is removed, and one that is not complete: with a
	// sweep each quarter of an hour, and another at a node that fetched it just before, within the hour.
	staleFor = 25 * time.Minute
	// otherFor is the age at which a snapshot of another format is removed: while nodes are updated both are of use.
	otherFor = 24 * time.Hour
)

// A fetch may take as long as indexing anew would. After one that failed none is tried for a while.
const (
	fetchWait    = time.Second
	fetchEach    = 100 * time.Microsecond // a passage
	fetchesAgain = time.Minute
	discardWait  = 2 * time.Second
	uploadWait   = staleFor - 5*time.Minute // a sweep then finds what is there
)

// Files lie in parts, which several connections carry at once.
const (
	partSize      = 4 << 20 // bytes
	fetchedAtOnce = 8
	sentAtOnce    = 2
)

// Snapshot describes a copy of an index.
type Snapshot struct {
	UserID, ID string
	Format     string // see segment.FormatOf
	Seq        int64  // of the last change in it
	Passages   int    // in its files
	Files      []File
	Complete   bool // all files are there
	CreatedAt  time.Time
}

// File is a file of an index.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"` // bytes
}

// part is a piece of a file that is a blob of its own.
type part struct {
	key, file    string
	offset, size int64
}

func (s Snapshot) parts() (all []part) {
	for _, f := range s.Files {
		for n, offset := 0, int64(0); offset < f.Size || n == 0; n, offset = n+1, offset+partSize {
			name := fmt.Sprint(f.Name, "-", n)
			all = append(all, part{blob.IndexKey(s.UserID, s.ID, name), f.Name, offset, min(partSize, f.Size-offset)})
		}
	}
	return all
}

// Keys returns the keys of all blobs of the snapshot.
func (s Snapshot) Keys() (keys []string) {
	for _, p := range s.parts() {
		keys = append(keys, p.key)
	}
	return keys
}

// Rows stores which snapshots there are.
type Rows interface {
	// SnapshotsOf returns a user's snapshots, complete or not, the newest first: by Seq, then by CreatedAt.
	SnapshotsOf(ctx context.Context, userID string) ([]Snapshot, error)
	// Unchanged returns how many of a user's passages are where they were at a change.
	Unchanged(ctx context.Context, userID string, seq int64) (int, error)
	// AddSnapshot stores one whose files are about to be written.
	AddSnapshot(ctx context.Context, s Snapshot) error
	// CompleteSnapshot stores that all files of one are there; fault.NotFound if it was removed meanwhile.
	CompleteSnapshot(ctx context.Context, userID, id string) error
	// DiscardSnapshots makes all snapshots of a user incomplete.
	DiscardSnapshots(ctx context.Context, userID string) error
	// RemoveSnapshot removes a row, if there is one.
	RemoveSnapshot(ctx context.Context, userID, id string) error
	// StaleSnapshots returns snapshots of all users from before a time, at most limit, the oldest first: those
	// with passages that have changed since, and incomplete ones.
	StaleSnapshots(ctx context.Context, before time.Time, limit int) ([]Snapshot, error)
}

// Service keeps snapshots. It is safe for concurrent use, at any number of nodes.
type Service struct {
	rows  Rows
	files blob.Store
	log   *slog.Logger
	now   func() time.Time
	away  atomic.Int64 // Unix milliseconds until which nothing is fetched
}

var _ recall.Snapshots = (*Service)(nil)

// New returns a Service.
func New(rows Rows, files blob.Store, log *slog.Logger, now func() time.Time) *Service {
	return &Service{rows: rows, files: files, log: log, now: now}
}

// last returns a user's newest complete snapshot of a format; without an ID there is none.
func (s *Service) last(ctx context.Context, userID, format string) (Snapshot, error) {
	all, err := s.rows.SnapshotsOf(ctx, userID)
	for _, one := range all {
		if one.Complete && one.Format == format {
			return one, err
		}
	}
	return Snapshot{}, err
}

// Fetch implements recall.Snapshots.
func (s *Service) Fetch(ctx context.Context, userID, dir, format string) error {
	if s.now().UnixMilli() < s.away.Load() {
		return nil
	}
	for again := true; ; again = false {
		last, err := s.last(ctx, userID, format)
		if err != nil || last.ID == "" {
			return err
		}
		err = s.download(ctx, last, dir)
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case !errors.Is(err, blob.ErrNotFound):
			s.away.Store(s.now().Add(fetchesAgain).UnixMilli())
			return err
		case !again: // else another took its place while it was fetched
			return errors.Join(err, s.rows.DiscardSnapshots(ctx, userID))
		}
	}
}

func (s *Service) download(ctx context.Context, from Snapshot, dir string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, fetchWait+time.Duration(from.Passages)*fetchEach)
	defer cancel()
	into := map[string]*os.File{}
	defer func() {
		for _, file := range into {
			err = errors.Join(err, file.Close())
		}
		if err == nil {
			err = os.Rename(filepath.Join(dir, partial(segment.ListName)), filepath.Join(dir, segment.ListName))
		}
	}()
	for _, f := range from.Files {
		if into[f.Name], err = os.Create(filepath.Join(dir, partial(f.Name))); err != nil {
			return err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(fetchedAtOnce)
	for _, p := range from.parts() {
		group.Go(func() error { return s.downloadPart(ctx, p, into[p.file]) })
	}
	return group.Wait()
}

// partial returns the name of a file while it is fetched: without the list an index has no files.
func partial(name string) string {
	if name == segment.ListName {
		return name + ".fetched"
	}
	return filepath.Base(name)
}

func (s *Service) downloadPart(ctx context.Context, p part, into io.WriterAt) (err error) {
	object, err := s.files.Open(ctx, p.key)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	n, err := io.Copy(io.NewOffsetWriter(into, p.offset), object)
	if err == nil && n != p.size {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// Due implements recall.Snapshots: if there is no snapshot, if it lacks many changes, and if something in it has
// changed. A small index needs none.
func (s *Service) Due(ctx context.Context, userID, format string, seq int64) (bool, error) {
	last, err := s.last(ctx, userID, format)
	if err != nil || last.ID != "" && s.now().Sub(last.CreatedAt) < restsFor {
		return false, err
	}
	if all, err := s.rows.Unchanged(ctx, userID, seq); all < leastPassages || err != nil {
		return false, err // a sweep removes one of before
	}
	if last.ID == "" || seq-last.Seq > mostBehind {
		return true, nil
	}
	unchanged, err := s.rows.Unchanged(ctx, userID, last.Seq)
	return unchanged < last.Passages, err
}

// Publish implements recall.Snapshots.
func (s *Service) Publish(ctx context.Context, userID string, of segment.Frozen) error {
	made := Snapshot{
		UserID: userID, ID: uuid.Must(uuid.NewV7()).String(), Format: of.Format, Seq: of.Seq, Passages: of.Docs, CreatedAt: s.now(),
	}
	content := map[string]io.ReaderAt{segment.ListName: bytes.NewReader(of.List)}
	for _, file := range of.Files {
		info, err := file.Stat()
		if err != nil {
			return err
		}
		made.Files = append(made.Files, File{info.Name(), info.Size()})
		content[info.Name()] = file
	}
	made.Files = append(made.Files, File{segment.ListName, int64(len(of.List))})
	if err := s.upload(ctx, made, content); err != nil {
		return err
	}
	return s.removeOlder(ctx, made)
}

// upload sends the files of a snapshot. After an error what was sent stays, since its row is not complete, until a
// sweep removes it.
func (s *Service) upload(ctx context.Context, made Snapshot, content map[string]io.ReaderAt) error {
	ctx, cancel := context.WithTimeout(ctx, uploadWait)
	defer cancel()
	if err := s.rows.AddSnapshot(ctx, made); err != nil {
		return err
	}
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(sentAtOnce)
	for _, p := range made.parts() {
		group.Go(func() error {
			_, err := s.files.Put(within, p.key, io.NewSectionReader(content[p.file], p.offset, p.size))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return s.rows.CompleteSnapshot(ctx, made.UserID, made.ID)
}

// removeOlder removes a user's snapshots that are older than one, and those of other formats that are of no use
// any more. Those that are being written stay.
func (s *Service) removeOlder(ctx context.Context, than Snapshot) error {
	all, err := s.rows.SnapshotsOf(ctx, than.UserID)
	older := false
	for _, one := range all {
		switch {
		case one.ID == than.ID:
			older = true
		case !one.Complete:
		case one.Format == than.Format && older, one.Format != than.Format && s.now().Sub(one.CreatedAt) > otherFor:
			err = errors.Join(err, s.remove(ctx, one))
		}
	}
	return err
}

// remove removes a snapshot's files, then its row, which a sweep finds again if not all could be removed.
func (s *Service) remove(ctx context.Context, one Snapshot) error {
	for _, key := range one.Keys() {
		if err := s.files.Delete(ctx, key); err != nil {
			return err
		}
	}
	return s.rows.RemoveSnapshot(ctx, one.UserID, one.ID)
}

// Discard implements recall.Snapshots. A sweep removes the files.
func (s *Service) Discard(userID string) {
	ctx, cancel := context.WithTimeout(context.Background(), discardWait)
	defer cancel()
	if err := s.rows.DiscardSnapshots(ctx, userID); err != nil {
		s.log.Warn("the snapshot of a search index was not discarded", "user", userID, "error", err)
	}
}

// Sweep removes the snapshots of all users that hold what has changed since and were not replaced, and what is not
// complete since its node died or its user was deleted meanwhile.
func (s *Service) Sweep(ctx context.Context) error {
	for {
		stale, err := s.rows.StaleSnapshots(ctx, s.now().Add(-staleFor), batch)
		for _, one := range stale {
			err = errors.Join(err, s.remove(ctx, one))
		}
		if err != nil || len(stale) < batch {
			return err
		}
	}
}
