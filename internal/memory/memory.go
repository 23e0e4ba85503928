// Package memory is what a person saves: the five kinds, how they are added, listed and deleted.
package memory

import (
	"context"
	"time"

	"engram/internal/plan"
)

// Status says how far the capture of a memory has come.
type Status string

const (
	Pending Status = "pending" // its text is being fetched and read
	Ready   Status = "ready"   // searchable in full
	Failed  Status = "failed"  // kept, searchable by what is known; Error says why
)

// Step is what is happening to a pending memory. It is told while it happens and never stored.
type Step string

const (
	Waiting   Step = "waiting"   // for its turn, or for a site that wants to be asked slowly
	Fetching  Step = "fetching"  // its source is being asked for
	Reading   Step = "reading"   // text is being taken out of what came
	Picturing Step = "picturing" // its picture is being made
)

// Memory is one saved thing.
type Memory struct {
	ID          string // UUIDv7, so that ids sort by time of saving
	UserID      string
	Kind        Kind
	Title       string // of a document: its file name
	Description string // of a note: its text, kept as written
	OwnWords    bool   // the description is what its owner said of it, not what its source says of itself
	URL         string // the saved address; empty for notes and documents
	UploadID    string // of a document: the upload it holds
	ImageKey    string // blob key of its picture, empty when there is none
	ImageWidth  int    // pixels of its picture; as its height 0 when not known, less when it can't be
	ImageHeight int
	Site        string // name of the site, as the page gives it
	Author      string
	Canonical   string        // the address that the page gives as its own; empty when it gives none
	Language    string        // of the text, as its source gives it, such as "en" or "pt-BR"; empty when it does not
	PublishedAt time.Time     // zero when its source does not say
	Duration    time.Duration // of a recording, in whole seconds; zero when not known
	Pages       int           // of a document; 0 when not known
	Bookmark    Bookmark      // of a PDF that is read in pieces
	Status      Status
	Error       string    // fit to show; set when Status is Failed, or when what was captured before could not be captured anew
	CapturedAt  time.Time // when its source was last read; zero: never
	Tags        []string
	CreatedAt   time.Time
}

// Passage is a stretch of a memory's captured text, as it was written, with its place in the source.
type Passage struct {
	Ord    int    // position in the memory, from 0
	Text   string // as saved
	Page   int    // page of a document, from 1; 0 when there are no pages
	Second int    // second of a recording; 0 when it has no time
	Offset int    // byte offset in the captured text of its page (or of the whole, without pages)

	// What the text means, where that is known when it is saved. Get does not tell it.
	Model  string // that was asked; empty: none was yet
	Vector []int8 // nil: not known or, with a Model, nothing
}

// Page asks for a part of a list.
type Page struct {
	Kind   Kind   // empty: every kind
	Key    string // of an address, see Key; empty: every address
	Limit  int    // zero: all
	Bytes  int    // of descriptions, with which the part ends early; at least one memory is in it. Zero: no bound
	Before string // id of the last memory of the page before; empty: from the newest
}

// Front is the beginning of a list of every kind, in one state of the store.
type Front struct {
	Memories []Memory     // newest first
	Counts   map[Kind]int // of all memories; a kind without any is absent
	Change   int64        // the number of the last change that it shows, see package live
}

// Store keeps memories. Every method sees the given user's rows alone.
type Store interface {
	// Admits returns the fault.Limit that Add will when the user's memory allowance is used up. It is a look, so that a
	// draft which will be refused costs no work; Add decides.
	Admits(ctx context.Context, userID string, plans plan.Table) error
	// Add takes one of the user's memory allowance (and one of the document allowance for a document, whose upload it
	// claims), inserts the memory with its passages and the vectors that they have and, when it is Pending, its capture
	// job: all in one transaction, in which the user's plan says what their allowances are. fault.Limit when one is used up;
	// fault.Invalid when the upload is absent or claimed already.
	Add(ctx context.Context, m Memory, passages []Passage, plans plan.Table) error
	// AddNew is Add unless the user has a memory with the same address: then it returns the newest of them and nothing is
	// written. Of several at once for one address, one adds.
	AddNew(ctx context.Context, m Memory, passages []Passage, plans plan.Table) (before Memory, err error)
	// List returns memories newest first.
	List(ctx context.Context, userID string, page Page) ([]Memory, error)
	// Front is List with what there is beside the memories.
	Front(ctx context.Context, userID string, page Page) (Front, error)
	// ByIDs returns those of the ids that are the user's, in the order given.
	ByIDs(ctx context.Context, userID string, ids []string) ([]Memory, error)
	// Cards is ByIDs with no more than so many characters of each description.
	Cards(ctx context.Context, userID string, ids []string, characters int) ([]Memory, error)
	// Passages returns those of a memory from a position on, in order, at most limit; none when it is not the user's.
	Passages(ctx context.Context, userID, id string, from, limit int) ([]Passage, error)
	// Delete removes the memory, its passages and its upload, gives its allowances back and enqueues the removal of its
	// blobs, in one transaction. fault.NotFound when it is not the user's.
	Delete(ctx context.Context, userID, id string) error
}
