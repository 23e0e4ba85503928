package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"engram/internal/filelock"
	"engram/internal/store"
)

// lockDir locks the data directory for this process until the result is closed or the process ends.
// Two programs on one embedded database and its files would corrupt each other's data. It locks the
// directory itself, which is not removed by hand, and a file in it, since some network file systems
// don't lock directories. It waits up to orphanWait.
func lockDir(dir string) (io.Closer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the data directory can't be made: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, "engram.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the data directory can't be written: %w", err)
	}
	folder, err := os.Open(dir)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the data directory can't be read: %w", err), file.Close())
	}
	both := locks{file: file, folder: folder}
	until := time.Now().Add(orphanWait)
	for err = both.lock(); errors.Is(err, filelock.ErrLocked) && time.Now().Before(until); err = both.lock() {
		time.Sleep(orphanWait / 50)
	}
	if errors.Is(err, filelock.ErrLocked) {
		err = fmt.Errorf("another Engram is running on %s; stop it first, or set ENGRAM_DATA_DIR to a directory of its own", dir)
	}
	if err != nil {
		return nil, errors.Join(err, both.Close())
	}
	return both, nil
}

// locks are taken and released together.
type locks struct{ file, folder *os.File }

func (l locks) lock() error {
	if err := filelock.Exclusive(l.file); err != nil {
		return err
	}
	if err := filelock.Exclusive(l.folder); !errors.Is(err, filelock.ErrUnsupported) {
		return err
	}
	return nil
}

func (l locks) Close() error { return errors.Join(filelock.Close(l.file), filelock.Close(l.folder)) }

const (
	// orphanWait is longer than the child of a killed Engram that was just being started keeps its parent's locks.
	orphanWait = time.Second
	// turnWait is the maximum wait of a start for an Engram that is stopping, which takes at most
	// 10 s.
	turnWait = 12 * time.Second
	// turnLook is the interval at which the lock on the database is verified.
	turnLook = 5 * time.Second
	// turnLost is the time that another process may hold the lock before this one ends: longer than the
	// server keeps a lost connection.
	turnLost = 45 * time.Second
)

// takeDatabase refuses a second process on one Postgres: each has files of its own, which the other would not find.
func (a *App) takeDatabase(ctx context.Context, db *store.DB) error {
	if a.shared {
		return nil
	}
	alone, err := db.Alone(ctx, a.turnWait)
	if errors.Is(err, store.ErrTaken) {
		return errors.New("another Engram is running on this database (ENGRAM_DATABASE_URL), and files in its data directory " +
			"would not be found here; stop it first, or set a database of its own")
	}
	if alone == nil || err != nil {
		return err
	}
	a.onClose(func(context.Context) error { return alone.Close() })
	a.behind(func(ctx context.Context) {
		if err := alone.Keep(ctx, turnLook, turnLost); err != nil {
			a.fail(fmt.Errorf("the connection to the database was lost, and meanwhile %w", err))
		}
	})
	return nil
}
