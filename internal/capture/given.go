package capture

import (
	"bytes"
	"context"
	"errors"
	"io"

	"engram/internal/fault"
	"engram/internal/memory"
)

// Given returns the result of a capture of a memory whose page came with it. Only the pictures that
// the page holds are kept at once; no other is fetched for the card.
func (s *Service) Given(ctx context.Context, m memory.Memory, page io.Reader) (result Result, err error) {
	limited, cancel := context.WithTimeout(ctx, captureTime)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil {
			err = fault.New(fault.Invalid, "This could not be read.")
			s.parts.Log.Warn("a page that came with its memory could not be read", "memory", m.ID, "cause", cause)
		}
	}()
	doc, err := s.parts.Saved.ReadSavedPage(limited, page, m.URL)
	if err != nil {
		if errors.Is(ctx.Err(), context.Canceled) {
			return Result{}, ctx.Err()
		}
		reason, _, _ := reasonOf(err)
		return Result{}, fault.Wrap(fault.Invalid, reason, err)
	}
	if len(doc.Sections) == 0 {
		return Result{}, fault.New(fault.Invalid, "This page holds no text.")
	}
	doc.ImageURL = ""
	return s.settled(limited, m, doc), nil
}

// Told returns the result of a capture of a memory whose text came with it, in paragraphs.
func (s *Service) Told(ctx context.Context, m memory.Memory, text string) Result {
	return s.settled(ctx, m, Document{Sections: []Section{{Text: text}}})
}

// settled returns the result of a capture that read all of a document.
func (s *Service) settled(ctx context.Context, m memory.Memory, doc Document) Result {
	title := m.Title
	m = describe(m, doc)
	if title != "" {
		m.Title = title
	}
	m.Status, m.CapturedAt, m.Bookmark = memory.Ready, s.now(), memory.Bookmark{}
	r := &run{Service: s, memory: m}
	if len(doc.Image) > 0 {
		m = r.picture(ctx, m, doc)
	}
	found, structured := r.found(m, doc)
	return Result{Memory: m, Passages: found, Document: structured, Figures: r.figures(ctx, m, structured), Signature: doc.signature()}
}

// maxKept bounds the pictures that come from another Engram, in bytes.
const maxKept = 16 << 20

// Kept stores a picture that comes from another Engram under a key, and returns its width and height.
// fault.Invalid for anything else.
func (s *Service) Kept(ctx context.Context, key string, picture io.Reader) (width, height int, err error) {
	file, err := io.ReadAll(io.LimitReader(picture, maxKept))
	if err != nil {
		return 0, 0, fault.Wrap(fault.Invalid, "The picture can't be read", err)
	}
	if file, err = s.parts.Figures.Kept(ctx, file); err != nil {
		return 0, 0, err
	}
	size, err := sizeOf(file)
	if err != nil {
		return 0, 0, fault.Wrap(fault.Invalid, "The picture can't be read", err)
	}
	_, err = s.parts.Blobs.Put(ctx, key, bytes.NewReader(file))
	return size.X, size.Y, err
}
