package conversation

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Filters are the kind and time named by a question's words, and the words of a filter beside them.
// The zero value filters nothing.
type Filters struct {
	Kind  string    // empty: any
	Since time.Time // zero: unbounded; else saved at or after it
	Until time.Time // zero: unbounded; else saved before it
	Words []string  // the words of the question that said so, at most two

	Filter string // as package filter prints it; empty: none
}

// Empty reports whether nothing is filtered.
func (f Filters) Empty() bool { return len(f.Words) == 0 && f.Filter == "" }

// Saved returns the time in words that follow "saved": "last week" for "from last week", "in June"
// for "from June". It is empty where the question named no time.
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
