package capture

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"engram/internal/document"
	"engram/internal/memory"
	"engram/internal/recall/minhash"
)

// Request is a request for one address.
type Request struct {
	URL    string
	Accept string // Accept header; empty is that of a web page
	// Limit is the maximum size of the body after decompression. Zero is the Fetcher's limit for
	// the kind of response.
	Limit int64
	// Head truncates a larger body at Limit instead of failing.
	Head bool
	// Timeout bounds the fetch from the time it gets a slot. Zero is the Fetcher's default.
	Timeout time.Duration
	// Priority marks a fetch that belongs to a capture under way, such as that of a page's picture:
	// it goes before others in the queue and is never Busy.
	Priority bool
	// UserID is the user the fetch is for, which makes the queue of a site fair. Empty counts as
	// one user.
	UserID string
	// ETag and Modified are those of the response before. If nothing has changed since, the error has
	// status 304. Empty: any response will do.
	ETag, Modified string
	// OnStart, if set, is called once, when the fetch has its first slot and before it sends a
	// request. It must not block.
	OnStart func()
}

// Page is a successful response.
type Page struct {
	URL         string          // after redirects
	ContentType string          // as declared, possibly empty
	Body        []byte          // within the limit; the beginning of a larger web page or recording
	Bookmark    memory.Bookmark // of the memory: where reading a PDF continues
	Length      int64           // of the whole body as declared; -1 if it is not
	Moved       bool            // for good, to URL
	ETag        string          // as the server names this version; empty: it does not
	Modified    string          // when it changed last, as the server says
	// Free releases the resources that the Fetcher holds for Body; may be nil. Release calls it.
	Free func()
}

// Release must be called when Body is no longer used: a Fetcher holds few large bodies at once. It
// may be called more than once.
func (p Page) Release() {
	if p.Free != nil {
		p.Free()
	}
}

// Fetcher is the only way to reach addresses that users supply.
type Fetcher interface {
	// Fetch returns the response to r within the fetcher's limits of time, size, redirects and
	// rate. A web page or recording over its limit is truncated, anything else is an error. An
	// error is a fault with a message fit for the memory's card: fault.Unavailable if a retry may
	// succeed, else fault.Invalid, with StatusOf for an error status; or a Busy if the site's queue
	// is full.
	Fetch(ctx context.Context, r Request) (Page, error)
}

// Busy says that a capture can't run yet: its site's queue is full or paused, a resource is
// exhausted, or its account disabled. The memory is unchanged and the capture runs again after the given time.
type Busy struct{ After time.Duration }

func (b *Busy) Error() string { return fmt.Sprintf("its turn comes in %v", b.After) }

// StatusError is the cause of a fault for an error status.
type StatusError struct{ Code int }

func (e *StatusError) Error() string { return fmt.Sprintf("status %d", e.Code) }

// StatusOf returns the error status of a response; 0 if err has another cause.
func StatusOf(err error) int {
	if s, ok := errors.AsType[*StatusError](err); ok {
		return s.Code
	}
	return 0
}

// Limits on a Document's metadata, in characters.
const (
	MaxTitle       = 300
	MaxDescription = 1000
	MaxName        = 120 // of an author or a site
)

// Document is the text and metadata of a source. Unknown fields are zero.
type Document struct {
	Title, Description string
	ImageURL           string // absolute; empty if there is none
	Image              []byte // the image itself, if the source is or contains one
	Site, Author       string
	Canonical          string        // the page's canonical address, absolute
	Language           string        // such as "en" or "pt-BR"
	Published          time.Time     // of a date without a time, midnight in UTC
	Duration           time.Duration // of a recording
	Pages              int           // of a PDF, with those without text
	// Bookmark says how far a PDF is read. If pages are left and it is not at the end, this is one
	// part of it.
	Bookmark memory.Bookmark
	// Append says that the sections follow those of the memory's Bookmark; otherwise they replace
	// all.
	Append bool
	// Words are the places of the words of pages that were recognised, since their file has none.
	Words    []PageWords
	Remark   string    // for the user: what is missing though nothing failed
	Sections []Section // in reading order
	Tweet    *Tweet    // of a tweet
	// Partial is a fault for a missing part, such as captions that failed to load. An earlier
	// complete capture is kept instead of such a Document.
	Partial error
}

