package facsimile

import (
	"context"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/answer/semaphore"
	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/filetype"
	"engram/internal/upload"
)

const (
	// Concurrent is the number of pages that are drawn at once, for all users.
	Concurrent = 2
	maxQueued  = 64 // requests of one user that wait
	turnWait   = 20 * time.Second
	retryAfter = 2 * time.Second
	// pathPrefix begins the path of every page: prefix + user id + / + upload id + / + page + / +
	// width.
	pathPrefix = "/api/pages/"
)

// Service shows the pages of uploaded PDFs.
type Service struct {
	uploads *upload.Service
	links   *upload.Links
	drawer  Drawer
	scans   Recognised
	turns   *semaphore.Semaphore
	cache   *cache
}

// Recognised has the words of scanned pages, which are not in their PDF.
type Recognised interface {
	// RecognisedWords returns the words of a page; none if it was not recognised, or is not the
	// user's.
	RecognisedWords(ctx context.Context, userID, uploadID string, page int) ([]Word, error)
}

// New returns a Service.
func New(uploads *upload.Service, links *upload.Links, drawer Drawer, scans Recognised) *Service {
	return &Service{uploads, links, drawer, scans, semaphore.New(Concurrent).Queue(maxQueued), newCache(cacheBytes)}
}

// Sizes returns the size of each page. It returns fault.NotFound if the upload is not the user's or
// no PDF, fault.Invalid if it can't be read, and fault.Unavailable while too many pages are drawn.
func (s *Service) Sizes(ctx context.Context, userID, uploadID string) ([]Size, error) {
	if err := s.isPDF(ctx, userID, uploadID); err != nil {
		return nil, err
	}
	return s.sizes(ctx, s.document(userID, uploadID))
}

// Words returns the words of a page, from 1. Its errors are those of Sizes, and fault.NotFound for
// a page that is not there.
func (s *Service) Words(ctx context.Context, userID, uploadID string, page int) ([]Word, error) {
	if err := s.isPDF(ctx, userID, uploadID); err != nil {
		return nil, err
	}
	doc := s.document(userID, uploadID)
	size, err := s.size(ctx, doc, page)
	if err != nil {
		return nil, err
	}
	words, err := cached(ctx, s, key{doc.ID, page, 0}, doc, func(ctx context.Context) ([]Word, int, error) {
		words, err := s.drawer.Words(ctx, doc, page, size)
		bytes := 0
		for _, w := range words {
			bytes += 64 + len(w.Text)
		}
		return words, bytes, err
	})
	if err != nil || len(words) > 0 {
		return words, err
	}
	return s.scans.RecognisedWords(ctx, userID, uploadID, page)
}

// Link returns the address of every page's picture in every width, with {page} and {width} to be
// replaced. It is valid as long as the link of the document itself.
func (s *Service) Link(userID, sessionID, uploadID string) string {
	path := pathPrefix + userID + "/" + uploadID
	signed := s.links.Sign(upload.Link{Path: path, Session: sessionID, Window: upload.LinkWindow})
	return path + "/{page}/{width}" + strings.TrimPrefix(signed, path)
}

// Picture returns the JPEG of a page by its link. It returns fault.Forbidden if the link is not
// valid, and the errors of Words.
func (s *Service) Picture(ctx context.Context, link *url.URL) ([]byte, error) {
	userID, uploadID, page, width, err := parse(link.Path)
	if err != nil {
		return nil, err
	}
	document := *link
	document.Path, document.RawPath = pathPrefix+userID+"/"+uploadID, ""
	if err := s.links.Check(ctx, userID, &document); err != nil {
		return nil, err
	}
	if err := s.isPDF(ctx, userID, uploadID); err != nil {
		return nil, err
	}
	doc := s.document(userID, uploadID)
	size, err := s.size(ctx, doc, page)
	if err != nil {
		return nil, err
	}
	return cached(ctx, s, key{doc.ID, page, width}, doc, func(ctx context.Context) ([]byte, int, error) {
		w, h := size.pixels(width)
		jpeg, err := s.drawer.Draw(ctx, doc, page, w, h)
		return jpeg, len(jpeg), err
	})
}

