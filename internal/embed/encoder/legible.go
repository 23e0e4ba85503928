package encoder

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/embed"
)

// A vocabulary contains its own language in whole words, others with the same script in short
// pieces, and other scripts as single characters or not at all. About .85 of the letters of English
// are in word-like pieces, half of Spanish, French, Italian and German, a quarter of Turkish and
// Polish, none of Greek, Arabic or Chinese.
//
// Below the lower share a text is not legible, from the upper share fully. A passage needs less: it
// also shares words with questions in its language.
const (
	leastPassage, fullPassage   = 0.35, 0.50
	leastQuestion, fullQuestion = 0.40, 0.65
)

// Legibility implements embed.Reader.
func (e *Encoder) Legibility(text string, as embed.Role) float64 {
	l, err := e.ready()
	if err != nil {
		return 1 // no vector is made either
	}
	return legibility(l, text, as)
}

func legibility(s splitter, text string, as embed.Role) float64 {
	least, full := leastPassage, fullPassage
	if as == embed.Question {
		least, full = leastQuestion, fullQuestion
	}
	return max(0, min(1, (s.worded(text)-least)/(full-least)))
}

// worded implements splitter; it returns 1 without letters.
// Letters count by their bytes, since one of another script carries as much as several Latin ones.
func (t *tokenizer) worded(text string) float64 {
	all, worded := 0, 0.0
	for _, char := range text {
		all += letterSize(char)
	}
	if all == 0 {
		return 1
	}
	for id := range t.all(text) {
		if id != t.unknown {
			worded += wordLike(strings.TrimPrefix(t.piece(id), "##"))
		}
	}
	return worded / float64(all)
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
