package encoder

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/embed"
)

// A vocabulary has the words of its own language whole, of a language that is written alike pieces that mean nothing, and of
// another script single characters or none. Of English some .85 of the letters stand in pieces as long as words, of Spanish,
// French, Italian and German about half, of Turkish and Polish a quarter, of Greek, Arabic or Chinese nothing.
//
// So much of a text must be worded to be read at all, and so much to be read as well as can be. A passage needs less: with a
// question in its own language it has words in common, which tell more, and for one in another language it is enough.
const (
	leastPassage, fullPassage   = 0.35, 0.50
	leastQuestion, fullQuestion = 0.40, 0.65
)

// Legibility implements embed.Reader.
func (e *Encoder) Legibility(text string, as embed.Role) float64 {
	l, err := e.ready()
	if err != nil {
		return 1 // no vector is made, either
	}
	return l.legibility(text, as)
}

func (t *tokenizer) legibility(text string, as embed.Role) float64 {
	least, full := leastPassage, fullPassage
	if as == embed.Question {
		least, full = leastQuestion, fullQuestion
	}
	return max(0, min(1, (t.worded(text)-least)/(full-least)))
}

// worded is the share of a text's letters that stand in pieces as long as words, 1 where there is no letter. Letters count by
// their bytes, since one of another script says as much as several of ours.
func (t *tokenizer) worded(text string) float64 {
	all, worded := 0, 0.0
	for _, char := range text {
		if unicode.IsLetter(char) || unicode.IsMark(char) {
			all += utf8.RuneLen(char)
		}
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

// wordLike is how many bytes of a piece count as those of a word: of one with four letters all, with three half.
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
