package tokenizer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Worded implements Tokenizer; it returns 1 without letters.
// Letters count by their bytes, since one of another script carries as much as several Latin ones.
func (t *WordPiece) Worded(text string) float64 {
	worded := 0.0
	for id := range t.All(text) {
		if id != t.Unknown {
			worded += wordLike(strings.TrimPrefix(t.Piece(id), "##"))
		}
	}
	return shareOfLetters(worded, text)
}

// shareOfLetters returns a number of bytes as a share of those of a text's letters, 1 at most and
// without letters.
func shareOfLetters(bytes float64, text string) float64 {
	all := 0
	for _, char := range text {
		all += letterSize(char)
	}
	if all == 0 {
		return 1
	}
	return min(1, bytes/float64(all))
}

// letterSize returns the number of bytes of a character, 0 if it is not a letter.
func letterSize(char rune) int {
	if unicode.IsLetter(char) || unicode.IsMark(char) {
		return utf8.RuneLen(char)
	}
	return 0
}

// wordLike returns the number of bytes of a piece that count as a word's: all if it has four
// letters, half if it has three.
func wordLike(piece string) float64 {
	first, _ := utf8.DecodeRuneInString(piece)
	switch chars := utf8.RuneCountInString(piece); {
	case chars < 3 || !unicode.IsLetter(first):
		return 0
	case chars == 3:
		return float64(len(piece)) / 2
	}
	return float64(len(piece))
}
