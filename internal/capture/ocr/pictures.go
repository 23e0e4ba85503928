package ocr

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"engram/internal/capture"
	"engram/internal/facsimile"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plaintext"
)

// Scanner prepares an untrusted picture for recognition: upright, in shades of grey, of a size that
// is recognised well. It returns a JPEG, and a fault.Invalid for what is no picture.
type Scanner interface {
	Scan(ctx context.Context, picture []byte) (jpeg []byte, err error)
}

// Pictures reads pictures by another reader, and then recognises their text.
type Pictures struct {
	pictures   capture.FileReader
	scanner    Scanner
	recogniser *Recogniser
	log        *slog.Logger
}

var _ capture.FileReader = Pictures{}

// NewPictures returns a reader of pictures and the text in them.
func NewPictures(pictures capture.FileReader, scanner Scanner, recogniser *Recogniser, log *slog.Logger) Pictures {
	return Pictures{pictures, scanner, recogniser, log}
}

// ReadFile implements capture.FileReader in two pieces, so that the picture is shown while it waits
// to be recognised: first the picture, then its text. One that can't be recognised has no text.
func (p Pictures) ReadFile(ctx context.Context, file io.ReadSeeker, from memory.Bookmark) (capture.Document, error) {
	if !from.More() {
		doc, err := p.pictures.ReadFile(ctx, file, from)
		if err == nil && len(doc.Sections) > 0 {
			doc.Bookmark = memory.Bookmark{Pages: 1}
		}
		return doc, err
	}
	text := capture.Document{Append: true, Bookmark: memory.Bookmark{Page: 1, Pages: 1, End: true}}
	page, err := p.recognise(ctx, file)
	if again := retryable(ctx, err); again != nil {
		return capture.Document{}, again
	}
	if err != nil {
		p.log.Info("a picture is not recognised", "error", err)
		return text, nil
	}
	if section := page.Section(0); section.Text != "" {
		text.Sections = []capture.Section{section}
		text.Description = plaintext.OneLine(plaintext.FirstParagraph(section.Text), capture.MaxDescription)
	}
	return text, nil
}

func (p Pictures) recognise(ctx context.Context, file io.Reader) (Page, error) {
	picture, err := io.ReadAll(io.LimitReader(file, maxImage+1))
	if err != nil {
		return Page{}, err
	}
	if end, ok := ctx.Deadline(); ok {
		limited, cancel := context.WithDeadline(ctx, end.Add(-spare))
		defer cancel()
		ctx = limited
	}
	return p.recogniser.RecogniseFrom(ctx, picture, resolution, p.scanner.Scan)
}

// retryable returns the error with which the work is to be tried again after err; nil if that is
// nil or final.
func retryable(ctx context.Context, err error) error {
	busy, isBusy := errors.AsType[*capture.Busy](err)
	switch {
	case err == nil:
		return nil
	case isBusy:
		return busy
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &capture.Busy{After: retryAfter}
	case ctx.Err() != nil:
		return ctx.Err()
	case isFinal(err), errors.Is(err, facsimile.ErrDamaged), errors.Is(err, facsimile.ErrLocked):
		return nil
	}
	return fault.Wrap(fault.Unavailable, "Its words could not be recognised.", err)
}
