package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"engram/internal/diskspace"
	"engram/internal/fault"
)

const (
	// reserveName is the file in SQLite's folder that is deleted when the disk is full.
	reserveName = "engram.reserve"
	// reserveSize suffices for the WAL of some deletions.
	reserveSize = 8 << 20
	// littleRoom is the free space in bytes below which a disk counts as full.
	littleRoom = 1 << 20
	// freePages must be free in SQLite's file for saves while the reserve is in use.
	freePages = 256
)

// reserve is disk space that is released when the disk is full, since even deletions must be
// written first. nil reserves nothing.
type reserve struct {
	dir  string
	mu   sync.Mutex
	kept bool
}

func (r *reserve) path() string { return filepath.Join(r.dir, reserveName) }

// hold creates the reserve if there is space, and reports whether it exists.
func (r *reserve) hold() bool {
	if r == nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.kept && roomIn(r.dir) > reserveSize+littleRoom {
		r.kept = r.make() == nil
	}
	return r.kept
}

func (r *reserve) make() (err error) {
	if info, err := os.Stat(r.path()); err == nil && info.Size() == reserveSize {
		return nil
	}
	file, err := os.OpenFile(r.path(), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.CopyN(file, rand.Reader, reserveSize) // random, since some disks store no zeros
	if err = errors.Join(err, file.Close()); err != nil {
		err = errors.Join(err, os.Remove(r.path()))
	}
	return err
}

// release deletes the reserve and reports whether it existed.
func (r *reserve) release() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = false
	return os.Remove(r.path()) == nil
}

// roomIn returns the free bytes in a folder, the maximum if unknown.
func roomIn(dir string) int64 {
	free, err := diskspace.Free(dir)
	if err != nil {
		return reserveSize + littleRoom + 1
	}
	return free
}

// Free returns the bytes an unprivileged program may still write in a folder.
func Free(dir string) int64 { return roomIn(dir) }

// IsFull reports whether writing to a folder fails for lack of space; it tries.
func IsFull(dir string) bool {
	file, err := os.CreateTemp(dir, ".room-*")
	if err == nil {
		_, err = file.Write(make([]byte, 64<<10))
		_ = errors.Join(file.Close(), os.Remove(file.Name()))
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// isFull reports whether a write failed for lack of space. SQLite reports some cases, such as
// quotas, as I/O errors.
func (db *DB) isFull(err error) bool {
	return saysFull(err) || isSQLiteIO(err) && db.folder != "" && IsFull(db.folder)
}

// roomToSave rejects writes into the space left for deletions.
func (db *DB) roomToSave(ctx context.Context) error {
	if db.reserve.hold() {
		return nil
	}
	var free int
	if err := db.read.QueryRowContext(ctx, "PRAGMA freelist_count").Scan(&free); err != nil {
		return err
	}
	if free >= freePages {
		return nil
	}
	return fault.Full(errReserve)
}

var errReserve = errors.New("the disk was full, and there is not yet room enough")

// Ready reports whether the database answers; fault.NoRoom if the disk is full.
func (db *DB) Ready(ctx context.Context) error {
	if err := db.Ping(ctx); err != nil {
		return Explain(err, "ask", "the database")
	}
	if db.reserve != nil && (!db.reserve.hold() || roomIn(db.folder) < littleRoom) {
		return fault.Full(fmt.Errorf("the disk that holds %s is full", db.folder))
	}
	return nil
}
