package upload

import (
	"context"
	"errors"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/filetype"
)

// maxFiles is the number of files of one memory at most.
const maxFiles = 20

// Attached is a file of a memory.
type Attached struct {
	Upload
	Type *filetype.Type
	Size int64 // in bytes
}

// Files returns the files of a memory, oldest first. Those that are gone, or can't be read now, are left out, since
// the memory's text can be read without them.
func (s *Service) Files(ctx context.Context, userID, memoryID string) ([]Attached, error) {
	uploads, err := s.store.FilesOf(ctx, userID, memoryID)
	var files []Attached
	for _, u := range uploads {
		object, err := s.blobs.Open(ctx, u.BlobKey())
		if errors.Is(err, blob.ErrNotFound) || errors.Is(err, blob.ErrUnavailable) {
			continue
		}
		if err != nil {
			return nil, explain(err)
		}
		format, err := filetype.Of(object, u.Name)
		size := object.Size
		object.Close()
		if err != nil {
			return nil, explain(err)
		}
		files = append(files, Attached{u, format, size})
	}
	return files, err
}

// Attach adds the upload of a link to a memory. The errors are those of Resolve and of Store.Attach.
func (s *Service) Attach(ctx context.Context, userID, memoryID, link string) error {
	id, _, err := s.Resolve(ctx, userID, link, "")
	if err != nil {
		return err
	}
	return s.store.Attach(ctx, userID, memoryID, id, maxFiles)
}

// Detach removes a file of a memory, see Store.Detach.
func (s *Service) Detach(ctx context.Context, userID, memoryID, uploadID string) error {
	return s.store.Detach(ctx, userID, memoryID, uploadID)
}

// SavePage gives a memory its page as the user's browser saved it, see Store.SavePage.
func (s *Service) SavePage(ctx context.Context, userID, memoryID, uploadID string, keep bool) error {
	return s.store.SavePage(ctx, userID, memoryID, uploadID, keep, maxFiles, s.now())
}

// Discard removes an upload that no memory has claimed.
func (s *Service) Discard(ctx context.Context, userID, id string) error {
	u, err := s.store.Upload(ctx, userID, id)
	if fault.KindOf(err) == fault.NotFound || err == nil && u.MemoryID != "" {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(s.store.RemoveUpload(ctx, userID, id), s.blobs.Delete(ctx, u.BlobKey()))
}

// Page checks that an upload is a web page; fault.Unsupported if it is anything else.
func (s *Service) Page(ctx context.Context, userID, id string) error {
	format, err := s.Format(ctx, userID, id)
	if err == nil && format != filetype.HTML {
		err = fault.New(fault.Unsupported, "The file is no web page")
	}
	return err
}
