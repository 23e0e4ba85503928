// Package filter is the language of filters, such as "tag:recipes from:nytimes.com before:2025
// -is:read", and the lists of memories that they make.
package filter

import (
	"strings"
	"time"

	"engram/internal/fault"
	"engram/internal/memory"
)

// Key names the subject of a word.
type Key string

const (
	Tag    Key = "tag"
	Kind   Key = "kind"
	From   Key = "from" // a host with its subdomains, or the name of a site
	By     Key = "by"   // an author
	Lang   Key = "lang" // "en" or "pt-br"; "pt" holds for both
	Before Key = "before"
	After  Key = "after"
	On     Key = "on"
	Is     Key = "is"
)

// States are the values of Is.
var States = []string{
	"starred", "unread", "read", "archived", "failed", "pending", "highlighted", "tagged", "feed",
}

// Word is one condition. Its value is normalised for its key.
type Word struct {
	Key   Key
	Value string
	Not   bool
}

// Filter is a conjunction of words, but that of several kinds, sites, authors, languages or times
// (On) any one holds. The zero value filters nothing.
type Filter []Word

// Limits of a filter.
const (
	MaxBytes = 2000
	MaxWords = 32
)

// Read parses a text of filter words alone. fault.Invalid if it has other words, or is too long.
func Read(text string) (Filter, error) {
	if len(text) > MaxBytes {
		return nil, tooLong()
	}
	f, rest, err := Split(text)
	if err == nil && rest != "" {
		word, _, _ := strings.Cut(rest, " ")
		err = fault.New(fault.Invalid, "Not a filter: "+word)
	}
	return f, err
}

func tooLong() error { return fault.New(fault.Invalid, "A filter holds at most 2,000 bytes") }

// Split is Parse with limits. fault.Invalid if the filter is too long.
func Split(text string) (f Filter, rest string, err error) {
	f, rest = Parse(text)
	switch {
	case len(f) > MaxWords:
		return nil, "", fault.New(fault.Invalid, "A filter has at most 32 words")
	case len(f.String()) > MaxBytes:
		return nil, "", tooLong()
	}
	return f, rest, nil
}

// String returns the text that Parse reads as this filter.
func (f Filter) String() string {
	words := make([]string, len(f))
	for i, w := range f {
		words[i] = w.String()
	}
	return strings.Join(words, " ")
}

// Asks reports whether a word of this key and value is in the filter, negated or not.
func (f Filter) Asks(key Key, value string) bool {
	for _, w := range f {
		if w.Key == key && w.Value == value {
			return true
		}
	}
	return false
}

// String returns the word as it is typed.
func (w Word) String() string {
	text := string(w.Key) + ":" + quoted(w.Value)
	if w.Not {
		return "-" + text
	}
	return text
}

// Span returns the time that a date means in a zone: from since until before until.
func (w Word) Span(zone *time.Location) (since, until time.Time) {
	if zone == nil {
		zone = time.UTC
	}
	for _, of := range periods {
		if day, err := time.ParseInLocation(of.layout, w.Value, zone); err == nil {
			return day, time.Date(day.Year()+of.years, day.Month()+time.Month(of.months), day.Day()+of.days, 0, 0, 0, 0, zone)
		}
	}
	return time.Time{}, time.Time{}
}

var periods = []struct {
	layout              string
	years, months, days int
}{{"2006", 1, 0, 0}, {"2006-01", 0, 1, 0}, {time.DateOnly, 0, 0, 1}}

// Sort is an order of a list.
type Sort string

const (
	Saved     Sort = "saved"     // newest first, as the other three that follow
	Published Sort = "published" // those of an unknown time last
	Opened    Sort = "opened"    // those never opened last
	Title     Sort = "title"     // A first
)

// Sorts are all orders.
var Sorts = []Sort{Saved, Published, Opened, Title}

// kinds are the names of kinds in a filter.
var kinds = map[string]memory.Kind{
	"link": memory.Link, "links": memory.Link, "website": memory.Link, "websites": memory.Link,
	"page": memory.Link, "pages": memory.Link, "video": memory.Video, "videos": memory.Video,
	"tweet": memory.Tweet, "tweets": memory.Tweet, "note": memory.Note, "notes": memory.Note,
	"document": memory.Document, "documents": memory.Document,
}
