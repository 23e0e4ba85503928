// Package bench measures how fast the recall engine is, on data made from a seed, beside what it is compared with: the
// same search in SQL, or the plainest loop over the same bytes; and how long a
// whole program takes to take things in, and to answer. Machines differ and are noisy; what a row says is a ratio,
// taken in turns in one run.
package bench

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"engram/internal/lab/fleet"
)

// Options says what to measure.
type Options struct {
	Rows     []string          // names of rows, see Rows; empty: all
	Users    []int             // numbers of users, whose service by a Fleet is simulated instead
	Fleet    fleet.Fleet       // nodes that serve Users
	JSON     bool              // Report writes JSON instead of a table
	Quick    bool              // sizes so small that the figures mean nothing: to see that every row runs
	Progress func(note string) // called with what is being done; may be nil
	// Program starts an Engram on an empty folder, with its database in engram.db there, that may fetch from these addresses
	// of this machine, and whose limits are off. Nil: what needs one is not measured.
	Program func(ctx context.Context, dir string, allow ...string) (Program, error)
}

// row is a line of the table, or a few of one kind.
type row struct {
	name    string
	measure func(*suite, context.Context) ([]Result, error)
}

// rows are measured in this order: memory before others have left anything behind.
var rows = []row{
	{"memory", (*suite).memory},
	{"hybrid", (*suite).hybrid},
	{"words", (*suite).words},
	{"scan", (*suite).scan},
	{"growth", (*suite).growth},
	{"related", (*suite).related},
	{"neighbours", (*suite).neighbours},
	{"start", (*suite).start},
	{"indexing", (*suite).indexing},
	{"filters", (*suite).filters},
	{"tagging", (*suite).tagging},
	{"encoding", (*suite).encoding},
	{"answer", (*suite).answer},
	{"capture", (*suite).capture},
}

// Rows returns the names of all rows.
func Rows() []string {
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	return names
}

// Run measures the chosen rows. It keeps its files in a temporary folder, which it removes. The errors are those of an
// unknown row, of the disk and of ctx.
func Run(ctx context.Context, o Options) (_ []Result, err error) {
	for _, name := range o.Rows {
		if !slices.Contains(Rows(), name) {
			return nil, fmt.Errorf("there is no row %q; there are %s", name, strings.Join(Rows(), ", "))
		}
	}
	dir, err := os.MkdirTemp("", "engram-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // in the system's own folder for what may go
	s := newSuite(dir, o)
	defer s.close()
	var results []Result
	for _, r := range rows {
		if len(o.Rows) > 0 && !slices.Contains(o.Rows, r.name) {
			continue
		}
		measured, err := r.measure(s, ctx)
		if err != nil {
			return nil, fmt.Errorf("row %s: %w", r.name, err)
		}
		for i := range measured {
			measured[i].Row = r.name
		}
		results = append(results, measured...)
	}
	return results, nil
}