// empty reports whether there is nothing to show or search.
func (d Document) empty() bool {
	return d.Title == "" && d.Description == "" && d.ImageURL == "" && len(d.Image) == 0 && len(d.Sections) == 0
}

// goesOn reports whether d is one part and the next can be read now.
func (d Document) goesOn() bool {
	return !d.Bookmark.End && (d.Bookmark.More() || d.Bookmark.Stuck > 0)
}

// signature returns the signature of the document's text.
func (d Document) signature() minhash.Signature {
	var text []string
	for _, s := range d.Sections {
		text = append(text, s.Text)
	}
	return minhash.Of(text...)
}

// with returns d with the next part appended.
func (d Document) with(next Document) Document {
	d.Sections = slices.Concat(d.Sections, next.Sections)
	d.Words = slices.Concat(d.Words, next.Words)
	d.Bookmark, d.Remark = next.Bookmark, next.Remark
	return d
}

// PageWords are the words of a page, in the order of its text.
type PageWords struct {
	Page  int
	Words []PlacedWord
}

// PlacedWord is a word with its box: left, top, width, height, in points from the page's upper left
// corner.
type PlacedWord struct {
	Text string     `json:"text"`
	Box  [4]float64 `json:"box"`
	Ends bool       `json:"ends,omitempty"` // it is the last word of its line
}

// ErrNoText is the cause of the fault for a file without any text, such as a scan.
var ErrNoText = errors.New("capture: no text")

// Section is text at one location: a page of a PDF, a moment of a recording, or a whole web page.
type Section struct {
	Page   int    // from 1; 0 if there are no pages
	Second int    // from the beginning of a recording
	Text   string // paragraphs are separated by blank lines
	// Blocks is the text with its structure. The Source of a block is its range in Text. Empty: the
	// paragraphs of Text.
	Blocks document.Document
}

// Tweet is the tweet's data as fetched, kept so that it stays readable when the tweet is gone.
type Tweet struct {
	ID   string
	Data []byte // JSON as the service sent it
}

// Source fetches and reads what memories of one kind were saved from.
type Source interface {
	// Read returns the content of m's source and reports each step as it begins. Its errors are
	// those of Fetcher, PageReader and FileReader. The Document may be partly filled even with an
	// error, such as the title of a scan.
	Read(ctx context.Context, m memory.Memory, report func(memory.Step)) (Document, error)
}

// PageReader reads the text and the metadata of a response: a web page in any charset, text, a PDF,
// an image. It returns what it can of a broken page, and a fault.Invalid for an unknown kind of
// content.
type PageReader interface {
	ReadPage(ctx context.Context, p Page) (Document, error)
}

// FileReader reads a file of one format: its text page by page, a picture of the first page, and
// of a long file the part after the bookmark. It returns a fault.Invalid for a damaged, encrypted
// or empty file, with the metadata that could be read, and a Busy if nothing could be read before
// ctx's deadline.
type FileReader interface {
	ReadFile(ctx context.Context, file io.ReadSeeker, from memory.Bookmark) (Document, error)
}

// UploadReader reads a file of any format that can be uploaded, as a FileReader of that format. The
// name tells texts apart.
type UploadReader interface {
	ReadUpload(ctx context.Context, file io.ReadSeeker, name string, from memory.Bookmark) (Document, error)
}

// SavedPageReader reads a page that a browser saved in one file, as one of its address. Nothing is
// fetched for it: its pictures are those that the file holds.
type SavedPageReader interface {
	ReadSavedPage(ctx context.Context, file io.Reader, address string) (Document, error)
}

// PictureMaker decodes an untrusted image within limits and re-encodes it as a JPEG of at most 800
// pixels wide or high. It returns a fault.Invalid for anything else.
type PictureMaker interface {
	Picture(ctx context.Context, image []byte) (jpeg []byte, err error)
}

