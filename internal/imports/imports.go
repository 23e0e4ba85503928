// Package imports takes over what users saved in other programs. A file is read twice: once to show
// what it holds, and once to save that, in small transactions that each advance the position in it.
package imports

import (
	"context"
	"time"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/highlight"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/upload"
)

// Status is the state of an import.
type Status string

const (
	Receiving Status = "receiving" // the file arrives; not listed
	Reading   Status = "reading"   // for the preview
	Ready     Status = "ready"     // to be started
	Running   Status = "running"
	Undoing   Status = "undoing"
	Cancelled Status = "cancelled"
	Done      Status = "done"
	Failed    Status = "failed"
)

// UnderWay reports whether work goes on, or begins soon.
func (s Status) UnderWay() bool {
	return s == Receiving || s == Reading || s == Running || s == Undoing
}

// Import is the takeover of one file.
type Import struct {
	ID      string // UUIDv7
	UserID  string
	Name    string // of the file
	Size    int64  // of the file, in bytes
	Format  string // see importer.Format
	Status  Status
	Message string // for the user
	Preview *Preview
	HasFile bool // the file is still kept
	Tally
	Retrying   bool // only what failed is tried
	Attempt    int  // how often what failed was tried again
	Notes      int  // of what could not be kept
	Again      int  // entries that failed and can be tried again
	Fetching   int  // pages that wait for their turn to be fetched
	Unfetched  int  // memories that it saved and whose page or file could not be read
	Items      int  // memories that it saved, are still there, and were not left at an undo
	Undone     int  // memories that an undo removed
	Unfollowed int  // feeds that an undo left again
	Kept       int  // memories that an undo left, since they were changed
	Runner     string
	BeatAt     time.Time // when Runner was heard of last
	CreatedAt  time.Time
	FinishedAt time.Time // zero: it is not over
}

// Tally counts entries of a file: Found are all, Position those that are handled. Each of these is
// existing, merged, saved, followed or failed.
type Tally struct {
	Found    int
	Existing int // saved before, and not changed
	Merged   int // with an earlier entry for the same thing, or a note that it adds to
	Saved    int
	Followed int // feeds
	Failed   int // a note says why
	Position int
}

// BlobKey returns the key of the import's file.
func (i Import) BlobKey() string { return blob.ImportKey(i.UserID, i.ID) }

// Undoable reports whether Undo may be called.
func (i Import) Undoable() bool { return !i.Status.UnderWay() && i.Items > 0 }

// Retryable reports whether Retry may be called.
func (i Import) Retryable() bool { return i.resumable() || i.over() && i.Unfetched > 0 }

// resumable reports whether something of the file can be tried again.
func (i Import) resumable() bool { return i.HasFile && i.over() && (i.Again > 0 || i.halted()) }

func (i Import) over() bool { return i.Status == Done || i.Status == Cancelled || i.Status == Failed }

// halted reports whether the import ended before the end of its file by a fault of ours.
func (i Import) halted() bool { return i.Status == Failed && i.Preview != nil && i.Position < i.Found }

// Preview says what a file holds.
type Preview struct {
	Kinds      []KindCount `json:"kinds"`
	Tags       int         `json:"tags"` // different ones
	Highlights int         `json:"highlights"`
	Files      int         `json:"files"`
	WithText   int         `json:"withText"`
	Starred    int         `json:"starred"`
	Archived   int         `json:"archived"`
	Unread     int         `json:"unread"`
	Feeds      int         `json:"feeds"` // not followed yet

	Conversations int `json:"conversations"` // that are not here yet
	Filters       int `json:"filters"`       // that are not kept yet

	New          int       `json:"new"` // not saved yet, each once
	NewDocuments int       `json:"newDocuments"`
	Merged       int       `json:"merged"`
	Oldest       time.Time `json:"oldest"` // zero: no entry has a date
	Newest       time.Time `json:"newest"`
	Fits         *int      `json:"fits"` // of New, in the plan; nil: all
	Lost         []Loss    `json:"lost"`
}

// KindCount is the number of entries that become memories of a kind.
type KindCount struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// Loss counts what of a file can't be kept, for one reason.
type Loss struct {
	What  string `json:"what"`
	Count int    `json:"count"`
	Why   string `json:"why"`
}

