package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"engram/internal/blob"
)

// List implements blob.Store. It skips what is not a blob: unfinished files, links and files with
// other names.
func (s *Store) List(ctx context.Context, yield func(blob.Info) error) error {
	return s.ListIn(ctx, ".", yield)
}

// ListIn is List for a folder, which need not exist.
func (s *Store) ListIn(ctx context.Context, folder string, yield func(blob.Info) error) error {
	return fs.WalkDir(s.root.FS(), folder, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // removed since its folder was read
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("blob/disk: list: %w", err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if entry.IsDir() {
			return unlessKey(path)
		}
		if !entry.Type().IsRegular() || !blob.ValidKey(path) {
			return nil
		}
		return yieldEntry(path, entry, yield)
	})
}

// unlessKey skips folders that can't contain blobs.
func unlessKey(path string) error {
	if path != "." && !blob.ValidKey(path) {
		return fs.SkipDir
	}
	return nil
}

func yieldEntry(key string, entry fs.DirEntry, yield func(blob.Info) error) error {
	info, err := entry.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("blob/disk: list %s: %w", key, err)
	}
	return yield(blob.Info{Key: key, Size: info.Size(), Modified: info.ModTime()})
}
