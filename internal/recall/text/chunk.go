package text

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/words"
)

// A passage is long enough to be understood by itself and short enough to be one subject. Changing these changes what
// newly saved memories are cut into; those saved before keep their passages.
const (
	minChunkWords = 100
	maxChunkWords = 180
	maxChunkBytes = 4096 // for text that is no words: a key, a table, an encoded picture
)

// Chunk is a passage of a text, as written, without the blanks around it.
type Chunk struct {
	Text   string
	Offset int // bytes from the start of the text
}

// Chunks cuts a text into passages of 100 to 180 words that do not overlap and leave out nothing but blanks. It cuts at
// the ends of paragraphs where it can, else of sentences, else between words, and only a word beyond 4 KiB is itself cut.
// The last passage, and one before such a word, may be shorter. A character of a script without spaces counts as a word.
func Chunks(s string) []Chunk {
	c := chunker{text: s}
	for _, p := range paragraphs(s) {
		c.add(p, paragraph)
	}
	c.flush()
	return c.done
}

// level is how fine the parts are that a text is taken into.
type level int

const (
	paragraph level = iota
	sentence
	word
)

// chunker gathers parts into the current passage until it is full.
type chunker struct {
	text    string
	current span
	words   int // in current
	done    []Chunk
}

// add puts a part into the current passage, or into the next, or, when it fits neither, its own parts.
func (c *chunker) add(p span, l level) {
	n := countWords(p.of(c.text))
	if !c.fits(p, n) && c.words >= minChunkWords {
		c.flush()
	}
	if !c.fits(p, n) {
		c.split(p, l)
		return
	}
	if c.current.len() == 0 {
		c.current.start = p.start
	}
	c.current.end = p.end
	c.words += n
	if l == paragraph && c.words >= minChunkWords {
		c.flush()
	}
}

func (c *chunker) fits(p span, words int) bool {
	start := p.start
	if c.current.len() > 0 {
		start = c.current.start
	}
	return c.words+words <= maxChunkWords && p.end-start <= maxChunkBytes
}

// split adds the parts of p, which is of the given level, one by one.
func (c *chunker) split(p span, l level) {
	switch l {
	case paragraph:
		for _, part := range sentenceSpans(c.text, p) {
			c.add(part, sentence)
		}
	case sentence:
		for _, part := range wordSpans(c.text, p) {
			c.add(part, word)
		}
	case word:
		c.flush()
		c.cut(p)
	}
}

// cut makes passages of a word that is longer than a passage may be; the rest of it begins the next.
func (c *chunker) cut(p span) {
	for p.len() > maxChunkBytes {
		end := runeStart(c.text, p.start+maxChunkBytes)
		c.current = span{p.start, end}
		c.flush()
		p.start = end
	}
	c.current, c.words = p, countWords(p.of(c.text))
}

// flush ends the current passage.
func (c *chunker) flush() {
	if p := c.current.trim(c.text); p.len() > 0 {
		c.done = append(c.done, Chunk{Text: p.of(c.text), Offset: p.start})
	}
	c.current, c.words = span{}, 0
}

// paragraphs returns the lines of s: a capture ends every paragraph, turn and item with a line's end.
func paragraphs(s string) []span {
	var spans []span
	start := 0
	for line := range strings.Lines(s) {
		spans = append(spans, span{start, start + len(line)})
		start += len(line)
	}
	return spans
}

// wordSpans cuts a stretch of s before each Unicode word, so that blanks and punctuation stay with the word they follow.
func wordSpans(s string, within span) []span {
	var spans []span
	it := words.FromString(within.of(s))
	for it.Next() {
		next := span{within.start + it.Start(), within.start + it.End()}
		if last := len(spans) - 1; last >= 0 && spans[last].len()+next.len() <= maxWord && !hasLetterOrDigit(it.Value()) {
			spans[last].end = next.end
			continue
		}
		spans = append(spans, next)
	}
	return spans
}

// countWords counts the Unicode words of s that have a letter or a digit.
func countWords(s string) int {
	n := 0
	it := words.FromString(s)
	for it.Next() {
		if hasLetterOrDigit(it.Value()) {
			n++
		}
	}
	return n
}
