// Package highlight keeps what people mark in their memories: a colour and a remark on some words.
//
// A highlight is kept by its words and its place in the memory's document. When the document
// changes, the words are found again; where they are gone, the highlight is kept without a place.
package highlight

import (
	"slices"
	"time"
	"unicode/utf8"

	"engram/internal/fault"
	"engram/internal/memory"
)

// Limits on a highlight in characters, and on their number in one memory.
const (
	MaxRemark = 4_000
	MaxQuote  = 8_000
	MaxOfOne  = 2_000
	around    = 40 // characters of context on each side
)

// Color is the colour of a highlight.
type Color string

// The colours.
const (
	Amber Color = "amber"
	Sage  Color = "sage"
	Sky   Color = "sky"
	Rose  Color = "rose"
)

// Colors are all colours; the first is the default.
var Colors = []Color{Amber, Sage, Sky, Rose}

// Position is a position in a document.
type Position struct {
	Leaf   int // number of the leaf, from 0
	Offset int // characters (Unicode code points) in its plain text
}

// Range is a part of a document, end exclusive. One without characters is the picture of a leaf.
type Range struct{ Start, End Position }

// Place holds the range of a highlight and what is needed to find its words again.
type Place struct {
	Range
	Prefix, Suffix string // up to 40 characters around the words
	Passage        int    // of the memory, in which the words begin
	Page           int    // of a document, from 1; 0: none
	Second         int    // of a recording; 0: none
	Orphaned       bool   // the words are gone; the rest is as it was
}

// Highlight is a marked part of a memory.
type Highlight struct {
	ID        string // UUIDv7
	UserID    string
	MemoryID  string
	Color     Color
	Remark    string // the person's own words; may be empty
	Quote     string // the marked words; leaves are joined by line feeds
	Place     Place
	Review    Review
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Draft is a highlight to add: by its range or, if Passage is set, by a place in a passage.
type Draft struct {
	Range
	Passage *int   // number of a passage, from 0
	Span    [2]int // characters of the passage
	Quote   string
	Color   Color // empty: Amber
	Remark  string
}

// Change changes a highlight; nil fields stay.
type Change struct {
	Color  *Color
	Remark *string
}

// Found is a highlight in a list, with its memory.
type Found struct {
	Highlight
	Memory memory.Memory // without its description
}

// check returns a fault.Invalid for a colour or a remark that can't be kept.
func check(color Color, remark string) error {
	switch {
	case !slices.Contains(Colors, color):
		return fault.New(fault.Invalid, "Please choose amber, sage, sky or rose as the colour")
	case utf8.RuneCountInString(remark) > MaxRemark:
		return fault.New(fault.Invalid, "The remark is longer than 4,000 characters")
	}
	return nil
}

func (d Draft) check() error {
	if err := check(d.Color, d.Remark); err != nil {
		return err
	}
	start, end := d.Start, d.End
	switch {
	case keyOf(d.Quote, visible) == "":
		return fault.New(fault.Invalid, "Please select the words to highlight")
	case utf8.RuneCountInString(d.Quote) > MaxQuote:
		return tooLong()
	case d.Passage != nil && (*d.Passage < 0 || d.Span[0] < 0 || d.Span[1] < d.Span[0]):
		return fault.New(fault.Invalid, "There is no such place in a passage")
	case d.Passage != nil:
		return nil
	case start.Leaf < 0 || start.Offset < 0 || end.Offset < 0 || !start.before(end):
		return fault.New(fault.Invalid, "The highlight must end after its beginning")
	}
	return nil
}

func tooLong() error {
	return fault.New(fault.Invalid, "The highlight is longer than 8,000 characters. Please select less.")
}

func (p Position) before(other Position) bool {
	return p.Leaf < other.Leaf || p.Leaf == other.Leaf && p.Offset < other.Offset
}

// NotFound is the error for a highlight that is not the user's.
func NotFound() error { return fault.New(fault.NotFound, "Highlight not found") }

// TooMany is the error for a memory that has MaxOfOne highlights.
func TooMany() error {
	return fault.New(fault.Invalid, "This memory has 2,000 highlights, which is the most. Please remove some first.")
}

// gone is the error for words that the memory doesn't hold.
func gone() error {
	return fault.New(fault.Conflict, "These words are not in the memory's text. It may have changed meanwhile: please open it again and select them anew.")
}
