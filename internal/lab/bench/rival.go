package bench

import "context"

// rival is the same search as one would write it in SQL. It is the C library of SQLite, not the one in Go that the
// product carries, which is slower and would flatter us; so it is built with the tags below alone.
type rival interface {
	// add saves a user's passages of those numbers.
	add(ctx context.Context, userID string, from, to int) error
	// words returns the ids of the best memories by BM25.
	words(ctx context.Context, userID string, q question) ([]string, error)
	// hybrid returns the ids of the best memories by BM25 and by cosine, merged by their ranks.
	hybrid(ctx context.Context, userID string, q question) ([]string, error)
	// tuned is hybrid with each user's ids in a range of their own, which FTS5 reads by: the quickest way that was found.
	tuned(ctx context.Context, userID string, q question) ([]string, error)
	close() error
}

// noRival is the reason in rows that need one.
const noRival = "needs -tags baselines,sqlite_fts5 and cgo: make bench"

// openRival opens one on a file of its own; nil in a build without the tags.
var openRival func(path string, c *corpus) (rival, error)
