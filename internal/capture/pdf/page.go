package pdf

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// A call into PDFium takes microseconds, mostly overhead. So a page's text is read at once, and
// only the boxes of each line's first and last character: all boxes would make a book four times as
// slow.
const (
	maxPlaced    = 2_000  // lines or fragments of a page whose boxes are requested
	maxGapSearch = 40_000 // fragments per piece that are searched for gaps: about a second
	// characters per piece whose boxes are requested for scripts and ligatures: about a second
	maxLooks = 80_000
)

// errBroken says that PDFium no longer responds: after a fatal page all later calls fail.
var errBroken = errors.New("pdf: pdfium broke at a page")

// pageLines returns the lines of a page in reading order. It returns an error for a damaged page.
func (c *child) pageLines(index int) ([]line, error) {
	page, err := c.pdf.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: c.doc, Index: index})
	if err != nil {
		return nil, c.whole(err)
	}
	defer c.pdf.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: page.Page})
	text, err := c.pdf.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: requests.Page{ByReference: &page.Page}})
	if err != nil {
		return nil, c.whole(nil) // a page without text
	}
	defer c.pdf.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text.TextPage})
	lines := withoutLineNumbers(c.lines(text.TextPage))
	if c.isUpright(page.Page) {
		lines = boxesInOrder(lines)
	}
	return readingOrder(lines), nil
}

// whole returns err if PDFium still responds, else errBroken.
func (c *child) whole(err error) error {
	got, failed := c.pdf.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: c.doc})
	if failed != nil || got.PageCount == 0 {
		return errBroken
	}
	return err
}

// isUpright reports whether a page is not rotated. On rotated ones coordinates have another
// meaning.
func (c *child) isUpright(page references.FPDF_PAGE) bool {
	got, err := c.pdf.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: requests.Page{ByReference: &page}})
	return err == nil && got.PageRotation == 0
}

// lines returns a page's lines in the order of its content, with their positions.
func (c *child) lines(page references.FPDF_TEXTPAGE) []line {
	count, err := c.pdf.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: page})
	if err != nil || count.Count <= 0 {
		return nil
	}
	text, err := c.pdf.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: page, Count: min(count.Count, c.limits.text)})
	if err != nil {
		return nil
	}
	content := c.composed(page, text.Text)
	lines := splitLines(content, c.gaps(page, strings.Count(content, "\n")+1), c.blanksBetweenScripts(page, content))
	if len(lines) <= maxPlaced {
		for i := range lines {
			c.position(page, &lines[i])
		}
	}
	return lines
}

// position sets a line's coordinates. A rotated line has no size.
func (c *child) position(page references.FPDF_TEXTPAGE, l *line) {
	first, ok1 := c.box(page, l.first)
	last, ok2 := c.box(page, l.last)
	if !ok1 || !ok2 {
		return
	}
	l.y, l.left, l.right = first.bottom, min(first.left, last.left), max(first.right, last.right)
	if height := first.top - first.bottom; math.Abs(first.bottom-last.bottom) < height {
		l.size = height
	}
	if weight, err := c.pdf.FPDFText_GetFontWeight(&requests.FPDFText_GetFontWeight{TextPage: page, Index: l.first}); err == nil {
		l.bold = weight.FontWeight >= boldWeight
	}
}

// boldWeight is the least weight of bold text; that of other text is 400.
const boldWeight = 600

// box is a rectangle in points from the page's lower left corner.
type box struct{ left, top, right, bottom float64 }

// box returns the loose bounds of a character, as high for an "a" as for a "g".
func (c *child) box(page references.FPDF_TEXTPAGE, textIndex int) (b box, ok bool) {
	char, err := c.pdf.FPDFText_GetCharIndexFromTextIndex(&requests.FPDFText_GetCharIndexFromTextIndex{TextPage: page, NTextIndex: textIndex})
	if err != nil {
		return b, false
	}
	got, err := c.pdf.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: page, Index: char.CharIndex})
	if err != nil {
		return b, false
	}
	return box{float64(got.Rect.Left), float64(got.Rect.Top), float64(got.Rect.Right), float64(got.Rect.Bottom)}, true
}

// gaps returns the characters that are far to the right of the previous one in a line, or back to
// the left: PDFium may join lines of two columns. They are ascending. A page that writes lines in
// one piece has none.
func (c *child) gaps(page references.FPDF_TEXTPAGE, lines int) []int {
	pieces, err := c.pdf.FPDFText_CountRects(&requests.FPDFText_CountRects{TextPage: page, Count: -1})
	if err != nil || pieces.Count <= lines || pieces.Count > min(c.gapsLeft, maxPlaced) {
		return nil
	}
	c.gapsLeft -= pieces.Count
	var found []int
	var before box
	for i := range pieces.Count {
		got, err := c.pdf.FPDFText_GetRect(&requests.FPDFText_GetRect{TextPage: page, Index: i})
		if err != nil {
			break
		}
		piece := box{got.Left, got.Top, got.Right, got.Bottom}
		if i > 0 && piece.isApart(before) {
			if at, ok := c.firstOf(page, piece); ok {
				found = append(found, at)
			}
		}
		before = piece
	}
	slices.Sort(found)
	return found
}

// isApart reports whether b is not the next word after a but further right at a similar height, or
// back to the left.
func (b box) isApart(a box) bool {
	height := max(a.top-a.bottom, b.top-b.bottom)
	return b.left-a.right > height && min(a.top, b.top) > max(a.bottom, b.bottom) || a.left-b.left > height
}

// firstOf returns the first character of a text fragment.
func (c *child) firstOf(page references.FPDF_TEXTPAGE, piece box) (textIndex int, ok bool) {
	char, err := c.pdf.FPDFText_GetCharIndexAtPos(&requests.FPDFText_GetCharIndexAtPos{
		TextPage: page, X: piece.left, Y: (piece.top + piece.bottom) / 2, XTolerance: 1, YTolerance: piece.top - piece.bottom,
	})
	if err != nil || char.CharIndex < 0 {
		return 0, false
	}
	at, err := c.pdf.FPDFText_GetTextIndexFromCharIndex(&requests.FPDFText_GetTextIndexFromCharIndex{TextPage: page, NCharIndex: char.CharIndex})
	if err != nil {
		return 0, false
	}
	return at.TextIndex, true
}
