// Package admin lets owners, and operators at the command line, manage accounts and see the state
// of the whole. It shows no content that users saved or asked.
package admin

import (
	"context"
	"time"

	"engram/internal/account"
	"engram/internal/blob"
)

// Person is an account as an owner sees it.
type Person struct {
	ID        string
	Username  string
	Email     string // empty until known
	Role      account.Role
	CreatedAt time.Time
	LastSeen  time.Time // to the hour; zero when it is not known
	Disabled  bool
	Memories  int
	Bytes     int64 // of their files
}

// Failure is why captures came to nothing, in words that hold no address, and how many memories it concerns.
type Failure struct {
	Reason string
	Count  int
}

// Store keeps accounts as those see them who look after all of them.
type Store interface {
	// People returns those after an id, the oldest account first, at most limit. Their Bytes are not known to it.
	People(ctx context.Context, after string, limit int) ([]Person, error)
	// PersonNamed finds one by name, whatever its case; fault.NotFound when there is none.
	PersonNamed(ctx context.Context, username string) (Person, error)
	// AddUser inserts a user who is signed in nowhere; fault.Conflict when the name is taken.
	AddUser(ctx context.Context, u account.User, passwordHash string) error
	// SetPassword stores a hash and ends every session of the user.
	SetPassword(ctx context.Context, userID, passwordHash string, now time.Time) error
	// SetRole and Disable return fault.Conflict where no owner would be left among the accounts that are.
	SetRole(ctx context.Context, userID string, role account.Role) error
	// Disable ends every session of the user and lets none begin. Enable takes that back.
	Disable(ctx context.Context, userID string, now time.Time) error
	Enable(ctx context.Context, userID string) error
	// Failures tells why captures came to nothing, the most frequent reason first.
	Failures(ctx context.Context, limit int) ([]Failure, error)
	// Size returns the size of the database in bytes.
	Size(ctx context.Context) (int64, error)
}

// Job is one that failed.
type Job struct {
	ID       int64
	Kind     string
	Error    string // what the last attempt ended with
	Attempts int
	FailedAt time.Time
	NextAt   time.Time // zero: it was given up
}

// Queue is the queue of background jobs.
type Queue interface {
	// Waiting counts the jobs that are to be done or are being done.
	Waiting(ctx context.Context) (int, error)
	// Failed returns the jobs whose last attempt failed, the latest first.
	Failed(ctx context.Context, limit int) ([]Job, error)
	// Retry has a job done now; fault.NotFound when there is none.
	Retry(ctx context.Context, id int64) error
}

// Files lists what is kept of documents and pictures.
type Files interface {
	List(ctx context.Context, yield func(blob.Info) error) error
}

// Parts are the dependencies of a Service. Queue is nil at the command line, which manages only
// accounts.
type Parts struct {
	Store   Store
	Queue   Queue
	Files   Files
	Free    func() int64 // bytes that are free on the disk of the data directory
	Version string
	Now     func() time.Time
}

// Service looks after the accounts of others.
type Service struct{ Parts }

// New returns a Service.
func New(p Parts) *Service { return &Service{p} }
