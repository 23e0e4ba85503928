package tokenizer

import (
	"fmt"
	"iter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWord is the maximum number of characters of a word; a longer one is unknown, as in the
// reference.
const maxWord = 100

// WordPiece is BERT's WordPiece: it splits texts at blanks, punctuation and Chinese characters, and
// words into the longest pieces from their start. It is safe for concurrent use.
//
// It gives the reference's ids with one exception: a special piece in a text, such as "[SEP]", is
// an ordinary word in brackets. In the reference a text could end itself.
type WordPiece struct {
	*vocabulary
	Specials
	lower bool // the vocabulary has neither case nor accents
}

// NewWordPiece returns a tokenizer for a vocabulary of one piece per line. It returns an error for
// a duplicate, or if [PAD], [UNK], [CLS] or [SEP] is missing. lower says that the vocabulary has
// neither case nor accents.
func NewWordPiece(text []byte, lower bool) (*WordPiece, error) {
	v, err := readVocabulary(string(text))
	if err != nil {
		return nil, err
	}
	t := &WordPiece{vocabulary: v, lower: lower}
	var padding int32 // required, but not used: no text is padded
	for _, special := range []struct {
		piece string
		id    *int32
	}{{"[PAD]", &padding}, {"[UNK]", &t.Unknown}, {"[CLS]", &t.First}, {"[SEP]", &t.Last}} {
		id, ok := v.id(special.piece)
		if !ok {
			return nil, fmt.Errorf("the vocabulary has no %s", special.piece)
		}
		*special.id = id
	}
	return t, nil
}

// All yields the pieces of a text one by one, without holding more of it than a word.
func (t *WordPiece) All(text string) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		c := cutter{WordPiece: t, yield: yield}
		for i, char := range text {
			if !c.read(char, text[i:]) {
				return
			}
		}
		c.end()
	}
}

// cutter is one pass over a text. Its methods return false to stop.
type cutter struct {
	*WordPiece
	yield   func(int32) bool
	origins *origins // nil unless they are asked for

	word   [maxWord * utf8.UTFMax]byte // the current word, truncated
	length int                         // its length in bytes
	chars  int                         // of the whole word
}

// read handles a character; rest begins with it as written.
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

// fold removes accents and case if the vocabulary has none.
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
	if k == accent {
		if c.origins != nil && c.chars > 0 {
			c.origins.extend(c.length)
		}
		return true
	}
	return c.put(unicode.ToLower(char), k)
}

// Hangul syllables consist of two or three letters by rule, see the Unicode standard, 3.12.
const (
	firstSyllable = 0xac00
	lastSyllable  = 0xd7a3

	leading  = 0x1100 // the first leading consonant
	vowel    = 0x1161
	trailing = 0x11a7 // no trailing consonant; the first follows

	vowels    = 21
	trailings = 28 // with none
)

// putSyllable decomposes a Hangul syllable, numbered from the first.
func (c *cutter) putSyllable(n rune) {
	c.append(leading + n/(vowels*trailings))
	c.append(vowel + n/trailings%vowels)
	if n%trailings > 0 {
		c.append(trailing + n%trailings)
	}
}

// put handles a character after folding.
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
	start := c.length
	if c.chars++; c.chars <= maxWord {
		c.length += utf8.EncodeRune(c.word[start:], char)
	}
	if c.origins != nil {
		c.origins.append(start, c.length)
	}
}

// end yields the pieces of the current word, if any.
func (c *cutter) end() bool {
	word, chars := c.word[:c.length], c.chars
	c.length, c.chars = 0, 0
	if chars == 0 {
		return true
	}
	if chars > maxWord {
		return c.yield(c.Unknown)
	}
	var space [maxWord]int32
	ids := c.cut(space[:0], word)
	if len(ids) == 0 {
		return c.yield(c.Unknown)
	}
	for _, id := range ids {
		if !c.yield(id) {
			return false
		}
	}
	return true
}

// cut appends the ids of a word's pieces, or [UNK] if a part of it is unknown.
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
