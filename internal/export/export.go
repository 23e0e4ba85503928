// Package export writes what a user has into one archive, for reading without Engram and for
// importing into another: data as package portable describes it, a folder of Markdown, every file,
// and a small site. Other programs are served by bookmarks as HTML and by a table.
package export

import (
	"context"
	"time"

	"engram/internal/blob"
	"engram/internal/document"
	"engram/internal/portable"
)

// Part is a part of a library.
type Part string

// The parts that are listed by id.
const (
	Memories      Part = "memories"
	Conversations Part = "conversations"
)

// Behind is behind all places, whose digits stand before it in every order of letters.
const Behind = "g"

// Card is a memory in a list.
type Card struct {
	ID, Kind, Title, URL, Site, Author string

	CreatedAt  time.Time
	Place      string // lists sort by it
	Archived   bool
	Highlights int
}

// Text reads the text of a memory, piece by piece.
type Text interface {
	Passages(yield func(portable.Passage) error) error
	Document(yield func(document.Document) error) error
	PageWords(yield func(portable.PageWords) error) error
}

// Store reads what a user has. Every method but UserNamed is confined to the user's rows.
type Store interface {
	// UserNamed returns the id of an account; fault.NotFound if there is none of that name.
	UserNamed(ctx context.Context, name string) (userID string, err error)
	// Account returns what is known of the user; fault.NotFound if the account is closed.
	Account(ctx context.Context, userID string) (portable.Account, error)
	// LastID returns the latest id of a part; empty if there is none.
	LastID(ctx context.Context, userID string, of Part) (string, error)
	// IDs returns the ids of a part after one, oldest first.
	IDs(ctx context.Context, userID string, of Part, after string, limit int) ([]string, error)
	// Cards returns memories before a place, the latest first; Behind: from the first.
	Cards(ctx context.Context, userID, before string, limit int) ([]Card, error)
	// Rows returns memories after an id, oldest first, without their texts and files, and of highlights with
	// quotes and remarks alone: the next, and others as long as all have at most size characters.
	Rows(ctx context.Context, userID, after string, limit, size int) ([]portable.Memory, error)
	// Memory calls read once with a memory and its text as they are at one moment. Its paths are
	// blob keys. fault.NotFound if it is not the user's. read must not wait for the network.
	Memory(ctx context.Context, userID, id string, read func(portable.Memory, Text) error) error
	// Conversation returns a conversation; fault.NotFound if it is not the user's.
	Conversation(ctx context.Context, userID, id string) (portable.Conversation, error)
}

// Files opens what is kept of documents and pictures.
type Files interface {
	// Open returns a blob, or blob.ErrNotFound.
	Open(ctx context.Context, key string) (*blob.Object, error)
}

// Service writes exports.
type Service struct {
	store   Store
	files   Files
	program string
	now     func() time.Time

	forPrograms bool
}

// New returns a Service. program is the release that an export names as its writer.
func New(store Store, files Files, program string, now func() time.Time) *Service {
	return &Service{store: store, files: files, program: program, now: now}
}

// ForPrograms returns a Service whose archives leave out what API tokens may not read: the email and
// what is recorded of the account.
func (s *Service) ForPrograms() *Service {
	discreet := *s
	discreet.forPrograms = true
	return &discreet
}

// UserNamed returns the id of an account; fault.NotFound if there is none of that name.
func (s *Service) UserNamed(ctx context.Context, name string) (string, error) {
	return s.store.UserNamed(ctx, name)
}
