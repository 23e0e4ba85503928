package capture

import (
	"context"
	"io"
	"time"

	"engram/internal/memory"
)

// Page is what an address answered.
type Page struct {
	URL         string // after redirects
	ContentType string // as the server said, possibly empty
	Body        []byte // within the fetcher's limit; of a larger web page its beginning
}

// Fetcher is the guarded way out: every byte from a stranger's address comes through it.
type Fetcher interface {
	// Fetch gets url within the fetcher's limits of time, size and redirects. A web page larger than maxBytes is cut there,
	// since its beginning says what it is; anything else that is larger fails. A failure is a fault whose message says
	// why in words fit for the memory's card; fault.Unavailable when trying again later can help, fault.Invalid when not.
	Fetch(ctx context.Context, url string, maxBytes int64) (Page, error)
}

// Document is what was read out of a source.
type Document struct {
	Title, Description string
	ImageURL           string // absolute; empty when there is none
	Image              []byte // the image itself, when that is what was read
	Site, Author       string
	Sections           []Section // in reading order
}

// empty reports whether nothing was found that a person could be shown or search.
func (d Document) empty() bool {
	return d.Title == "" && d.Description == "" && d.ImageURL == "" && len(d.Image) == 0 && len(d.Sections) == 0
}

// Section is a stretch of text that shares a place: a page of a PDF, or all of a web page (Page 0).
type Section struct {
	Page int
	Text string // paragraphs are separated by blank lines
}

// PageReader reads the text and the metadata of what an address answered: a web page in any charset, a text, a PDF, an
// image. It does not fail on a thin or broken page: what can't be read is left empty. A kind of content that nothing reads
// is a fault.Invalid.
type PageReader interface {
	ReadPage(ctx context.Context, p Page) (Document, error)
}

// PDFReader reads a PDF, page by page. A damaged, encrypted or empty file is a fault.Invalid that says so; beside the fault
// stands what is known of it all the same, such as the title of a scan.
type PDFReader interface {
	ReadPDF(ctx context.Context, r io.Reader) (Document, error)
}

// PictureMaker turns a stranger's image into one of ours: decoded within limits, at most 800 pixels wide or high,
// re-encoded as JPEG. What is no image is a fault.Invalid.
type PictureMaker interface {
	Picture(ctx context.Context, image []byte) (jpeg []byte, err error)
}

// Store is what capture reads and writes. Get and SaveCapture see the given user's rows alone.
type Store interface {
	// Get is memory.Store's.
	Get(ctx context.Context, userID, id string) (memory.Memory, []memory.Passage, error)
	// SaveCapture replaces the memory's title, description, picture, site, author, status and error and all its passages
	// in one transaction, and enqueues the removal of a picture that is replaced. fault.NotFound when it was deleted
	// meanwhile: then nothing is written.
	SaveCapture(ctx context.Context, m memory.Memory, passages []memory.Passage) error
	// RequeuePending enqueues the capture of every user's memories that were saved before the given time and are still
	// pending, and returns how many there are. A memory whose job is waiting keeps that one.
	RequeuePending(ctx context.Context, before time.Time) (int, error)
}
