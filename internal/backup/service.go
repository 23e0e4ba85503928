package backup

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"engram/internal/fault"
)

// How often it is looked whether a backup is due, and how long one that failed is not tried again.
const (
	lookEvery  = time.Minute
	retryAfter = time.Hour
)

// Service makes backups of a running Engram by a schedule, and restores one into an installation that is empty.
type Service struct {
	folder *Folder
	source Source
	every  time.Duration // 0: none by schedule
	log    *slog.Logger

	// Restoring says where an archive is restored to; nil refuses every restore.
	Restoring *Restoring

	requested atomic.Bool
	running   atomic.Bool
	requests  chan struct{}
	restoring atomic.Bool // or restored

	mu    sync.Mutex
	stats Stats
}

// Restoring holds what a restore into a running Engram needs.
type Restoring struct {
	Dir     string // of its data
	Program Program
	// Empty reports whether there is no account.
	Empty func(ctx context.Context) (bool, error)
	// Restart has the program begin again, with what waits in its directory.
	Restart func()
}

// Stats count what was done since the start.
type Stats struct {
	Made, Failed int
	LastMade     time.Time // of all starts; zero: never
	LastSize     int64     // bytes
	Spent        time.Duration
}

// New returns a Service that keeps its backups in the folder.
func New(folder *Folder, source Source, every time.Duration, log *slog.Logger) *Service {
	return &Service{folder: folder, source: source, every: every, log: log, requests: make(chan struct{}, 1)}
}

// List returns the backups that are there and the failures that are remembered, the newest first.
func (s *Service) List(ctx context.Context) ([]Record, error) { return s.folder.List(ctx) }

// Policy says when backups are made, which are kept, and where.
type Policy struct {
	Every    time.Duration // between two scheduled backups; 0: there is no schedule
	Keep     int           // of each kind, the newest; 0: all
	Dir      string        // absolute
	Database bool          // whether the database is in them, as SQLite's is
}

// Policy tells how backups are made here.
func (s *Service) Policy() Policy {
	dir, err := filepath.Abs(s.folder.dir)
	if err != nil {
		dir = s.folder.dir
	}
	return Policy{Every: s.every, Keep: s.folder.keep, Dir: dir, Database: s.source.Database.Engine() == SQLite}
}

// Request has Run make a backup, which may take longer than a caller waits. While one is requested already it does nothing.
func (s *Service) Request() {
	if s.requested.CompareAndSwap(false, true) {
		s.requests <- struct{}{}
	}
}

// Making reports whether a backup is being made or requested. Once it is made, List has it.
func (s *Service) Making() bool { return s.requested.Load() || s.running.Load() }

// make makes a backup, and logs how that went.
func (s *Service) make(ctx context.Context, kind Kind) {
	s.running.Store(true)
	defer s.running.Store(false)
	r, err := s.folder.Add(ctx, kind, "engram", s.source)
	s.count(r)
	if !r.OK() && ctx.Err() == nil {
		s.log.Error("a backup failed", "why", r.Failure, "error", err)
		return
	}
	if err != nil && ctx.Err() == nil {
		s.log.Warn("a backup was made, and its folder could not be put in order", "name", r.Name, "error", err)
	}
	if r.OK() {
		s.log.Info("a backup was made", "name", r.Name, "bytes", r.Size, "files", r.Files, "took", r.Took.Round(time.Millisecond))
	}
}

func (s *Service) count(r Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Spent += r.Took
	if !r.OK() {
		s.stats.Failed++
		return
	}
	s.stats.Made++
}

// Stats tells what was done.
func (s *Service) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	stats := s.stats
	newest, _ := s.folder.last(s.source.Now())
	stats.LastMade, stats.LastSize = newest.At, newest.Size
	return stats
}

// Run makes backups by the schedule, and those that are requested, until ctx ends. The clock is looked at again and again,
// since a machine may sleep.
func (s *Service) Run(ctx context.Context) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		if s.due(s.source.Now()) && s.used(ctx) {
			s.make(ctx, Scheduled)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.requests:
			s.make(ctx, OnRequest)
			s.requested.Store(false)
		case <-look.C:
		}
	}
}

// used reports whether there is anything to back up.
func (s *Service) used(ctx context.Context) bool {
	if s.Restoring == nil {
		return true
	}
	empty, err := s.Restoring.Empty(ctx)
	return err == nil && !empty
}

// due reports whether a backup is to be made by the schedule. One that failed is tried again before its day is over.
func (s *Service) due(now time.Time) bool {
	if s.every <= 0 {
		return false
	}
	made, tried := s.folder.last(now)
	return now.Sub(made.At) >= s.every && (tried.Equal(made.At) || now.Sub(tried) >= min(retryAfter, s.every))
}

var (
	errOther    = fault.New(fault.Conflict, "Another backup is being restored here.")
	errNotHere  = fault.New(fault.Forbidden, "A backup can't be restored here.")
	errNotEmpty = fault.New(fault.Conflict, "Somebody has an account here already: a backup is restored into an empty installation alone.")
)

// Restore verifies an archive beside an installation without accounts, then restarts the program with it.
// Identity is a secret key of age, which an encrypted archive needs.
func (s *Service) Restore(ctx context.Context, r io.Reader, identity string) (m Manifest, err error) {
	to := s.Restoring
	if to == nil {
		return m, errNotHere
	}
	if !s.restoring.CompareAndSwap(false, true) {
		return m, errOther
	}
	defer func() {
		if err != nil {
			s.restoring.Store(false)
		}
	}()
	if err = to.mustBeEmpty(ctx); err != nil {
		return m, err
	}
	if m, err = Stage(ctx, r, identity, to.Dir, to.Program); err != nil {
		return m, err
	}
	if err = to.mustBeEmpty(ctx); err != nil { // it may have taken hours
		return m, errors.Join(err, Drop(to.Dir))
	}
	s.log.Info("a backup was verified, and is taken at the start that follows", "made", m.Created, "files", m.Files(), "bytes", m.Bytes())
	to.Restart()
	return m, nil
}

func (r *Restoring) mustBeEmpty(ctx context.Context) error {
	if empty, err := r.Empty(ctx); err != nil || !empty {
		return cmp.Or[error](err, errNotEmpty)
	}
	return nil
}
