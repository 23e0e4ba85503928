package filelock

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Dir makes a directory if needed, and locks it until the result is closed or the process ends; ErrLocked if another process
// holds it for longer than wait. It locks the directory itself, which is not removed by hand, and a file in it, since
// some network file systems don't lock directories.
func Dir(dir, name string, wait time.Duration) (io.Closer, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the directory can't be made: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the directory can't be written: %w", err)
	}
	folder, err := os.Open(dir)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the directory can't be read: %w", err), file.Close())
	}
	both := pair{file: file, folder: folder}
	until := time.Now().Add(wait)
	for err = both.lock(); errors.Is(err, ErrLocked) && time.Now().Before(until); err = both.lock() {
		time.Sleep(wait / 50)
	}
	if err != nil {
		return nil, errors.Join(err, both.Close())
	}
	return both, nil
}

// pair is locked and released together.
type pair struct{ file, folder *os.File }

func (p pair) lock() error {
	if err := Exclusive(p.file); err != nil {
		return err
	}
	if err := Exclusive(p.folder); !errors.Is(err, ErrUnsupported) {
		return err
	}
	return nil
}

func (p pair) Close() error { return errors.Join(Close(p.file), Close(p.folder)) }
