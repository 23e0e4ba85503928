package capture

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"engram/internal/memory"
)

// Request asks a Fetcher for one address.
type Request struct {
	URL    string
	Accept string // an Accept header; empty: a web page's
	// Limit is how many bytes of the body are taken, after decompression. Zero: the Fetcher's own limit for what the answer
	// turns out to be, a web page, a PDF, a picture, a recording.
	Limit int64
	// Head takes the first Limit bytes of a larger body and leaves the rest unread, where it would otherwise fail.
	Head bool
	// Timeout bounds the whole fetch, from its turn on. Zero: the Fetcher's own.
	Timeout time.Duration
	// Follow marks a fetch that belongs to a capture under way, such as that of a page's picture: it goes before those that
	// have yet to begin and is never Busy.
	Follow bool
	// By is who asks: a user's id. In the line of a site users take turns, so that nobody waits for all that another one
	// has saved of it. Those who ask without a name count as one user.
	By string
	// Turn, when not nil, is called once: when the fetch's turn has come for the first time, before anything is asked. It
	// must not wait.
	Turn func()
}

// Page is what an address answered.
type Page struct {
	URL         string          // after redirects
	ContentType string          // as the server said, possibly empty
	Body        []byte          // within the limit; of a larger web page or recording its beginning
	Bookmark    memory.Bookmark // of the memory that asked: where a PDF is gone on with
	Length      int64           // of the whole body, as the server says; -1 when it does not
	// Free gives back what the Fetcher holds for Body, nil when that is nothing; Release calls it.
	Free func()
}

// Release is to be called when Body is done with: a Fetcher has few places for large ones, and this one's is held until then.
// It may be called more than once.
func (p Page) Release() {
	if p.Free != nil {
		p.Free()
	}
}

// Fetcher is the guarded way out: every byte from a stranger's address comes through it.
type Fetcher interface {
	// Fetch gets what r asks for within the fetcher's limits of time, size, redirects and politeness. A web page that is
	// larger than its limit is cut there, since its beginning says what it is, and so is a recording; anything else that is
	// larger fails. A failure is a fault whose message says why in words fit for the memory's card; fault.Unavailable when
	// trying again later can help, fault.Invalid when not; StatusOf tells the status of an answer that was refused. Too
	// many fetches in line for one site are a Busy.
	Fetch(ctx context.Context, r Request) (Page, error)
}

// Busy says that a capture's turn has not come: its site has a long line of fetches or asked to be left alone, or there is no
// room for what came. The memory is as it was, and its turn comes after the given time.
type Busy struct{ After time.Duration }

func (b *Busy) Error() string { return fmt.Sprintf("its turn comes in %v", b.After) }

// StatusError is the cause of a fault for an answer that is no success.
type StatusError struct{ Code int }

func (e *StatusError) Error() string { return fmt.Sprintf("status %d", e.Code) }

// StatusOf is the status for which a Fetcher refused an answer; 0 when that was not why it failed.
func StatusOf(err error) int {
	if s, ok := errors.AsType[*StatusError](err); ok {
		return s.Code
	}
	return 0
}

// The bounds of what a Document says of its source, in characters.
const (
	MaxTitle       = 300
	MaxDescription = 1000
	MaxName        = 120 // of an author or a site
)

// Document is what was read out of a source. What the source does not say is left zero.
type Document struct {
	Title, Description string
	ImageURL           string // absolute; empty when there is none
	Image              []byte // the image itself, when that is what was read or what the source holds
	Site, Author       string
	Canonical          string        // absolute address that the page gives as its own
	Language           string        // such as "en" or "pt-BR"
	Published          time.Time     // of a date without a time, its midnight in UTC
	Duration           time.Duration // of a recording
	Pages              int           // of a PDF, those without text included
	// Bookmark says how far a PDF is read. With pages left and no end, this is a piece, and the next follows.
	Bookmark memory.Bookmark
	// Follows says that the sections come after those of the memory's Bookmark, instead of standing in for all there is.
	Follows  bool
	Remark   string    // fit to show: what of the source is not there, though nothing failed
	Sections []Section // in reading order
	Tweet    *Tweet    // of a tweet: what is kept of it
	// Partial is a fault that says why part of the source could not be had, such as captions that are there and did not
	// come. What was captured before is better than such a Document.
	Partial error
}

// empty reports whether nothing was found that a person could be shown or search.
func (d Document) empty() bool {
	return d.Title == "" && d.Description == "" && d.ImageURL == "" && len(d.Image) == 0 && len(d.Sections) == 0
}

