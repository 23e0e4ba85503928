package encoder

import (
	"engram/internal/embed"
	"engram/internal/embed/encoder/tokenizer"
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

func legibility(t tokenizer.Tokenizer, text string, as embed.Role) float64 {
	least, full := leastPassage, fullPassage
	if as == embed.Question {
		least, full = leastQuestion, fullQuestion
	}
	return max(0, min(1, (t.Worded(text)-least)/(full-least)))
}
