package encoder

import (
	"fmt"
	"iter"
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWord is how many characters a word may have; a longer one is unknown, as in the reference.
const maxWord = 100

// tokenizer cuts texts into the pieces of a vocabulary, as BERT does: into words at blanks, punctuation and Chinese
// characters, and each word into the longest pieces there are, from its start. It is safe for concurrent use.
//
// It gives the ids that the reference library gives, but for one thing: what looks like a special piece in a text, such as
// "[SEP]", is a word between brackets. The reference would take it for the piece, and a text could end itself.
type tokenizer struct {
	*vocabulary
	lower bool // whether the vocabulary knows neither case nor accents

	first, last, unknown int32 // [CLS], [SEP], [UNK]
}

// newTokenizer returns a tokenizer for a vocabulary: one piece a line, whose id is the number of its line from 0. It is an
// error if [PAD], [UNK], [CLS] or [SEP] is missing, or if a piece comes twice. lower says that the vocabulary knows neither
// case nor accents.
func newTokenizer(text []byte, lower bool) (*tokenizer, error) {
	v, err := readVocabulary(string(text))
	if err != nil {
		return nil, err
	}
	t := &tokenizer{vocabulary: v, lower: lower}
	var padding int32 // has to be there, but is of no use: no text is padded
	for _, special := range []struct {
		piece string
		id    *int32
	}{{"[PAD]", &padding}, {"[UNK]", &t.unknown}, {"[CLS]", &t.first}, {"[SEP]", &t.last}} {
		id, ok := v.id(special.piece)
		if !ok {
			return nil, fmt.Errorf("the vocabulary has no %s", special.piece)
		}
		*special.id = id
	}
	return t, nil
}

// pieces returns the ids of a text's pieces, without [CLS] and [SEP]. Bytes that are not UTF-8 are left out.
func (t *tokenizer) pieces(text string) []int32 {
	return slices.Collect(t.all(text))
}

// all is pieces one by one: it holds no more of the text than a word, and reads no further than is asked for.
func (t *tokenizer) all(text string) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		c := cutter{tokenizer: t, yield: yield}
		for i, char := range text {
			if !c.read(char, text[i:]) {
				return
			}
		}
		c.end()
	}
}

// cutter is one pass over a text. Its methods report false when no more pieces are wanted.
type cutter struct {
	*tokenizer
	yield func(int32) bool

	word   [maxWord * utf8.UTFMax]byte // the current word, or as much of it as there is room for
	length int                         // bytes of it
	chars  int                         // of the whole word
}

// read takes a character, as written where rest begins.
func (c *cutter) read(char rune, rest string) bool {
	switch k := kindOf(char); k {
	case blank:
		return c.end()
	case dropped:
		return true
	case chinese:
		return c.end() && c.fold(char, k, rest) && c.end()
	default:
		return c.fold(char, k, rest)
	}
}

// fold takes a character to what the vocabulary knows of it: without accents and in lower case, or as it is.
func (c *cutter) fold(char rune, k kind, rest string) bool {
	switch {
	case !c.lower:
		return c.put(char, k)
	case char < utf8.RuneSelf:
		return c.put(unicode.ToLower(char), k)
	case firstSyllable <= char && char <= lastSyllable:
		c.putSyllable(char - firstSyllable)
		return true
	}
	parts := norm.NFD.PropertiesString(rest).Decomposition()
	if parts == nil {
		return c.putLower(char, k)
	}
	for len(parts) > 0 {
		part, size := utf8.DecodeRune(parts)
		parts = parts[size:]
		if !c.putLower(part, kindOf(part)) {
			return false
		}
	}
	return true
}

func (c *cutter) putLower(char rune, k kind) bool {
	return k == accent || c.put(unicode.ToLower(char), k)
}

// The syllables of Hangul are made of two or three letters by rule, see the Unicode standard, 3.12.
const (
	firstSyllable = 0xac00
	lastSyllable  = 0xd7a3

	leading  = 0x1100 // the first of them
	vowel    = 0x1161
	trailing = 0x11a7 // none; the first is after it

	vowels    = 21
	trailings = 28 // with none
)

// putSyllable takes the letters of a syllable of Hangul, which is counted from the first.
func (c *cutter) putSyllable(n rune) {
	c.append(leading + n/(vowels*trailings))
	c.append(vowel + n/trailings%vowels)
	if n%trailings > 0 {
		c.append(trailing + n%trailings)
	}
}

// put takes a character as the vocabulary has it.
func (c *cutter) put(char rune, k kind) bool {
	if k == punctuation {
		if !c.end() {
			return false
		}
		c.append(char)
		return c.end()
	}
	c.append(char)
	return true
}

func (c *cutter) append(char rune) {
	if c.chars++; c.chars <= maxWord {
		c.length += utf8.EncodeRune(c.word[c.length:], char)
	}
}

// end gives the pieces of the word that was read, if there is one.
func (c *cutter) end() bool {
	word, chars := c.word[:c.length], c.chars
	c.length, c.chars = 0, 0
	if chars == 0 {
		return true
	}
	if chars > maxWord {
		return c.yield(c.unknown)
	}
	var space [maxWord]int32
	ids := c.cut(space[:0], word)
	if len(ids) == 0 {
		return c.yield(c.unknown)
	}
	for _, id := range ids {
		if !c.yield(id) {
			return false
		}
	}
	return true
}

// cut appends the ids of a word's pieces, or returns none if a part of it is unknown.
func (v *vocabulary) cut(ids []int32, word []byte) []int32 {
	prefix := ""
	for len(word) > 0 {
		id, size := v.match(prefix, word)
		if size == 0 {
			return nil
		}
		ids, word, prefix = append(ids, id), word[size:], "##"
	}
	return ids
}