// FigureMaker decodes an untrusted image of at most most pixels and re-encodes it for reading: as a
// JPEG of at most 1600 pixels wide or high. It returns the number of pixels that it decoded, and a
// fault.Invalid for anything else.
type FigureMaker interface {
	Figure(ctx context.Context, image []byte, most int) (jpeg []byte, pixels int, err error)
	// Kept returns a picture that a maker made as it is, and re-encodes any other.
	Kept(ctx context.Context, image []byte) (jpeg []byte, err error)
}

// ErrOvertaken is returned by SaveCapture if another capture was saved or requested meanwhile.
var ErrOvertaken = errors.New("capture: overtaken by another")

// ErrDisabled is returned by Open while the user's account is disabled.
var ErrDisabled = errors.New("capture: the account is disabled")

// Result is the outcome of a capture.
type Result struct {
	Memory       memory.Memory
	Run          int64 // returned by Open
	Passages     []memory.Passage
	Document     document.Document // the text with its structure; numbers its passages from 0
	Words        []PageWords       // of recognised pages
	Signature    minhash.Signature // of the text, by which texts that are nearly the same are recognised
	KeepPassages bool              // and the tweet, the Document and the Words
	Append       bool              // the passages and the Document, after the existing ones
	Tweet        *Tweet
	// Figures are the pictures of the Document: those of no size are to be fetched.
	Figures []memory.Figure
}

// Store keeps the outcome of captures. Open, SaveCapture and Reopen access only the given user's
// rows.
type Store interface {
	// Open returns a memory and its run number, which changes with each capture or request for one.
	// It returns fault.NotFound if the memory is not the user's, and ErrDisabled.
	Open(ctx context.Context, userID, id string) (m memory.Memory, run int64, err error)
	// SaveCapture stores metadata, status, error and passages of the memory in one transaction, and
	// enqueues the fetching of figures and the removal of replaced pictures. It returns fault.NotFound if the memory was
	// deleted, and ErrOvertaken, writing nothing, if its run number has changed.
	SaveCapture(ctx context.Context, r Result) error
	// Wanted returns the figures of a memory that are to be fetched, in the order of its document.
	Wanted(ctx context.Context, userID, memoryID string) ([]memory.Figure, error)
	// SaveFigures stores the outcome for figures of a memory, and returns the keys of those that it
	// doesn't have any more, whose pictures nothing refers to.
	SaveFigures(ctx context.Context, userID, memoryID string, figures []memory.Figure) (lost []string, err error)
	// Reopen makes the memory pending, keeping its content, and enqueues its capture to run now
	// even if a retry was scheduled for later. A capture under way can't save any more. A memory
	// that is already pending is unchanged. It returns fault.NotFound if the memory is not the
	// user's.
	Reopen(ctx context.Context, userID, id string, at time.Time) (memory.Memory, error)
	// RequeuePending enqueues the capture of all users' memories pending since before a time, except
	// of disabled accounts, and returns their number. A memory with a waiting job keeps it.
	RequeuePending(ctx context.Context, before time.Time) (int, error)
	// Unmeasured returns memories of any user whose picture has no size, with UserID, ID and
	// ImageKey.
	Unmeasured(ctx context.Context, limit int) ([]memory.Memory, error)
	// HasFile reports whether a memory of the user's has a file with this key, in the trash too.
	HasFile(ctx context.Context, userID, memoryID, key string) (bool, error)
	// SaveSize stores the size of a memory's picture, unless the picture has changed or has one.
	SaveSize(ctx context.Context, m memory.Memory) error
}

// Highlights keeps the highlights of memories in place.
type Highlights interface {
	// Reanchor finds the highlights of a memory again, after its text has changed.
	Reanchor(ctx context.Context, userID, memoryID string) error
}

// Watcher is notified of the steps of a capture. It must not block.
type Watcher interface {
	Step(userID, memoryID string, step memory.Step)
}
