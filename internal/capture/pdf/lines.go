package pdf

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// line is one line of a PDF's page, or one of several pieces that stand in it apart from each other. Places are in points,
// counted from the page's foot and its left edge; a line without a place has zeros.
type line struct {
	text        string
	y           float64 // of its foot
	left, right float64
	size        float64 // the height of its font; zero when its letters do not stand upright beside each other
	first, last int     // characters of the page's text, in UTF-16 units
	nth         int     // in the order of the page's content
	beside      bool    // it was cut off the line before it
	spaced      bool    // a blank comes before it
	far         []int   // where in the text are blanks that are wide
}

// endHyphen marks a hyphen that ends a line, of which PDFium then makes one with the next. Nothing else in a line is a
// control character.
const endHyphen = '\u0002'

// splitLines cuts a page's text into lines, and these before each character that gaps, in ascending order, names by its
// place in the text in UTF-16 units. White space within a line is folded, and added before each character that blanks names.
func splitLines(text string, gaps, blanks []int) []line {
	var b lineBuilder
	at := 0
	for _, r := range text {
		for len(gaps) > 0 && gaps[0] <= at {
			if gaps[0] == at {
				b.cut()
			}
			gaps = gaps[1:]
		}
		if len(blanks) > 0 && blanks[0] == at {
			b.blank, blanks = true, blanks[1:]
		}
		b.add(r, at)
		at += utf16.RuneLen(r)
	}
	b.flush()
	return b.lines
}

// lineBuilder makes lines out of characters.
type lineBuilder struct {
	lines  []line
	under  line // the line under way, but for its text
	text   strings.Builder
	blank  bool
	beside bool // the next line begins beside the one before
}

// add takes the character that stands at the given place in the text.
func (b *lineBuilder) add(r rune, at int) {
	switch {
	case r == '\n' || r == '\r' || r == '\f':
		b.flush()
	case r == endHyphen || r == '\ufffe':
		b.write(endHyphen, at)
		b.flush() // PDFium joins the two lines, whose heights differ
	case unicode.IsSpace(r):
		b.blank = true
	case !unicode.IsControl(r):
		b.write(r, at)
	}
}

func (b *lineBuilder) write(r rune, at int) {
	switch {
	case b.text.Len() == 0:
		b.under = line{first: at, nth: len(b.lines), beside: b.beside, spaced: b.blank}
	case b.blank:
		b.text.WriteByte(' ')
	}
	b.text.WriteRune(r)
	b.under.last, b.blank, b.beside = at, false, false
}

// cut ends the piece under way; the line goes on.
func (b *lineBuilder) cut() {
	if b.text.Len() > 0 {
		blank := b.blank
		b.flush()
		b.beside, b.blank = true, blank
	}
}

// flush ends the line under way.
func (b *lineBuilder) flush() {
	if b.text.Len() > 0 {
		b.under.text = b.text.String()
		b.lines = append(b.lines, b.under)
	}
	b.text.Reset()
	b.blank, b.beside = false, false
}
