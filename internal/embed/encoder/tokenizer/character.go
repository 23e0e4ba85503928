package tokenizer

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/rangetable"
)

// kind classifies a character for the tokenizer.
type kind int

const (
	letter      kind = iota // part of a word; also digits and symbols
	blank                   // ends a word
	dropped                 // removed
	accent                  // removed if the vocabulary has no accents
	punctuation             // a token of its own
	chinese                 // a token of its own, whatever it is decomposed into
)

// kindOf returns the kind that the reference tokenizer gives a character. The reference knows
// Unicode 8: later characters are letters. The vocabulary is of that time too.
func kindOf(char rune) kind {
	switch {
	case char < utf8.RuneSelf:
		return kindOfASCII(char)
	case unicode.Is(chineseBlocks, char):
		return chinese
	case unicode.IsLetter(char):
		return letter
	case unicode.Is(unicode.Z, char):
		return blank
	case char == utf8.RuneError || unicode.In(char, unicode.Cc, unicode.Co):
		return dropped
	}
	return kindOfMark(char)
}

// kindOfASCII treats every sign as punctuation, and tabs and newlines as blanks; other controls are
// dropped.
func kindOfASCII(char rune) kind {
	switch {
	case 'a' <= char && char <= 'z', 'A' <= char && char <= 'Z', '0' <= char && char <= '9':
		return letter
	case char == ' ' || char == '\t' || char == '\n' || char == '\r':
		return blank
	case char < ' ' || char == 0x7f:
		return dropped
	}
	return punctuation
}

var unicode8 = rangetable.Assigned("8.0.0")

// kindOfMark returns the kind of what is not a letter, a blank or a control.
func kindOfMark(char rune) kind {
	switch char {
	case 0x1734:
		return accent
	case 0x1885, 0x1886, 0xa9bd:
		return letter
	case 0x166d, 0x111c9:
		return punctuation
	}
	var k kind
	switch {
	case unicode.Is(unicode.Mn, char):
		k = accent
	case unicode.Is(unicode.P, char):
		k = punctuation
	case unicode.Is(unicode.Cf, char):
		k = dropped
	}
	if k == letter || !unicode.Is(unicode8, char) {
		return letter
	}
	return k
}

// chineseBlocks are the reference's CJK blocks, without later ones, kana and Hangul.
var chineseBlocks = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x3400, Hi: 0x4dbf, Stride: 1},
		{Lo: 0x4e00, Hi: 0x9fff, Stride: 1},
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x20000, Hi: 0x2a6df, Stride: 1},
		{Lo: 0x2a700, Hi: 0x2b81f, Stride: 1},
		{Lo: 0x2b920, Hi: 0x2ceaf, Stride: 1}, // from 2b820 in Unicode, but not in the reference
		{Lo: 0x2f800, Hi: 0x2fa1f, Stride: 1},
	},
}