// Subject names the part of a file that a note is about.
type Subject struct {
	Entry   int // number of the entry, from 0
	Item    string
	Address string // empty: it has none
	Place   string // where it stands in the file; empty: unknown
}

// Note says of one entry what could not be kept.
type Note struct {
	N int64 // their order
	Subject
	Message string
	Again   bool // trying it again may help
}

// Batch are entries that one transaction saves, from Position on.
type Batch struct {
	Of       Import // as it was after the batch before
	Position int    // of the first entry
	Next     int    // position behind the last
	Drafts   []Draft
	Feeds    []Feed
	Talks    []Talk
	Filters  []Filter
	Notes    []Note
	Failed   int      // entries among Notes that are not saved
	Unused   []string // keys of blobs that were stored for entries that are not saved
	Retried  []int    // entries that failed before and are tried again
}

// Store keeps imports. Every method but UnderWay, Expired and Release is confined to the user's rows.
type Store interface {
	// AddImport adds an import; fault.Limit if the user has most that are not over.
	AddImport(ctx context.Context, i Import, most int) error
	// Import returns an import; fault.NotFound if it is not the user's.
	Import(ctx context.Context, userID, id string) (Import, error)
	// Imports returns the user's imports that have arrived, newest first.
	Imports(ctx context.Context, userID string, limit int) ([]Import, error)
	// ImportNotes returns notes after a number, in order.
	ImportNotes(ctx context.Context, userID, id string, after int64, limit int) ([]Note, error)
	// ChangeImport changes an import under its lock. A file that it has no more is removed.
	ChangeImport(ctx context.Context, userID, id string, change func(Import) (Import, error)) (Import, error)
	// DropImport removes an import that is not under way, with its notes and its file. What it saved
	// stays.
	DropImport(ctx context.Context, userID, id string) error
	// Known returns those of the keys under which the user has a memory.
	Known(ctx context.Context, userID string, keys []Key) (map[Key]bool, error)
	// Held returns the memory that the user has under a key, with its highlights; false if there is none, or
	// it lies in the trash.
	Held(ctx context.Context, userID string, key Key) (m memory.Memory, have []highlight.Highlight, has bool, err error)
	// Unsummed returns the files that documents of the user are made of and whose checksums are unknown.
	Unsummed(ctx context.Context, userID string) ([]upload.Upload, error)
	// SetChecksums stores the checksums of a user's files by their ids.
	SetChecksums(ctx context.Context, userID string, sums map[string]string) error
	// FailedEntries returns the entries of an import that can be tried again, in order.
	FailedEntries(ctx context.Context, userID, id string) ([]int, error)
	// SaveBatch saves what a batch holds, within the allowances, and advances the import's position, in
	// one transaction. ErrOvertaken, and nothing is saved, unless the import is running at the batch's
	// position with its Runner and the account may save.
	SaveBatch(ctx context.Context, b Batch, plans plan.Table, at time.Time) (Import, error)
	// UndoBatch removes some of the memories that an import saved and that were not changed since. It
	// reports whether none is left; then the import is done.
	UndoBatch(ctx context.Context, i Import, limit int, at time.Time) (after Import, end bool, err error)
	// FetchAgain has the pages and files that an import saved and that could not be read wait for their turn.
	FetchAgain(ctx context.Context, userID, id string) error
	// UnderWay returns the imports of all users that are being worked on, or wait for that.
	UnderWay(ctx context.Context) ([]Import, error)
	// Expired returns imports of all users with a file from before a time.
	Expired(ctx context.Context, before time.Time) ([]Import, error)
	// Release enqueues the capture of memories that wait for their turn, of all users in turn, as many as
	// room returns. It is not called if none waits.
	Release(ctx context.Context, room func(context.Context) (int, error), at time.Time) error
	// Room returns how many more memories and documents the user's plan admits; -1: any number.
	Room(ctx context.Context, userID string, plans plan.Table) (memories, documents int, err error)
}

// ErrOvertaken says that an import went on elsewhere, or was cancelled.
var ErrOvertaken = fault.New(fault.Conflict, "This import was changed meanwhile")
