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

	"golang.org/x/sys/unix"

	"engram/internal/fault"
)

const (
	// reserveName is the file in SQLite's folder that is given up when the disk is full.
	reserveName = "engram.reserve"
	// reserveSize is enough for SQLite's log of some deletions.
	reserveSize = 8 << 20
	// littleRoom is when a disk counts as full, in bytes.
	littleRoom = 1 << 20
	// freePages are what SQLite must have left within its file for what is saved while the reserve is given up.
	freePages = 256
)

// reserve takes up room that is given back to a full disk, so that what makes room can be written: a deletion, too, is
// written down before anything goes. A nil one keeps nothing.
type reserve struct {
	dir  string
	mu   sync.Mutex
	kept bool
}

func (r *reserve) path() string { return filepath.Join(r.dir, reserveName) }

// hold makes the reserve where it is missing and there is room for it, and reports whether it is there.
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
	_, err = io.CopyN(file, rand.Reader, reserveSize) // by chance, since some disks keep nothing of zeros
	if err = errors.Join(err, file.Close()); err != nil {
		err = errors.Join(err, os.Remove(r.path()))
	}
	return err
}

// release gives the reserve back to the disk, and reports whether there was one.
func (r *reserve) release() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept = false
	return os.Remove(r.path()) == nil
}

// roomIn is how many bytes may be written to the disk of a folder. A disk that does not say has room.
func roomIn(dir string) int64 {
	var disk unix.Statfs_t
	if unix.Statfs(dir, &disk) != nil {
		return reserveSize + littleRoom + 1
	}
	return int64(disk.Bavail * uint64(disk.Bsize))
}

// IsFull reports whether nothing more can be written in a folder, which it tries.
func IsFull(dir string) bool {
	file, err := os.CreateTemp(dir, ".room-*")
	if err == nil {
		_, err = file.Write(make([]byte, 64<<10))
		_ = errors.Join(file.Close(), os.Remove(file.Name()))
	}
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// isFull reports whether a write failed for want of room. SQLite says so of some writes; of others, as of those by a user
// who has used up a quota, it says that they failed.
func (db *DB) isFull(err error) bool {
	return saysFull(err) || isSQLiteIO(err) && db.folder != "" && IsFull(db.folder)
}

// roomToSave refuses what would take the room that is left for deletions.
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

// Ready reports whether the database answers, and by a fault.NoRoom that it does, but the disk is full.
func (db *DB) Ready(ctx context.Context) error {
	if err := db.Ping(ctx); err != nil {
		return Explain(err, "ask", "the database")
	}
	if db.reserve != nil && (!db.reserve.hold() || roomIn(db.folder) < littleRoom) {
		return fault.Full(fmt.Errorf("the disk that holds %s is full", db.folder))
	}
	return nil
}
