// Package check proves that what is kept agrees with itself: counters with the rows that they count, search indexes with
// the log, files with the rows that name them. What is derived it repairs, and says so; what is lost it can only tell.
package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"engram/internal/blob"
)

// Store is what is checked of the rows. Every method but Users sees the given user's rows alone.
type Store interface {
	// Damage returns what of the rows can't be read or is not as the engine wrote it, a line for each table; empty when all is
	// whole.
	Damage(ctx context.Context) ([]string, error)
	// Users returns the ids of users after the given one in their order, at most limit of them.
	Users(ctx context.Context, after string, limit int) ([]string, error)
	// Tally counts the user's rows beside what the counters say, against one state of the database.
	Tally(ctx context.Context, userID string) (Tally, error)
	// Recount sets a counter that is not right to what its rows say, while nobody takes from it.
	Recount(ctx context.Context, userID, counter string) error
	// Files returns every file that the user's rows name; none of an unknown user.
	Files(ctx context.Context, userID string) ([]File, error)
	// DropPicture leaves the memory without its picture, if that has the key still.
	DropPicture(ctx context.Context, userID, memoryID, key string) error
}

// Tally is what a user has.
type Tally struct {
	Memories, Passages int
	Counters           []Counter
}

// Counter is a number that is kept beside the rows that it counts.
type Counter struct {
	Name       string
	Kept, Rows int64
	AtLeast    bool // it may be greater than what its rows say
}

// Right reports whether the counter is what its rows say.
func (c Counter) Right() bool { return c.Kept == c.Rows || c.AtLeast && c.Kept > c.Rows }

// File is a blob that a row names.
type File struct {
	Key      string
	MemoryID string // empty: an upload that no memory holds yet
	Picture  bool   // else a document
}

// Index is the cache of search indexes.
type Index interface {
	// Check returns what is wrong with the user's index, in plain words: nothing when it equals the log.
	Check(ctx context.Context, userID string) ([]string, error)
	// Forget drops the user's index, to be made anew.
	Forget(userID string)
}

// Parts are what a check looks at, and how.
type Parts struct {
	Store Store
	Index Index
	Blobs blob.Store
	Now   func() time.Time
	Tell  func(Finding) // is called for each finding as it comes
	Look  bool          // only look: nothing is repaired

	// Shared says that other nodes have the same rows and keep files of their own: a file that is not here may be there.
	Shared bool
}

// Outcome says what became of a finding.
type Outcome string

const (
	Found    Outcome = "found" // by a check that only looks
	Repaired Outcome = "repaired"
	Lost     Outcome = "can't be repaired"
)

// Finding is one thing that did not agree, in one line.
type Finding struct {
	Outcome Outcome
	Text    string // names the user by id
}

// String is the line.
func (f Finding) String() string { return string(f.Outcome) + ": " + f.Text }

// Report sums a check up.
type Report struct {
	Users, Memories, Passages, Files int
	Repaired, Left                   int // findings; left are those that were not repaired
	Took                             time.Duration
}

// String is the report in one line.
func (r Report) String() string {
	return fmt.Sprintf("checked in %.1f seconds: users %d, memories %d, passages %d, files %d; repaired %d, left %d",
		r.Took.Seconds(), r.Users, r.Memories, r.Passages, r.Files, r.Repaired, r.Left)
}

// Run checks the database itself, then everything user by user and file by file, and repairs what it may. Nobody else may change the files or
// the indexes meanwhile. A part that can't be looked at ends it with an error; what was repaired before stays so. When rows
// name files and there are none at all, it ends before anything is repaired.
func Run(ctx context.Context, p Parts) (Report, error) {
	began := p.Now()
	c := &checker{Parts: p, known: map[string]bool{}}
	err := c.all(ctx)
	c.report.Took = p.Now().Sub(began)
	return c.report, err
}

// checker is one check under way.
type checker struct {
	Parts
	known  map[string]bool // users by id
	report Report
}

// errDamaged ends a check: what is compared with rows that can't be read would be found wrong, and repaired to worse.
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

// mend repairs a finding, unless the check only looks.
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
