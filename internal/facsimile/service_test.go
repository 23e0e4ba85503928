package facsimile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/upload"
)

// drawer draws a page as its number, and counts.
type drawer struct {
	drawn     atomic.Int64
	forgotten int
	fail      error
	block     chan struct{} // closed to let pages be drawn; nil: they are
}

func (d *drawer) Sizes(context.Context, Document) ([]Size, error) {
	return []Size{{600, 800}, {}}, d.fail
}

func (d *drawer) Draw(ctx context.Context, _ Document, page, width, height int) ([]byte, error) {
	d.drawn.Add(1)
	if d.block != nil {
		select {
		case <-d.block:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return fmt.Appendf(nil, "page %d in %d x %d", page, width, height), d.fail
}

func (d *drawer) Words(_ context.Context, _ Document, page int, _ Size) ([]Word, error) {
	d.drawn.Add(1)
	return []Word{{Text: fmt.Sprint(page)}}, d.fail
}

func (d *drawer) Forget(string) { d.forgotten++ }

// files is a store of one upload, with its content.
type files struct {
	uploads
	blobs
	upload  upload.Upload
	content string
}

type (
	uploads interface{ upload.Store }
	blobs   interface{ blob.Store }
)

func (f *files) Upload(_ context.Context, userID, id string) (upload.Upload, error) {
	if userID != f.upload.UserID || id != f.upload.ID {
		return upload.Upload{}, fault.New(fault.NotFound, "This document does not exist")
	}
	return f.upload, nil
}

type closing struct{ io.ReadSeeker }

func (closing) Close() error { return nil }

func (f *files) Open(context.Context, string) (*blob.Object, error) {
	return &blob.Object{ReadSeekCloser: closing{strings.NewReader(f.content)}}, nil
}

func (f *files) SessionLasts(context.Context, string, string) (bool, error) { return true, nil }

// RecognisedWords has a word for the third page.
func (f *files) RecognisedWords(_ context.Context, userID, uploadID string, page int) ([]Word, error) {
	if page != 3 || userID != f.upload.UserID || uploadID != f.upload.ID {
		return nil, nil
	}
	return []Word{{Text: "scanned"}}, nil
}

func newService(d *drawer) (*Service, *files) {
	f := &files{content: "%PDF-1.7", upload: upload.Upload{ID: uuid.NewString(), UserID: uuid.NewString()}}
	links := upload.NewLinks([]byte("a secret"), f, time.Now)
	return New(upload.New(f, f, nil, links, 0, time.Now), links, d, f), f
}

// link returns the link to a page, as a client makes it of the template.
func link(t *testing.T, s *Service, f *files, page, width int) *url.URL {
	t.Helper()
	address := strings.NewReplacer("{page}", fmt.Sprint(page), "{width}", fmt.Sprint(width)).Replace(s.Link(f.upload.UserID, "session", f.upload.ID))
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestPagesAreDrawnOnce(t *testing.T) {
	d := &drawer{}
	s, f := newService(d)
	for range 2 {
		if got, err := s.Picture(t.Context(), link(t, s, f, 1, 800)); err != nil || string(got) != "page 1 in 800 x 1066" {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	if got, err := s.Picture(t.Context(), link(t, s, f, 2, 800)); err != nil || string(got) != "page 2 in 800 x 1035" {
		t.Errorf("a page without a size: %q, %v", got, err)
	}
	if d.drawn.Load() != 2 {
		t.Errorf("drawn %d times", d.drawn.Load())
	}
	s.Forget(f.upload.BlobKey())
	if _, err := s.Picture(t.Context(), link(t, s, f, 1, 800)); err != nil || d.drawn.Load() != 3 || d.forgotten != 1 {
		t.Errorf("after it was forgotten: drawn %d times, %v", d.drawn.Load(), err)
	}
	f.upload.ID = uuid.NewString() // the upload is removed
	if _, err := s.Sizes(t.Context(), f.upload.UserID, uuid.NewString()); fault.KindOf(err) != fault.NotFound {
		t.Errorf("an upload that is gone: %v", err)
	}
}

func TestFailuresAreKept(t *testing.T) {
	for name, tt := range map[string]struct {
		err   error
		kind  fault.Kind
		drawn int64 // by two calls
	}{
		"damaged":          {fmt.Errorf("%w: it died", ErrDamaged), fault.Invalid, 1},
		"locked":           {ErrLocked, fault.Invalid, 1},
		"a machine's":      {errors.New("no process can be started"), fault.Internal, 2},
		"the caller's own": {context.Canceled, fault.Internal, 2},
	} {
		d := &drawer{}
		s, f := newService(d)
		if _, err := s.Sizes(t.Context(), f.upload.UserID, f.upload.ID); err != nil {
			t.Fatal(err)
		}
		d.fail = tt.err
		for range 2 {
			if _, err := s.Words(t.Context(), f.upload.UserID, f.upload.ID, 1); fault.KindOf(err) != tt.kind {
				t.Errorf("%s: %v", name, err)
			}
		}
		if d.drawn.Load() != tt.drawn {
			t.Errorf("%s: tried %d times, want %d", name, d.drawn.Load(), tt.drawn)
		}
	}
}

func TestOnlyPDFsHavePages(t *testing.T) {
	s, f := newService(&drawer{})
	stranger := uuid.NewString()
	if _, err := s.Sizes(t.Context(), stranger, f.upload.ID); fault.KindOf(err) != fault.NotFound {
		t.Errorf("another's: %v", err)
	}
	for page, kind := range map[int]fault.Kind{0: fault.NotFound, 1: fault.Internal, 3: fault.NotFound} {
		if _, err := s.Words(t.Context(), f.upload.UserID, f.upload.ID, page); fault.KindOf(err) != kind {
			t.Errorf("page %d: %v", page, err)
		}
	}
}

// Two pages are drawn at once; the others wait for twenty seconds, and are refused with words.
func TestPagesWaitForTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &drawer{block: make(chan struct{})}
		s, f := newService(d)
		if _, err := s.Sizes(t.Context(), f.upload.UserID, f.upload.ID); err != nil {
			t.Fatal(err)
		}
		ctx, leave := context.WithCancel(t.Context())
		for _, width := range Widths[:Concurrent] {
			go func() { _, _ = s.Picture(ctx, link(t, s, f, 1, width)) }()
		}
		synctest.Wait()
		if d.drawn.Load() != Concurrent {
			t.Fatalf("%d pages are drawn at once", d.drawn.Load())
		}
		_, err := s.Picture(t.Context(), link(t, s, f, 1, Widths[Concurrent]))
		var busy *fault.Error
		if !errors.As(err, &busy) || busy.Kind != fault.Unavailable || busy.RetryAfter != retryAfter {
			t.Errorf("a page that waits in vain: %v", err)
		}
		leave()
		synctest.Wait()
		close(d.block)
		if got, err := s.Picture(t.Context(), link(t, s, f, 1, 800)); err != nil || !bytes.Contains(got, []byte("800")) {
			t.Errorf("after the others left: %q, %v", got, err)
		}
	})
}
