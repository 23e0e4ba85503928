package imports

import (
	"context"
	"errors"
	"io"
	"sync"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/importer"
)

// source is the stored file of an import.
type source struct {
	object *blob.Object
	mu     sync.Mutex
}

var _ importer.Source = (*source)(nil)

// open opens the file of an import; fault.Invalid if it is gone.
func (s *Service) open(ctx context.Context, i Import) (*source, error) {
	object, err := s.parts.Blobs.Open(ctx, i.BlobKey())
	if errors.Is(err, blob.ErrNotFound) {
		err = fault.Wrap(fault.Invalid, "The file is not there any more. Please import it again.", err)
	}
	if err != nil {
		return nil, err
	}
	return &source{object: object}, nil
}

// Size implements importer.Source.
func (s *source) Size() int64 { return s.object.Size }

// ReadAt implements io.ReaderAt, also for files that can only be read from one place at a time.
func (s *source) ReadAt(p []byte, off int64) (int, error) {
	if at, ok := s.object.ReadSeekCloser.(io.ReaderAt); ok {
		return at.ReadAt(p, off)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.object.Seek(off, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(s.object, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

func (s *source) close() { _ = s.object.Close() } // it was only read
