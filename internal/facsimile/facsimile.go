// Package facsimile shows the pages of PDFs as they are printed: a picture of each page, and its
// words with their places.
package facsimile

import (
	"context"
	"errors"
	"io"
	"math"
)

// Size is the size of a page as it is displayed, in points.
type Size struct{ Width, Height float64 }

// Box is a rectangle in points from the upper left corner of the page as it is displayed.
type Box struct{ X, Y, Width, Height float64 }

// Word is a piece of text without blanks. A soft hyphen at its end joins it to the next word.
type Word struct {
	Text string
	Box  Box
	Ends bool // it is the last word of its line
}

// Document is a PDF to draw; its ID is its blob key. Open is called only if the Drawer does not have the file yet; the
// Drawer closes what it returns.
type Document struct {
	UserID, ID string
	Open       func(context.Context) (io.ReadCloser, error)
}

// The errors of a Drawer that concern one PDF.
var (
	ErrLocked  = errors.New("facsimile: the PDF is protected by a password")
	ErrDamaged = errors.New("facsimile: the PDF or its page is damaged, or takes too long")
)

// Drawer draws PDFs that may be hostile, within bounds of time and memory. Pages count from 1. Its
// errors are ErrLocked, ErrDamaged, those of Open, ctx's, or of the machine.
type Drawer interface {
	// Sizes returns the size of each page as stated in the PDF, for at most MaxPages pages.
	Sizes(ctx context.Context, doc Document) ([]Size, error)
	// Draw returns a page on white as a JPEG of exactly this size, in pixels.
	Draw(ctx context.Context, doc Document, page, width, height int) (jpeg []byte, err error)
	// Words returns the words of a page in the order of its text. Their boxes are parts of a page
	// of this size.
	Words(ctx context.Context, doc Document, page int, size Size) ([]Word, error)
	// Forget removes what is held of a document.
	Forget(id string)
}

// MaxPages is the number of pages that are shown of a PDF.
const MaxPages = 10_000

// Widths are the widths in which pages are drawn, in pixels.
var Widths = []int{176, 480, 800, 1200, 1600, 2400}

const (
	maxPixels = 9_000_000 // of a picture: A4 in the largest width
	maxSide   = 20_000    // points
	maxRatio  = 30        // of a page's sides
)

// letter is the size of a page that states none that can be shown.
var letter = Size{612, 792}

// shown returns a size that can be shown of any stated one: finite, and not too narrow.
func (s Size) shown() Size {
	if !(s.Width > 0 && s.Height > 0) || math.IsInf(s.Width, 0) || math.IsInf(s.Height, 0) {
		return letter
	}
	if scale := maxSide / max(s.Width, s.Height); scale < 1 {
		s.Width, s.Height = s.Width*scale, s.Height*scale
	}
	s.Width, s.Height = max(s.Width, 1), max(s.Height, 1)
	return Size{max(s.Width, s.Height/maxRatio), max(s.Height, s.Width/maxRatio)}
}

// pixels returns the size of a picture of about this width, with at most maxPixels.
func (s Size) pixels(width int) (w, h int) {
	wide, high := float64(width), float64(width)*s.Height/s.Width
	if many := wide * high; many > maxPixels {
		scale := math.Sqrt(maxPixels / many)
		wide, high = wide*scale, high*scale
	}
	return max(int(wide), 1), max(int(high), 1)
}
