// Package importer holds what is common to reading the exports of other programs. Nothing in it
// stores anything or reaches the network.
package importer

import (
	"context"
	"errors"
	"io"
	"time"

	"engram/internal/portable"
)

// ErrUnknown is returned for a file of no format that is read.
var ErrUnknown = errors.New("importer: the format is not known")

// Source is a file that a user brings. It is read in place, and never whole into memory.
type Source interface {
	io.ReaderAt
	Size() int64
}

// Format is the format of an export.
type Format struct {
	Name  string // such as "netscape"
	Title string // for users

	// Is reports whether an input has the format. It goes by what is in it, never by its name.
	Is func(ctx context.Context, in *Input) bool
	// Read sends everything that an input holds to out, in the same order every time.
	Read func(ctx context.Context, in *Input, out *Out) error
}

// Entry is one thing that was found in a file: an item, a note, a feed or, in an export of Engram, a
// conversation or a kept filter. A run that was interrupted continues by skipping as many entries as it
// has handled.
type Entry struct {
	Item         *Item
	Note         *Note
	Feed         *Feed
	Conversation *Conversation
	Filter       *portable.Filter
}

// Kind says what becomes of an item; empty: a link, a video or a tweet, by its address.
type Kind string

// The kinds that need no address.
const (
	KindNote     Kind = "note"
	KindDocument Kind = "document" // its File is read as an upload is
)

// Open opens a file that came with an item. It works until the item's yield returns.
type Open func() (io.ReadCloser, error)

// Item becomes a memory.
type Item struct {
	Kind  Kind
	URL   string // normalised; a note may have one too, where it came from
	Title string
	Text  string // markdown of a note, or the whole plain text that came with a link
	// Description is the page's own summary of itself, which is known until it is captured.
	Description string

	HTML        Open   // the captured page that came with a link; nil: none
	File        Open   // of a document; nil: none
	FileName    string // of a document
	Attachments []File // pictures and other files that a note refers to

	Remark, Author, Site, Language string

	Tags        []string  // by the rules of package library, each once, folders among them
	CreatedAt   time.Time // when it was saved; zero: unknown, like PublishedAt
	PublishedAt time.Time

	Starred, Archived, Unread bool
	Progress                  float64 // how far it is read, 0 to 1

	Highlights []Highlight

	// Series names the program of a note that gathers highlights, and has more of them in its later exports.
	Series string

	Place string // where it stands in the file, such as "line 12" or "content/a.html"
	Lost  []Loss // what of it can't be kept

	Own *Own // nil: another program's
}

// Own describes an item of an export of Engram as it was there.
type Own struct {
	portable.Memory
	Within func(path string) Open // opens a file of the archive; nil: it is not there
	Feed   string                 // the address of the feed that it is from; empty: of none
}

// Conversation is a conversation of an export of Engram.
type Conversation struct {
	portable.Conversation
	Addresses map[string]string // of memories that it cites, by their ids
}

// File is a file that a note refers to.
type File struct {
	Name string // as the note's text refers to it
	Size int64
	Open Open
}

// Highlight is a marked part of an item's text.
type Highlight struct {
	Text   string
	Remark string
	Color  string    // as the other program calls it; empty: unknown
	Tags   []string  // which the item has as well
	At     time.Time // zero: unknown
}

// Loss is a part of an item that is left behind.
type Loss struct {
	What  string // such as "tags"
	Count int
	Why   string // a sentence for the user
}

// Note is a thing of a file that becomes no memory, with the reason.
type Note struct {
	Item    string // its title, address or name
	Address string // that was refused; empty: it has none
	Place   string
	Message string // a sentence for the user, the same for all things that it applies to
}

// Feed is a feed that the user followed.
type Feed struct {
	URL, Title string
	Tags       []string
	Own        *portable.Feed // as another Engram followed it; nil: another program
}
