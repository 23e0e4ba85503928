// Package check verifies that stored data is consistent: counters with the rows they count, search
// indexes with the log, files with the rows that name them. It repairs what is derived, and reports
// what is lost.
package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"engram/internal/blob"
)

// Store gives access to the rows. Every method except Users sees only the given user's rows.
type Store interface {
	// Damage returns a line for each table with unreadable or corrupt rows.
	Damage(ctx context.Context) ([]string, error)
	// Users returns the IDs of users after the given one, in order, at most limit.
	Users(ctx context.Context, after string, limit int) ([]string, error)
	// Tally returns the user's counters and counted rows from one snapshot of the database.
	Tally(ctx context.Context, userID string) (Tally, error)
	// Recount sets a counter that is wrong to the number of rows, under its lock.
	Recount(ctx context.Context, userID, counter string) error
	// Files returns the files that the user's rows name; none for an unknown user.
	Files(ctx context.Context, userID string) ([]File, error)
	// DropPicture removes the picture from the memory if it still has the key.
	DropPicture(ctx context.Context, userID, memoryID, key string) error
}

// Tally holds a user's counters.
type Tally struct {
	Memories, Passages int
	Counters           []Counter
}

// Counter is a stored counter and the number of rows that it counts.
type Counter struct {
	Name       string
	Kept, Rows int64
	AtLeast    bool // it may be greater than the number of rows
}

// Right reports whether the counter matches its rows.
func (c Counter) Right() bool { return c.Kept == c.Rows || c.AtLeast && c.Kept > c.Rows }

// File is a blob that a row names.
type File struct {
	Key      string
	MemoryID string // empty for an unclaimed upload, and in the trash
	Picture  bool   // otherwise a document
}

// Index is the cache of search indexes.
type Index interface {
	// Check returns the differences between the user's index and the log.
	Check(ctx context.Context, userID string) ([]string, error)
	// Forget drops the user's index, which is then rebuilt.
	Forget(userID string)
}

// Parts are the dependencies and options of a check.
type Parts struct {
	Store Store
	Index Index
	Blobs blob.Store
	Now   func() time.Time
	Tell  func(Finding) // called for each finding
	Look  bool          // no repairs

	// Shared says that other nodes share the rows and have files of their own: a missing file may
	// be there.
	Shared bool
}

// Outcome says how a finding was handled.
type Outcome string

const (
	Found    Outcome = "found" // not repaired since Look is set
	Repaired Outcome = "repaired"
	Lost     Outcome = "can't be repaired"
)

// Finding is one inconsistency.
type Finding struct {
	Outcome Outcome
	Text    string // with the user's ID
}

// String returns it in one line.
func (f Finding) String() string { return string(f.Outcome) + ": " + f.Text }

// Report is the summary of a check.
type Report struct {
	Users, Memories, Passages, Files int
	Repaired, Left                   int // findings; left were not repaired
	Took                             time.Duration
}

// String returns it in one line.
func (r Report) String() string {
	return fmt.Sprintf("checked in %.1f seconds: users %d, memories %d, passages %d, files %d; repaired %d, left %d",
		r.Took.Seconds(), r.Users, r.Memories, r.Passages, r.Files, r.Repaired, r.Left)
}

// Run checks the database, then every user and file, and repairs what it may. Nothing else may
// change files or indexes meanwhile. It stops at an error, keeping earlier repairs. If rows name
// files and there are no files at all it stops before any repair.
func Run(ctx context.Context, p Parts) (Report, error) {
	began := p.Now()
	c := &checker{Parts: p, known: map[string]bool{}}
	err := c.all(ctx)
	c.report.Took = p.Now().Sub(began)
	return c.report, err
}

// checker is the state of one check.
type checker struct {
	Parts
	known  map[string]bool // IDs of users
	report Report
}

// errDamaged stops a check: comparing with unreadable rows would give false findings, and repairs
// that do harm.
var errDamaged = errors.New("the database is damaged, so nothing else was looked at or repaired: keep a copy of it as it is, then put back " +
	"the last backup; of SQLite, `sqlite3 engram.db .recover` reads what can still be read")

func (c *checker) all(ctx context.Context) error {
	damage, err := c.Store.Damage(ctx)
	if err != nil {
		return err
	}
	for _, of := range damage {
		c.tell(Lost, "%s", of)
	}
	if len(damage) > 0 {
		return errDamaged
	}
	if err := c.mounted(ctx); err != nil {
		return err
	}
	if err := c.eachUser(ctx, c.user); err != nil {
		return err
	}
	return c.strays(ctx)
}

func (c *checker) tell(outcome Outcome, format string, args ...any) {
	if outcome == Repaired {
		c.report.Repaired++
	} else {
		c.report.Left++
	}
	c.Tell(Finding{Outcome: outcome, Text: fmt.Sprintf(format, args...)})
}

// mend repairs a finding unless Look is set.
func (c *checker) mend(finding string, repair func() error) error {
	if c.Look {
		c.tell(Found, "%s", finding)
		return nil
	}
	if err := repair(); err != nil {
		return fmt.Errorf("%s, and the repair failed: %w", finding, err)
	}
	c.tell(Repaired, "%s", finding)
	return nil
}
