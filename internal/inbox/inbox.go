// Package inbox saves what people mail to an address of their own: a link, the text of a mail, and the
// files that it brings.
package inbox

import (
	"context"
	"io"
	"log/slog"
	"time"

	"engram/internal/account"
	"engram/internal/email"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/upload"
)

// Box is the address of a user. The address itself is derived, see address.
type Box struct {
	UserID string
	Number int // how many addresses the user had; no address comes back
	On     bool
	MadeAt time.Time
	UsedAt time.Time // when a mail was saved last; zero: never
}

// Owner is a user whose address a mail is for.
type Owner struct {
	Box
	Plan     plan.Name
	Annual   bool // the plan is paid by the year
	Disabled bool // the account is
}

// keptFor is longer than any server tries to send a mail.
const keptFor = 30 * 24 * time.Hour

// Store keeps addresses, and which mails were saved. Every method with a user's id is confined to the user's rows.
type Store interface {
	// Box returns the user's address, a zero one if there never was any.
	Box(ctx context.Context, userID string) (Box, error)
	// ChangeBox replaces the user's address by what change makes of it; fault.NotFound for an account
	// that is disabled or gone.
	ChangeBox(ctx context.Context, userID string, at time.Time, change func(Box) Box) (Box, error)
	// Owner returns the user of an address; fault.NotFound if there is none.
	Owner(ctx context.Context, userID string) (Owner, error)
	// Parts returns the parts of a mail that are saved.
	Parts(ctx context.Context, userID, mail string) ([]int, error)
	// Forget forgets which mails were saved before then.
	Forget(ctx context.Context, then time.Time) error
	// Origin returns whom the mail of a memory is from; fault.NotFound for one that came in none.
	Origin(ctx context.Context, userID, memoryID string) (email.Origin, error)
}

// Memories saves memories.
type Memories interface {
	Add(ctx context.Context, userID string, plans plan.Table, d memory.Draft) (memory.Saved, error)
}

// Room tells whether there is room for another memory.
type Room interface {
	// Admits returns fault.Limit if there is none.
	Admits(ctx context.Context, userID string, plans plan.Table) error
}

// Uploads stores files.
type Uploads interface {
	// Accept stores a file. fault.Unsupported, fault.TooLarge or fault.Limit if it can't be.
	Accept(ctx context.Context, userID string, limits plan.Limits, name string, r io.Reader) (upload.Upload, error)
	// Link returns the address by which a memory claims an upload.
	Link(userID, sessionID, uploadID, name string) string
	// Discard removes an upload that no memory has claimed.
	Discard(ctx context.Context, userID, id string) error
}

// Parts are the dependencies of a Service.
type Parts struct {
	Store    Store
	Memories Memories
	Room     Room
	Uploads  Uploads
	Attempts account.Attempts // at all nodes; nil: this process is the only one
	Secret   []byte           // of this Engram, from which addresses are derived
	Domain   string           // of the addresses; empty: no mail is received
	Free     bool             // every user may have an address, else those whose plan has API access
	Plans    plan.Table
	MaxFile  int64 // bytes; 0: any size
	Log      *slog.Logger
	Now      func() time.Time
}

// Service manages addresses and saves mails. It is safe for concurrent use.
type Service struct {
	Parts
	arrivals *account.Throttle
}

// New returns a Service.
func New(p Parts) *Service {
	return &Service{p, account.NewThrottle(mostHourly, time.Hour, p.Now).Among(p.Attempts, "mail")}
}

// Forget forgets mails that no server sends again.
func (s *Service) Forget(ctx context.Context) error {
	return s.Store.Forget(ctx, s.Now().Add(-keptFor))
}

// Receives reports whether this Engram receives mail.
func (s *Service) Receives() bool { return s.Domain != "" }

// Origin returns whom the mail of a memory is from; fault.NotFound for one that came in none.
func (s *Service) Origin(ctx context.Context, userID, memoryID string) (email.Origin, error) {
	return s.Store.Origin(ctx, userID, memoryID)
}
