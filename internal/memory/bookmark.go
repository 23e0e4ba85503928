package memory

import (
	"slices"
	"time"
)

// Bookmark says how far a PDF is read: it is read in pieces, each of which is kept before the next is begun.
type Bookmark struct {
	Page  int           `json:"page"`            // up to which it is read, from 1; zero: nothing of it is, or there are no pages
	Pages int           `json:"pages"`           // that the file has
	End   bool          `json:"end,omitempty"`   // nothing is gone on with by itself: all is read, or as much as is kept
	Lost  []int         `json:"lost,omitempty"`  // pages that could not be read
	Bytes int           `json:"bytes,omitempty"` // of the text so far
	Spent time.Duration `json:"spent,omitempty"` // of the processors, for all of it
	Stuck time.Duration `json:"stuck,omitempty"` // of the processors, for the page after Page, in tries that were cut short
	Edges []PageEdges   `json:"edges,omitempty"` // of the last pages
}

// PageEdges are the lines at the head and the foot of a page, by which those that other pages repeat are known.
type PageEdges struct {
	Page int      `json:"page"`
	Head []string `json:"head,omitempty"`
	Foot []string `json:"foot,omitempty"`
}

// More reports whether pages are left, to be gone on with after Page.
func (b Bookmark) More() bool { return b.Page < b.Pages }

// Upto is the page up to which a PDF with pages left is read; zero where none are, or nothing is read.
func (b Bookmark) Upto() int {
	if !b.More() {
		return 0
	}
	return b.Page
}

// Lose counts a page as read that could not be.
func (b *Bookmark) Lose(page int) {
	b.Page, b.Stuck = max(b.Page, page), 0
	b.Lost = append(slices.Clip(b.Lost), page)
}
