package memory

import (
	"context"

	"github.com/google/uuid"

	"engram/internal/fault"
)

const (
	maxPage    = 500       // memories that one page may ask for
	pieceBytes = 128 << 10 // of descriptions that are read at once, and at least one memory
	pieceRows  = 200
)

// Listing is a page of memories, newest first, that is read in pieces: nobody holds it as a whole, and nothing is kept
// open between two pieces. What is saved or deleted meanwhile is told by the changes after Front's.
type Listing struct {
	Front *Front // without its memories; nil: the page is not the first of every kind

	store   Store
	userID  string
	page    Page // that is left to be read
	limited bool
	piece   []Memory // read, and not told yet
	more    bool
	next    string
}

// List begins to read a page. fault.Invalid for one that makes no sense.
func (s *Service) List(ctx context.Context, userID string, page Page) (*Listing, error) {
	switch {
	case page.Kind != "" && !page.Kind.Known():
		return nil, fault.New(fault.Invalid, "Unknown type of memory")
	case page.Limit < 0 || page.Limit > maxPage:
		return nil, fault.New(fault.Invalid, "A page holds 1 to 500 memories")
	case page.Before != "" && uuid.Validate(page.Before) != nil:
		return nil, fault.New(fault.Invalid, "Unknown cursor")
	}
	l := &Listing{store: s.store, userID: userID, page: page, limited: page.Limit > 0, more: true}
	if page.Kind != "" || page.Before != "" {
		return l, l.read(ctx)
	}
	ask := l.ask()
	front, err := s.store.Front(ctx, userID, ask)
	l.take(front.Memories, ask)
	front.Memories, l.Front = nil, &front
	return l, err
}

// Read returns the next piece, and whether another may follow.
func (l *Listing) Read(ctx context.Context) (piece []Memory, more bool, err error) {
	if l.piece == nil && l.more {
		err = l.read(ctx)
	}
	piece, l.piece = l.piece, nil
	return piece, l.more && err == nil, err
}

// Next is the cursor of the page behind this one, which has been read to its end; empty: there is none.
func (l *Listing) Next() string { return l.next }

func (l *Listing) read(ctx context.Context) error {
	ask := l.ask()
	found, err := l.store.List(ctx, l.userID, ask)
	l.take(found, ask)
	return err
}

// ask is the next piece. One memory more than the page holds tells whether there is another page.
func (l *Listing) ask() Page {
	ask := l.page
	ask.Limit, ask.Bytes = pieceRows, pieceBytes
	if l.limited {
		ask.Limit = min(l.page.Limit+1, pieceRows)
	}
	return ask
}

func (l *Listing) take(found []Memory, ask Page) {
	l.more = len(found) == ask.Limit || described(found) >= ask.Bytes
	another := l.limited && len(found) > l.page.Limit
	if another {
		found, l.more = found[:l.page.Limit], false
	}
	if len(found) > 0 {
		l.page.Before = found[len(found)-1].ID
	}
	if another {
		l.next = l.page.Before
	}
	l.page.Limit -= len(found)
	l.piece = found
}

// described is how long the descriptions are, in bytes.
func described(memories []Memory) (n int) {
	for _, m := range memories {
		n += len(m.Description)
	}
	return n
}

// PassagesAtOnce is how many passages are read at once.
const PassagesAtOnce = 100

// Passages returns the next passages of a memory from a position on, in order: fewer than PassagesAtOnce at the end.
func (s *Service) Passages(ctx context.Context, userID, id string, from int) ([]Passage, error) {
	return s.store.Passages(ctx, userID, id, from, PassagesAtOnce)
}
