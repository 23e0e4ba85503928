package recall

import "time"

// Filters are what the words of a question narrow its search to. The zero value is no filter.
type Filters struct {
	Kind  string    // empty: none was read
	Since time.Time // zero: no bound; else saved at or after it
	Until time.Time // zero: no bound; else saved before it
	Words []string  // of the question, that were read as the kind and as the time; at most two
}

// Empty reports whether nothing was narrowed.
func (f Filters) Empty() bool { return len(f.Words) == 0 }

// Narrow returns the query with the filters.
func (f Filters) Narrow(q Query) Query {
	if f.Kind != "" {
		q.Kind = f.Kind
	}
	q.Since, q.Until = f.Since, f.Until
	return q
}
