package pdf

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// line is a line of a page, or a fragment of one. Coordinates are in points from the page's lower
// left corner; zero if unknown.
type line struct {
	text        string
	y           float64 // baseline
	left, right float64
	size        float64 // font height; zero if the text is not upright and horizontal
	first, last int     // range of the page's text, in UTF-16 units
	nth         int     // index in the page's content
	beside      bool    // it was split off the previous line
	spaced      bool    // preceded by a blank
	far         []int   // offsets of wide blanks
	bold        bool    // its first character is
}

// endHyphen marks a hyphen at the end of a line, where PDFium joins two lines. No other control
// characters occur.
const endHyphen = '\u0002'

// splitLines splits a page's text into lines, and these before the characters in gaps, which are
// ascending UTF-16 offsets. It folds white space within lines and inserts a blank before the
// characters in blanks.
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

// lineBuilder builds lines from characters.
type lineBuilder struct {
	lines  []line
	under  line // the current line, without its text
	text   strings.Builder
	blank  bool
	beside bool // the next line is split off this one
}

// add adds the character at an offset of the text.
func (b *lineBuilder) add(r rune, at int) {
	switch {
	case r == '\n' || r == '\r' || r == '\f':
		b.flush()
	case r == endHyphen || r == '\ufffe':
		b.write(endHyphen, at)
		b.flush() // PDFium joins two lines of different heights
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

// cut ends the current fragment.
func (b *lineBuilder) cut() {
	if b.text.Len() > 0 {
		blank := b.blank
		b.flush()
		b.beside, b.blank = true, blank
	}
}

// flush ends the current line.
func (b *lineBuilder) flush() {
	if b.text.Len() > 0 {
		b.under.text = b.text.String()
		b.lines = append(b.lines, b.under)
	}
	b.text.Reset()
	b.blank, b.beside = false, false
}
