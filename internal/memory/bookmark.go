package memory

import (
	"slices"
	"time"
)

// Bookmark is the progress of reading a PDF, which is read and stored in pieces.
type Bookmark struct {
	Page  int           `json:"page"`            // last page read, from 1; 0: none
	Pages int           `json:"pages"`           // of the file
	End   bool          `json:"end,omitempty"`   // reading does not continue by itself: all is read, or the limit reached
	Lost  []int         `json:"lost,omitempty"`  // unreadable pages
	Bytes int           `json:"bytes,omitempty"` // of text so far
	Spent time.Duration `json:"spent,omitempty"` // CPU time in total
	Stuck time.Duration `json:"stuck,omitempty"` // CPU time for the next page, in attempts that were cut short
	Edges []PageEdges   `json:"edges,omitempty"` // of the last pages
}

// PageEdges are the first and last lines of a page, for detecting headers and footers.
type PageEdges struct {
	Page int      `json:"page"`
	Head []string `json:"head,omitempty"`
	Foot []string `json:"foot,omitempty"`
}

// More reports whether pages are left.
func (b Bookmark) More() bool { return b.Page < b.Pages }

// Upto returns the last page read of a PDF with pages left, else 0.
func (b Bookmark) Upto() int {
	if !b.More() {
		return 0
	}
	return b.Page
}

// Lose counts a page as read but unreadable.
func (b *Bookmark) Lose(page int) {
	b.Page, b.Stuck = max(b.Page, page), 0
	b.Lost = append(slices.Clip(b.Lost), page)
}
