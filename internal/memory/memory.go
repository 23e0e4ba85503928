// Package memory holds what people save: the five kinds, and how they are added, listed and
// deleted.
package memory

import (
	"context"
	"time"

	"engram/internal/document"
	"engram/internal/email"
	"engram/internal/plan"
)

// Status is the state of a memory's capture.
type Status string

const (
	Pending Status = "pending" // waiting to be captured
	Ready   Status = "ready"   // all of its text is searchable
	Failed  Status = "failed"  // searchable by what is known; Error says why
)

// Step is the current activity on a pending memory. It is announced live and never stored.
type Step string

const (
	Waiting   Step = "waiting"   // for its turn, or to be polite to a site
	Fetching  Step = "fetching"  // requesting the source
	Reading   Step = "reading"   // extracting text
	Picturing Step = "picturing" // creating the picture
)

// Memory is a saved thing.
type Memory struct {
	ID          string // UUIDv7: ids sort by time saved
	UserID      string
	Kind        Kind
	Title       string // of a document: the file name
	OwnTitle    bool   // the title is the user's, not the source's
	SourceTitle string // what an own title is put back to
	Description string // of a note: its text, as written
	OwnWords    bool   // the description is the user's, not the source's
	URL         string // as saved; empty for notes and documents
	UploadID    string // of a document; of a link: its page as the user's browser saved it
	ImageKey    string // blob key of the picture; empty: none
	ImageWidth  int    // in pixels, like its height; 0: unknown, negative: can't be known
	ImageHeight int
	Site        string // name of the site, according to the page
	Author      string
	Canonical   string        // canonical address according to the page; empty: none
	Language    string        // according to the source, "en" or "pt-BR"; empty: unknown
	PublishedAt time.Time     // zero: unknown
	Duration    time.Duration // of a recording, in whole seconds; 0: unknown
	Pages       int           // of a document; 0: unknown
	Bookmark    Bookmark      // of a PDF read in pieces
	Status      Status
	Error       string    // for the user, if Status is Failed or a new capture failed
	CapturedAt  time.Time // when the source was last read; zero: never
	Tags        []string  // names, in the order of their keys
	Remark      string    // the user's own; empty: none
	StarredAt   time.Time // zero: is not, as below
	ArchivedAt  time.Time // found, but in no list that doesn't ask for it
	OpenedAt    time.Time // last
	Edition     int       // of a note's text: how often it was changed
	CreatedAt   time.Time // when it was saved, or the user says it was
	Place       string    // what lists sort by, see PlaceAt
	Progress    document.Progress
	Version     int64       // grows with each change, see package live
	Feed        string      // id of the feed that it is from; empty: the user saved it
	FeedTags    int         // number of tags that it has from there
	Mail        *email.Mail // that it comes in; set while it is added
}

// FileName returns the name of a document's file.
func (m Memory) FileName() string {
	if m.OwnTitle {
		return m.SourceTitle
	}
	return m.Title
}

// Passage is a piece of a memory's text, as written, with its place in the source.
type Passage struct {
	Ord    int    // position in the memory, from 0
	Text   string // as saved
	Page   int    // of a document, from 1; 0: none
	Second int    // of a recording; 0: none
	Offset int    // in bytes, in the text of its page, or in the whole text

	// The vector, if known when saving. Get omits it.
	Model  string // that was asked; empty: none yet
	Vector []int8 // nil: unknown or, with a Model, none
}

// Page selects a part of a list.
type Page struct {
	Kind   Kind   // empty: any
	Key    string // of an address, see Key; empty: any
	Limit  int    // 0: all
	Bytes  int    // stop after these bytes of descriptions, but not before one memory; 0: no limit
	Before string // last Place of the previous page; empty: from the newest
}

// Front is the beginning of the list of every kind, in one snapshot.
type Front struct {
	Memories []Memory     // newest first
	Counts   map[Kind]int // of all memories that are not archived; zero counts are absent
	Change   int64        // number of the latest change included, see package live
}

// Store stores memories. Every method is confined to the user's rows.
type Store interface {
	// Admits returns fault.Limit if the memory allowance is used up, to save work on a draft that
	// Add would reject.
	Admits(ctx context.Context, userID string, plans plan.Table) error
	// Add takes the allowances, claims a document's upload, inserts the memory with its passages
	// and, if Pending, its capture job, all in one transaction. fault.Limit if an allowance is used
	// up; fault.Invalid if the upload is absent or claimed; fault.Conflict if that part of a mail was
	// added before.
	Add(ctx context.Context, m Memory, passages []Passage, plans plan.Table) error
	// AddNew is Add unless the user has a memory with the same key: then it returns the newest of
	// those. Of concurrent calls for one key, one adds.
	AddNew(ctx context.Context, m Memory, passages []Passage, plans plan.Table) (before Memory, err error)
	// List returns memories newest first, without those that are archived unless it looks for a key.
	List(ctx context.Context, userID string, page Page) ([]Memory, error)
	// Front is List with counts and change number.
	Front(ctx context.Context, userID string, page Page) (Front, error)
	// ByIDs returns the user's memories with these ids, in that order.
	ByIDs(ctx context.Context, userID string, ids []string) ([]Memory, error)
	// Cards is ByIDs with descriptions cut to this many characters.
	Cards(ctx context.Context, userID string, ids []string, characters int) ([]Memory, error)
	// Passages returns up to limit passages of a memory from a position; none if it is not the
	// user's.
	Passages(ctx context.Context, userID, id string, from, limit int) ([]Passage, error)
	// Document returns a part of a captured document, from 0; none behind the last, or if the memory
	// is not the user's.
	Document(ctx context.Context, userID, id string, part int) (document.Document, error)
	// Figures returns the figures of a memory's document.
	Figures(ctx context.Context, userID, id string) ([]Figure, error)
	// SaveProgress stores how far a memory is read. It is no change of the feed. fault.NotFound if the
	// memory is not the user's.
	SaveProgress(ctx context.Context, userID, id string, p document.Progress) error
	// Delete deletes the memory with its passages and upload, returns the allowances and enqueues
	// the deletion of blobs, in one transaction and past the trash. fault.NotFound if it is not the
	// user's.
	Delete(ctx context.Context, userID, id string) error
	// Discard moves a memory to the trash: it returns the allowances, and nothing but package trash
	// finds it, its passages, upload and highlights. fault.NotFound if it is not the user's,
	// fault.NoRoom if the disk has no room for what the trash keeps, fault.Limit if the trash is full.
	Discard(ctx context.Context, userID, id string, at time.Time) error
	// DiscardFrom is Discard of a memory that is from a feed; fault.NotFound if it is not, or not any more.
	DiscardFrom(ctx context.Context, userID, feed, id string, at time.Time) error
}
