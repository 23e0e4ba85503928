package recall

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Filters are what the words of a question narrow its search to. The zero value is no filter.
type Filters struct {
	Kind  string    // empty: none was read
	Since time.Time // zero: no bound; else saved at or after it
	Until time.Time // zero: no bound; else saved before it
	Words []string  // of the question, that were read as the kind and as the time; at most two
}

// Empty reports whether nothing was narrowed.
func (f Filters) Empty() bool { return len(f.Words) == 0 }

// Saved says the time as it reads behind "saved": "last week" of "from last week", "in 2024" of "In 2024", "in June" of "from
// June". Empty where no words name one.
func (f Filters) Saved() string {
	words := f.Words
	if f.Kind != "" && len(words) > 0 {
		words = words[1:]
	}
	if len(words) == 0 || words[0] == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(words[0])
	said := string(unicode.ToLower(first)) + words[0][size:]
	since, is := strings.CutPrefix(said, "from ")
	switch {
	case !is || strings.Contains(since, " to ") || strings.Contains(since, " till ") || strings.Contains(since, " until "):
		return said
	case strings.HasPrefix(since, "last ") || strings.HasPrefix(since, "this ") || strings.HasSuffix(since, " ago"):
		return since
	}
	return "in " + since
}

// Narrow returns the query with the filters.
func (f Filters) Narrow(q Query) Query {
	if f.Kind != "" {
		q.Kind = f.Kind
	}
	q.Since, q.Until = f.Since, f.Until
	return q
}