// goesOn reports whether d is a piece of what there is to read, and the next can be read at once.
func (d Document) goesOn() bool {
	return !d.Bookmark.End && (d.Bookmark.More() || d.Bookmark.Stuck > 0)
}

// with is d and the piece that follows it.
func (d Document) with(next Document) Document {
	d.Sections = slices.Concat(d.Sections, next.Sections)
	d.Bookmark, d.Remark = next.Bookmark, next.Remark
	return d
}

// Section is a stretch of text that shares a place: a page of a PDF, a moment of a recording, or all of a web page.
type Section struct {
	Page   int    // from 1; 0 when there are no pages
	Second int    // from the beginning of a recording
	Text   string // paragraphs are separated by blank lines
}

// Tweet is what the embed service said of a tweet, kept so that it stays readable when the tweet is gone.
type Tweet struct {
	ID   string
	Data []byte // JSON in the embed's own shape
}

// Source reads what memories of one kind were saved from: it fetches and extracts.
type Source interface {
	// Read returns what m's source holds. It tells each step as it begins. Its errors are those of Fetcher, of PageReader
	// and of FileReader; beside an error may stand what is known all the same, such as the title of a scan.
	Read(ctx context.Context, m memory.Memory, tell func(memory.Step)) (Document, error)
}

// PageReader reads the text and the metadata of what an address answered: a web page in any charset, a text, a PDF, an
// image. It does not fail on a thin or broken page: what can't be read is left empty. A kind of content that nothing reads
// is a fault.Invalid.
type PageReader interface {
	ReadPage(ctx context.Context, p Page) (Document, error)
}

// FileReader reads an uploaded file of one format: its text, page by page, with a picture of the first, and of a long one the
// piece that follows what is read already. A damaged, encrypted or empty file is a fault.Invalid that says so; beside the fault
// stands what is known of it all the same, such as the title and the first page of a scan. A Busy says that nothing could be
// read before ctx's deadline.
type FileReader interface {
	ReadFile(ctx context.Context, r io.Reader, from memory.Bookmark) (Document, error)
}

// PictureMaker turns a stranger's image into one of ours: decoded within limits, at most 800 pixels wide or high,
// re-encoded as JPEG. What is no image is a fault.Invalid.
type PictureMaker interface {
	Picture(ctx context.Context, image []byte) (jpeg []byte, err error)
}

// ErrOvertaken is returned by SaveCapture when others have captured the memory since, or asked for it anew.
var ErrOvertaken = errors.New("capture: overtaken by another")

// Result is what a capture came to.
type Result struct {
	Memory   memory.Memory
	Run      int64 // that Open told
	Passages []memory.Passage
	Keep     bool // the passages, and the tweet, stay as they are
	Follows  bool // the passages come after those that are there
	Tweet    *Tweet
}

// Store is what capture reads and writes. Open, SaveCapture and Reopen see the given user's rows alone.
type Store interface {
	// Open returns a memory and how often it was captured or asked for anew. fault.NotFound when it is not the user's.
	Open(ctx context.Context, userID, id string) (m memory.Memory, run int64, err error)
	// SaveCapture replaces what a source says of the memory, its status, its error and all its passages, unless the new ones
	// follow on those, in one transaction, and enqueues the removal of a picture that is replaced. fault.NotFound when it was deleted meanwhile,
	// ErrOvertaken when it is not as Open found it: then nothing is written.
	SaveCapture(ctx context.Context, r Result) error
	// Reopen makes the memory pending, with all that it has, and enqueues its capture, which begins at once even when one
	// was to be tried again later. What a capture under way would store is refused from then on. A memory that is pending
	// already stays as it is. fault.NotFound when it is not the user's.
	Reopen(ctx context.Context, userID, id string, at time.Time) (memory.Memory, error)
	// RequeuePending enqueues the capture of every user's memories that have been pending since before the given time, and
	// returns how many there are. A memory whose job is waiting keeps that one.
	RequeuePending(ctx context.Context, before time.Time) (int, error)
	// Unmeasured returns some memories of any user, by UserID, ID and ImageKey, whose picture has no size.
	Unmeasured(ctx context.Context, limit int) ([]memory.Memory, error)
	// SaveSize keeps the size of a memory's picture, unless the memory has another one, or a size, by now.
	SaveSize(ctx context.Context, m memory.Memory) error
}

// Watcher is told what is happening to a memory. It must not wait.
type Watcher interface {
	Step(userID, memoryID string, step memory.Step)
}
