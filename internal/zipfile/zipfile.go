// Package zipfile opens ZIP files of strangers within limits.
package zipfile

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

const (
	maxDirectory = 4 << 20  // bytes of the list of entries, with what is read to find it
	maxInflated  = 64 << 20 // bytes of all entries that are read of a file
	// Magic begins every ZIP file that has an entry.
	Magic = "PK\x03\x04"
)

// ErrTooLarge is returned for what exceeds a limit.
var ErrTooLarge = errors.New("zipfile: it holds too much")

// ErrEncrypted is returned for an entry that needs a password.
var ErrEncrypted = errors.New("zipfile: an entry is encrypted")

// File is an open ZIP file. It is not safe for concurrent use.
type File struct {
	entries map[string]*zip.File
	left    int64 // bytes that may still be inflated
}

// Open reads the list of entries. Of entries with the same name the first counts.
func Open(file io.ReadSeeker) (*File, error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	at := &positioned{file: file, left: maxDirectory}
	directory, err := zip.NewReader(at, size)
	if err != nil {
		return nil, fmt.Errorf("zipfile: open: %w", errors.Join(err, at.exceeded))
	}
	at.left = 1 << 62
	f := &File{entries: make(map[string]*zip.File, len(directory.File)), left: maxInflated}
	for _, entry := range directory.File {
		name := strings.TrimPrefix(strings.ReplaceAll(entry.Name, `\`, "/"), "/")
		if _, has := f.entries[name]; !has {
			f.entries[name] = entry
		}
	}
	return f, nil
}

// Has reports whether there is an entry with this name.
func (f *File) Has(name string) bool { return f.entries[name] != nil }

// Read returns an entry. It returns fs.ErrNotExist, ErrEncrypted, or ErrTooLarge if the entry
// inflates to more than limit bytes, whatever it declares, or all that were read to too much.
func (f *File) Read(ctx context.Context, name string, limit int64) ([]byte, error) {
	entry := f.entries[name]
	switch {
	case entry == nil:
		return nil, fs.ErrNotExist
	case entry.Flags&1 != 0:
		return nil, ErrEncrypted
	case entry.UncompressedSize64 > uint64(limit):
		return nil, ErrTooLarge
	}
	content, err := entry.Open()
	if err != nil {
		return nil, fmt.Errorf("zipfile: open an entry: %w", err)
	}
	defer content.Close()
	limit = min(limit, f.left)
	all, err := io.ReadAll(io.LimitReader(lasting{ctx, content}, limit+1))
	f.left -= int64(len(all))
	switch {
	case int64(len(all)) > limit:
		return nil, ErrTooLarge
	case err != nil:
		return nil, fmt.Errorf("zipfile: inflate: %w", err)
	}
	return all, nil
}

// lasting fails when ctx ends.
type lasting struct {
	ctx context.Context
	r   io.Reader
}

func (l lasting) Read(p []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	return l.r.Read(p)
}

// positioned is an io.ReaderAt that gives up after left bytes.
type positioned struct {
	file     io.ReadSeeker
	left     int64
	exceeded error
}

func (p *positioned) ReadAt(b []byte, offset int64) (int, error) {
	if p.left -= int64(len(b)); p.left < 0 {
		p.exceeded = ErrTooLarge
		return 0, ErrTooLarge
	}
	if _, err := p.file.Seek(offset, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(p.file, b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
