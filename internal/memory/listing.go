package memory

import (
	"context"

	"github.com/google/uuid"

	"engram/internal/fault"
)

const (
	maxPage    = 500       // memories per page at most
	pieceBytes = 128 << 10 // bytes of descriptions read at once, but at least one memory
	pieceRows  = 200
)

// Listing is a page of memories, newest first, read in pieces to bound memory. Changes made
// meanwhile are announced after Front's change number.
type Listing struct {
	Front *Front // without Memories; nil: not the first page of every kind

	store   Store
	userID  string
	page    Page // still to be read
	limited bool
	piece   []Memory // read but not returned
	more    bool
	next    string
}

// List starts reading a page. fault.Invalid for invalid parameters.
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

// Read returns the next piece and whether another may follow.
func (l *Listing) Read(ctx context.Context) (piece []Memory, more bool, err error) {
	if l.piece == nil && l.more {
		err = l.read(ctx)
	}
	piece, l.piece = l.piece, nil
	return piece, l.more && err == nil, err
}

// Next returns the next page's cursor after the last piece, empty at the end.
func (l *Listing) Next() string { return l.next }

func (l *Listing) read(ctx context.Context) error {
	ask := l.ask()
	found, err := l.store.List(ctx, l.userID, ask)
	l.take(found, ask)
	return err
}

// ask returns the next piece to read; one extra memory shows whether a next page exists.
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
		l.page.Before = found[len(found)-1].Place
	}
	if another {
		l.next = l.page.Before
	}
	l.page.Limit -= len(found)
	l.piece = found
}

// described returns the length of all descriptions in bytes.
func described(memories []Memory) (n int) {
	for _, m := range memories {
		n += len(m.Description)
	}
	return n
}

// PassagesAtOnce is the number of passages read at once.
const PassagesAtOnce = 100

// Passages returns a memory's passages from a position, in order; fewer than PassagesAtOnce are the
// last.
func (s *Service) Passages(ctx context.Context, userID, id string, from int) ([]Passage, error) {
	return s.store.Passages(ctx, userID, id, from, PassagesAtOnce)
}
