package watch

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"engram/internal/fault"
	"engram/internal/memory"
)

// errMoved says that a file changed while it was read.
var errMoved = errors.New("watch: the file changed meanwhile")

// take makes a memory of a file whose content was not taken in before. It reads the file for its hash
// unless now has that.
func (s *Service) take(ctx context.Context, owner Owner, name string, now *state) error {
	f := File{UserID: owner.UserID, Size: now.size, Modified: now.modified}
	_, f.Path, _ = strings.Cut(name, "/")
	if now.size == 0 {
		return fault.New(fault.Invalid, "The file is empty")
	}
	seen, err := s.parts.Store.Seen(ctx, f.UserID, f.Path, f.Size, f.Modified)
	if err != nil || seen {
		return err
	}
	if now.hash == "" {
		if now.hash, err = s.hash(owner, name, *now); err != nil {
			return err
		}
	}
	f.Hash = now.hash
	before, err := s.parts.Store.File(ctx, f.UserID, f.Hash)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return s.store(ctx, owner, name, f)
	case err != nil:
		return err
	case before.Saved:
		return s.parts.Store.MoveFile(ctx, f)
	}
	return s.resume(ctx, owner, name, f, before.UploadID)
}

// resume goes on where a process was interrupted between storing a file and saving its memory.
func (s *Service) resume(ctx context.Context, owner Owner, name string, f File, uploadID string) error {
	u, err := s.parts.Uploaded.Upload(ctx, f.UserID, uploadID)
	switch {
	case fault.KindOf(err) == fault.NotFound: // it was swept, unclaimed for a day
		if err := s.parts.Store.DropFile(ctx, f.UserID, f.Hash); err != nil {
			return err
		}
		f.UploadID = ""
		return s.store(ctx, owner, name, f)
	case err != nil:
		return err
	case u.MemoryID != "":
		return s.parts.Store.FileSaved(ctx, f.UserID, f.Hash)
	}
	f.UploadID = uploadID
	return s.save(ctx, f, u.Name)
}

// store stores a file, then saves its memory.
func (s *Service) store(ctx context.Context, owner Owner, name string, f File) error {
	file, err := s.open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	sum := sha256.New()
	u, err := s.parts.Uploads.Accept(ctx, f.UserID, s.parts.Plans.For(owner.Plan), path.Base(name), io.TeeReader(file, sum))
	if err != nil {
		return err
	}
	if hexOf(sum) != f.Hash { // the upload goes unclaimed, and is swept
		return errMoved
	}
	f.UploadID = u.ID
	if added, err := s.parts.Store.AddFile(ctx, f); err != nil || !added {
		return err
	}
	return s.save(ctx, f, u.Name)
}

// save has a memory claim an upload.
func (s *Service) save(ctx context.Context, f File, name string) error {
	_, err := s.parts.Memories.Add(ctx, f.UserID, s.parts.Plans, memory.Draft{
		Kind: memory.Document, Link: s.parts.Uploads.Link(f.UserID, "", f.UploadID, name),
	})
	if err != nil {
		return err
	}
	return s.parts.Store.FileSaved(ctx, f.UserID, f.Hash)
}

// hash returns the hash of a file; errMoved if it is not as it was seen, fault.Invalid if it is older
// than the account.
func (s *Service) hash(owner Owner, name string, as state) (string, error) {
	file, err := s.open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() != as.size || info.ModTime().UnixNano() != as.modified {
		return "", errMoved
	}
	if older, err := olderThan(file, owner.CreatedAt); err != nil || older {
		return "", cmp.Or[error](err, fault.New(fault.Invalid, "The file is older than the account. Save it again to have it taken in."))
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hexOf(sum), nil
}

// open opens a file, and doesn't wait where that is a pipe by now.
func (s *Service) open(name string) (*os.File, error) {
	return s.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// olderThan reports whether a file was last changed before a time, by the clock of its file system,
// which no program sets and which may tell whole seconds.
func olderThan(file *os.File, t time.Time) (bool, error) {
	var stat unix.Stat_t
	err := unix.Fstat(int(file.Fd()), &stat)
	return time.Unix(stat.Ctim.Unix()).Before(t.Truncate(time.Second)), err
}

func hexOf(sum hash.Hash) string { return hex.EncodeToString(sum.Sum(nil)) }
