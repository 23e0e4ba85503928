package pdf

import (
	"unicode"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium/references"
)

// scriptGap is the distance of words in two scripts, in font heights. PDFium needs half as much
// again for a blank.
const scriptGap = 0.08

// script is a family of scripts whose letters may be mixed.
type script uint8

const (
	noScript script = iota
	western
	eastern
	rightToLeft
)

func scriptOf(r rune) script {
	switch {
	case r < 'A':
		return noScript
	case unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic):
		return western
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return eastern
	case unicode.In(r, unicode.Arabic, unicode.Hebrew) && unicode.IsLetter(r):
		return rightToLeft
	}
	return noScript
}

// scriptRun is a range of text in one script, in UTF-16 units.
type scriptRun struct {
	script      script
	first, last int
}

// blanksBetweenScripts finds the characters where the script changes at a distance but without a
// blank.
func (c *child) blanksBetweenScripts(page references.FPDF_TEXTPAGE, text string) (blanks []int) {
	var before, run scriptRun
	look := func() {
		if before.script != noScript && run.script != noScript && before.last+1 == run.first && c.areApart(page, before, run) {
			blanks = append(blanks, run.first)
		}
	}
	at := 0
	for _, r := range text {
		if s := scriptOf(r); s == run.script && at > 0 {
			run.last = at
		} else {
			look()
			before, run = run, scriptRun{s, at, at}
		}
		at += utf16.RuneLen(r)
	}
	look()
	return blanks
}

// areApart reports whether there is a gap between the facing ends of two runs.
func (c *child) areApart(page references.FPDF_TEXTPAGE, a, b scriptRun) bool {
	if c.looksLeft -= 4; c.looksLeft < 0 {
		return false
	}
	var of [2]box
	for i, run := range []scriptRun{a, b} {
		first, ok1 := c.box(page, run.first)
		last, ok2 := c.box(page, run.last)
		if !ok1 || !ok2 {
			return false
		}
		of[i] = box{min(first.left, last.left), max(first.top, last.top), max(first.right, last.right), min(first.bottom, last.bottom)}
	}
	height := min(of[0].top-of[0].bottom, of[1].top-of[1].bottom)
	return max(of[1].left-of[0].right, of[0].left-of[1].right) > scriptGap*height
}

// composed restores the order lam, alef of a ligature, which PDFium reverses with the line.
// Separate letters in that order, the article, have different boxes.
func (c *child) composed(page references.FPDF_TEXTPAGE, text string) string {
	runes := []rune(text)
	at := 0
	for i, r := range runes {
		if r == 'ل' && i > 0 && isAlef(runes[i-1]) && c.areOne(page, at-1, at) {
			runes[i-1], runes[i] = r, runes[i-1]
		}
		at += utf16.RuneLen(r)
	}
	return string(runes)
}

func isAlef(r rune) bool { return r == 'ا' || r == 'أ' || r == 'إ' || r == 'آ' }

// areOne reports whether two characters are drawn as one glyph.
func (c *child) areOne(page references.FPDF_TEXTPAGE, a, b int) bool {
	if c.looksLeft -= 2; c.looksLeft < 0 {
		return false
	}
	first, ok1 := c.box(page, a)
	second, ok2 := c.box(page, b)
	return ok1 && ok2 && first == second
}