// Forget removes what is held of a document, by its blob key.
func (s *Service) Forget(blobKey string) {
	s.cache.forget(blobKey)
	s.drawer.Forget(blobKey)
}

// parse returns the parts of a picture's path.
func parse(path string) (userID, uploadID string, page, width int, err error) {
	parts := strings.Split(strings.TrimPrefix(path, pathPrefix), "/")
	if !strings.HasPrefix(path, pathPrefix) || len(parts) != 4 || uuid.Validate(parts[0]) != nil || uuid.Validate(parts[1]) != nil {
		return "", "", 0, 0, noPage()
	}
	page, err1 := strconv.Atoi(parts[2])
	width, err2 := strconv.Atoi(parts[3])
	if err := errors.Join(err1, err2); err != nil || !slices.Contains(Widths, width) {
		return "", "", 0, 0, fault.Wrap(fault.Invalid, "Pages are not drawn in this width", err)
	}
	return parts[0], parts[1], page, width, nil
}

func noPage() error { return fault.New(fault.NotFound, "This page does not exist") }

// isPDF returns fault.NotFound unless the user's upload is there and a PDF. It is asked on every
// call, so that nothing is shown of what was deleted.
func (s *Service) isPDF(ctx context.Context, userID, uploadID string) error {
	format, err := s.uploads.Format(ctx, userID, uploadID)
	if err == nil && format != filetype.PDF {
		return noPage()
	}
	return err
}

func (s *Service) document(userID, uploadID string) Document {
	return Document{userID, blob.DocumentKey(userID, uploadID), func(ctx context.Context) (io.ReadCloser, error) {
		return s.uploads.OpenOwn(ctx, userID, uploadID)
	}}
}

func (s *Service) sizes(ctx context.Context, doc Document) ([]Size, error) {
	return cached(ctx, s, key{doc.ID, 0, 0}, doc, func(ctx context.Context) ([]Size, int, error) {
		sizes, err := s.drawer.Sizes(ctx, doc)
		for i, size := range sizes {
			sizes[i] = size.shown()
		}
		return sizes, 16 * len(sizes), err
	})
}

func (s *Service) size(ctx context.Context, doc Document, page int) (Size, error) {
	sizes, err := s.sizes(ctx, doc)
	if err != nil {
		return Size{}, err
	}
	if page < 1 || page > len(sizes) {
		return Size{}, noPage()
	}
	return sizes[page-1], nil
}

// cached returns what is kept for a key, or makes it in the user's turn. A PDF that failed is not
// tried again while that is cached.
func cached[T any](ctx context.Context, s *Service, k key, doc Document, compute func(context.Context) (T, int, error)) (none T, err error) {
	if e, ok, _ := s.cache.get(k); ok {
		return valueOf[T](e)
	}
	release, err := s.turn(ctx, doc.UserID)
	if err != nil {
		return none, err
	}
	defer release()
	e, ok, forgotten := s.cache.get(k) // another request may have made it
	if ok {
		return valueOf[T](e)
	}
	value, size, err := compute(ctx)
	e = entry{key: k, value: value, err: explain(err), size: size + 128}
	if err == nil || errors.Is(err, ErrLocked) || errors.Is(err, ErrDamaged) {
		s.cache.put(e, forgotten)
	}
	return valueOf[T](e)
}

func valueOf[T any](e entry) (none T, err error) {
	if e.err != nil {
		return none, e.err
	}
	return e.value.(T), nil
}

// turn waits until the user may have a page drawn.
func (s *Service) turn(ctx context.Context, userID string) (release func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, turnWait)
	defer cancel()
	release, err = s.turns.Acquire(waiting, userID)
	if err != nil && ctx.Err() == nil {
		busy := fault.New(fault.Unavailable, "Too many pages are being drawn. Please try again in a moment.")
		busy.RetryAfter = retryAfter
		return nil, busy
	}
	return release, err
}

// explain returns the message for a PDF that can't be drawn.
func explain(err error) error {
	switch {
	case errors.Is(err, ErrLocked):
		return fault.Wrap(fault.Invalid, "This PDF is protected by a password.", err)
	case errors.Is(err, ErrDamaged):
		return fault.Wrap(fault.Invalid, "This page can't be drawn.", err)
	}
	return err
}
