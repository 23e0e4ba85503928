// Package htmldate stands in for github.com/markusmobius/go-htmldate, which go-trafilatura links and we never ask: its
// tables of dates take 0.3 s and 80 MB of every start, those of the children that read PDFs included.
package htmldate

import (
	"errors"
	"time"

	"golang.org/x/net/html"
)

// Options are those that go-trafilatura sets.
type Options struct {
	URL                 string
	UseOriginalDate     bool
	SkipExtensiveSearch bool
}

// Result is never returned by FromDocument.
type Result struct {
	DateTime time.Time
	HasTime  bool
}

// IsZero reports whether nothing was found.
func (r Result) IsZero() bool { return r.DateTime.IsZero() }

// FromDocument fails.
func FromDocument(*html.Node, Options) (Result, error) {
	return Result{}, errors.New("dates are read by engram/internal/capture/page")
}
