package render

import (
	"unicode"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

const (
	maxChars  = 200_000 // of a page, in UTF-16 units
	maxWords  = 20_000  // of a page
	longWord  = 64      // characters after which a word is cut: scripts without blanks have long ones
	lineBreak = '\u0002'
	softHyph  = '\u00ad'
)

// words returns the words of a page in the order of its content.
func (c *child) words(index int) (all []word, err error) {
	err = c.load(index, func(page requests.Page) error {
		text, err := c.pdf.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
		if err != nil {
			return nil // a page without text
		}
		defer c.pdf.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text.TextPage})
		place, err := c.placeOn(page)
		if err != nil {
			return err
		}
		for _, r := range splitWords(c.text(text.TextPage)) {
			first, ok1 := c.box(text.TextPage, r.first)
			last, ok2 := c.box(text.TextPage, r.last)
			if ok1 && ok2 && len(all) < maxWords {
				all = append(all, word{r.text, place.box(first.with(last)), r.ends})
			}
		}
		return nil
	})
	return all, err
}

func (c *child) text(page references.FPDF_TEXTPAGE) string {
	count, err := c.pdf.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: page})
	if err != nil || count.Count <= 0 {
		return ""
	}
	text, err := c.pdf.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: page, Count: min(count.Count, maxChars)})
	if err != nil {
		return ""
	}
	return text.Text
}

// run is a word in a page's text: the offsets of its first and last character, in UTF-16 units.
type run struct {
	text        string
	first, last int
	ends        bool // a line
}

// splitWords splits a text at white space and after hyphens that PDFium joins two lines at, which
// become soft hyphens.
func splitWords(text string) (all []run) {
	var now []rune
	first, last, at := 0, 0, 0
	flush := func(ends bool) {
		if len(now) > 0 {
			all = append(all, run{string(now), first, last, ends})
		} else if ends && len(all) > 0 {
			all[len(all)-1].ends = true
		}
		now = nil
	}
	for _, r := range text {
		switch {
		case r == '\n' || r == '\r' || r == '\f':
			flush(true)
		case unicode.IsSpace(r):
			flush(false)
		case r == lineBreak || r == '\ufffe':
			if len(now) > 0 {
				now, last = append(now, softHyph), at
			}
			flush(true)
		case !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r) || r == '\u200d':
			if len(now) == longWord {
				flush(false)
			}
			if len(now) == 0 {
				first = at
			}
			now, last = append(now, r), at
		}
		at += utf16.RuneLen(r)
	}
	flush(true)
	return all
}

// rectangle is one in points in the page's own coordinates, from below.
type rectangle struct{ left, top, right, bottom float64 }

// with returns the rectangle around both.
func (r rectangle) with(o rectangle) rectangle {
	return rectangle{min(r.left, o.left), max(r.top, o.top), max(r.right, o.right), min(r.bottom, o.bottom)}
}

// box returns the loose bounds of a character, as high for an "a" as for a "g".
func (c *child) box(page references.FPDF_TEXTPAGE, textIndex int) (r rectangle, ok bool) {
	char, err := c.pdf.FPDFText_GetCharIndexFromTextIndex(&requests.FPDFText_GetCharIndexFromTextIndex{TextPage: page, NTextIndex: textIndex})
	if err != nil {
		return r, false
	}
	got, err := c.pdf.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: page, Index: char.CharIndex})
	if err != nil {
		return r, false
	}
	b := got.Rect
	return rectangle{float64(b.Left), float64(b.Top), float64(b.Right), float64(b.Bottom)}, true
}

// placement maps points of a page, which may be cropped and rotated, to parts of what is displayed.
type placement struct{ x, y, rightX, rightY, upX, upY float64 }

const (
	deviceSide = 1 << 24
	probe      = 1000 // points
)

func (c *child) placeOn(page requests.Page) (p placement, err error) {
	at := func(x, y float64) (float64, float64) {
		got, failed := c.pdf.FPDF_PageToDevice(&requests.FPDF_PageToDevice{Page: page, SizeX: deviceSide, SizeY: deviceSide, PageX: x, PageY: y})
		if failed != nil {
			err = failed
			return 0, 0
		}
		return float64(got.DeviceX) / deviceSide, float64(got.DeviceY) / deviceSide
	}
	p.x, p.y = at(0, 0)
	rightX, rightY := at(probe, 0)
	upX, upY := at(0, probe)
	p.rightX, p.rightY = (rightX-p.x)/probe, (rightY-p.y)/probe
	p.upX, p.upY = (upX-p.x)/probe, (upY-p.y)/probe
	return p, err
}

// box returns the left, top, right and bottom of a rectangle in parts of the displayed page.
func (p placement) box(r rectangle) [4]float64 {
	x1, y1 := p.x+r.left*p.rightX+r.top*p.upX, p.y+r.left*p.rightY+r.top*p.upY
	x2, y2 := p.x+r.right*p.rightX+r.bottom*p.upX, p.y+r.right*p.rightY+r.bottom*p.upY
	return [4]float64{min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)}
}
