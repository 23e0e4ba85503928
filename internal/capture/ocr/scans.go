package ocr

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"engram/internal/capture"
	"engram/internal/facsimile"
	"engram/internal/memory"
	"engram/internal/plaintext"
)

// Scans reads PDFs by another reader, and recognises the pages in which that finds no text.
type Scans struct {
	pdfs       capture.FileReader
	drawer     facsimile.Drawer
	recogniser *Recogniser
	log        *slog.Logger
}

var _ capture.FileReader = Scans{}

// NewScans returns a reader of PDFs and scans.
func NewScans(pdfs capture.FileReader, drawer facsimile.Drawer, recogniser *Recogniser, log *slog.Logger) Scans {
	return Scans{pdfs, drawer, recogniser, log}
}

// spare is the time that storing what was read takes.
const spare = 2 * time.Second

// ReadFile implements capture.FileReader. A page takes seconds, so a piece ends before ctx does, with
// the pages that were recognised by then.
func (s Scans) ReadFile(ctx context.Context, file io.ReadSeeker, from memory.Bookmark) (capture.Document, error) {
	doc, err := s.pdfs.ReadFile(ctx, file, from)
	if err != nil && !errors.Is(err, capture.ErrNoText) {
		return doc, err
	}
	missing := withoutText(doc, from)
	if len(missing) == 0 {
		return doc, err
	}
	if end, ok := ctx.Deadline(); ok {
		limited, cancel := context.WithDeadline(ctx, end.Add(-spare))
		defer cancel()
		ctx = limited
	}
	scan := scan{Scans: s, doc: doc, pdf: pdfOf(file)}
	again := scan.recognise(ctx, missing, from)
	switch {
	case again != nil && scan.doc.Bookmark.Page <= first(doc, from)-1:
		return capture.Document{}, again
	case len(scan.doc.Sections) > 0 || !scan.doc.Bookmark.End:
		err = nil
	}
	return scan.doc, err
}

// pdfOf returns a PDF to draw. Its id is its own, so that it is not taken for another.
func pdfOf(file io.ReadSeeker) facsimile.Document {
	return facsimile.Document{ID: uuid.NewString(), Open: func(context.Context) (io.ReadCloser, error) {
		_, err := file.Seek(0, io.SeekStart)
		return io.NopCloser(file), err
	}}
}

// first returns the number of the first page that doc is about.
func first(doc capture.Document, from memory.Bookmark) int {
	if from.Pages == doc.Pages && from.More() {
		return from.Page + 1
	}
	return 1
}

// withoutText returns the pages of a piece that were read and have no text.
func withoutText(doc capture.Document, from memory.Bookmark) (pages []int) {
	for page := first(doc, from); page <= doc.Bookmark.Page; page++ {
		has := func(s capture.Section) bool { return s.Page == page }
		if !slices.Contains(doc.Bookmark.Lost, page) && !slices.ContainsFunc(doc.Sections, has) {
			pages = append(pages, page)
		}
	}
	return pages
}

// scan is a piece of a PDF whose pages are recognised.
type scan struct {
	Scans
	doc capture.Document
	pdf facsimile.Document
}

// recognise adds the text of pages to the piece. Where it has to be tried again it ends the piece
// before that page, and returns why. A page that can't be drawn or recognised has no text.
func (s *scan) recognise(ctx context.Context, pages []int, from memory.Bookmark) (again error) {
	sizes, err := s.drawer.Sizes(ctx, s.pdf)
	for _, number := range pages {
		if err == nil && number <= len(sizes) {
			err = s.page(ctx, number, sizes[number-1])
		}
		if again = retryable(ctx, err); again != nil {
			s.end(number-1, from)
			return again
		}
		if err != nil {
			s.log.Info("a page is not recognised", "page", number, "error", err)
			err = nil
		}
	}
	s.end(s.doc.Bookmark.Page, from)
	return nil
}

// The resolution in which pages are drawn, in pixels an inch, lower for large pages.
const (
	resolution = 200
	widest     = 2400 // pixels
	tallest    = 3600
)

// page adds the text of a page with the places of its words.
func (s *scan) page(ctx context.Context, number int, size facsimile.Size) error {
	scale := min(resolution/72.0, widest/size.Width, tallest/size.Height)
	image, err := s.drawer.Draw(ctx, s.pdf, number, int(size.Width*scale), int(size.Height*scale))
	if err != nil {
		return err
	}
	page, err := s.recogniser.Recognise(ctx, image, int(72*scale))
	if section := page.Section(number); err == nil && section.Text != "" {
		s.doc.Sections = append(s.doc.Sections, section)
		s.doc.Words = append(s.doc.Words, capture.PageWords{Page: number, Words: page.placed(scale)})
	}
	return err
}

// end ends the piece with a page and counts its text.
func (s *scan) end(last int, from memory.Bookmark) {
	d := &s.doc
	if last < d.Bookmark.Page {
		d.Bookmark.Page, d.Bookmark.End, d.Bookmark.Edges, d.Remark = last, false, nil, ""
		later := func(page int) bool { return page > last }
		d.Bookmark.Lost = slices.DeleteFunc(slices.Clone(d.Bookmark.Lost), later)
	}
	behind := func(section capture.Section) bool { return section.Page > last }
	d.Sections = slices.DeleteFunc(d.Sections, behind)
	d.Words = slices.DeleteFunc(d.Words, func(w capture.PageWords) bool { return w.Page > last })
	slices.SortStableFunc(d.Sections, func(a, b capture.Section) int { return a.Page - b.Page })
	d.Bookmark.Bytes = from.Bytes
	for _, section := range d.Sections {
		d.Bookmark.Bytes += len(section.Text)
	}
	if len(d.Sections) > 0 && !d.Append && d.Description == "" {
		d.Description = plaintext.OneLine(plaintext.FirstParagraph(d.Sections[0].Text), capture.MaxDescription)
	}
}
