package backup

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// workFolder begins the name of the folder beside an archive in which it is made.
const workFolder = ".engram-backup-"

// WriteFile makes an archive, reads it through again, and only then gives it its name: under that there is a whole backup,
// or what was there before.
func WriteFile(ctx context.Context, path string, s Source) (m Manifest, err error) {
	dir := filepath.Dir(path)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return m, fmt.Errorf("%s is no file: name the file that the backup is to be", path)
	}
	work, err := os.MkdirTemp(dir, workFolder+"*")
	if err != nil {
		return m, fmt.Errorf("a backup can't be made in %s: %w", dir, err)
	}
	defer func() { err = errors.Join(full(err, dir), os.RemoveAll(work)) }()
	partial := filepath.Join(work, "archive.partial")
	m, sum, err := writeSynced(ctx, partial, s, work)
	if err != nil {
		return m, err
	}
	if err := again(ctx, partial, sum, len(s.Recipients) > 0); err != nil {
		return m, fmt.Errorf("the backup was not written as it should be: %w", err)
	}
	if err := os.Rename(partial, path); err != nil {
		return m, err
	}
	return m, syncOne(dir)
}

func writeSynced(ctx context.Context, path string, s Source, work string) (m Manifest, sum [sha256.Size]byte, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return m, sum, err
	}
	hash, buffered := sha256.New(), bufio.NewWriterSize(file, 256<<10)
	m, err = Write(ctx, io.MultiWriter(buffered, hash), s, work)
	if err == nil {
		err = errors.Join(buffered.Flush(), file.Sync())
	}
	return m, [sha256.Size]byte(hash.Sum(nil)), errors.Join(err, file.Close())
}

// again reads an archive back. One that is encrypted can't be opened here, so its bytes are compared.
func again(ctx context.Context, path string, sum [sha256.Size]byte, encrypted bool) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if !encrypted {
		_, err = Verify(ctx, file, "")
		return err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, &given{ctx: ctx, r: file}); err != nil {
		return err
	}
	if [sha256.Size]byte(hash.Sum(nil)) != sum {
		return errors.New("what was read is not what was written")
	}
	return nil
}

// staleAfter is the age from which a work folder belongs to a backup that was interrupted.
const staleAfter = 24 * time.Hour

// sweep removes what backups left in a folder that were cut off.
func sweep(dir string, now time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), workFolder) {
			continue
		}
		if info, errInfo := e.Info(); errInfo == nil && now.Sub(info.ModTime()) > staleAfter {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}
