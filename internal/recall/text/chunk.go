package text

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/words"
)

// A passage is long enough to stand alone and short enough for one subject. Changes affect newly
// saved memories only.
const (
	minChunkWords = 100
	maxChunkWords = 180
	maxChunkBytes = 4096 // for text without words: keys, tables, encoded pictures
)

// Chunk is a passage of a text, as written, trimmed.
type Chunk struct {
	Text   string
	Offset int // in bytes
}

// Chunks splits a text into passages of 100 to 180 words without overlap, losing only white space:
// at paragraphs if possible, else sentences, else words. Only a word over 4 KiB is split itself. A
// character of a script without spaces counts as a word.
func Chunks(s string) []Chunk {
	c := chunker{text: s}
	for _, p := range paragraphs(s) {
		c.add(p, paragraph)
	}
	c.flush()
	return c.done
}

// level is the granularity of parts.
type level int

const (
	paragraph level = iota
	sentence
	word
)

// chunker collects parts until a passage is full.
type chunker struct {
	text    string
	current span
	words   int // in current
	done    []Chunk
}

// add adds a part to the current passage, or the next, or splits it if it fits neither.
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

// split adds the parts of p, a part of this level.
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

// cut splits a word longer than a passage; the rest begins the next.
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

// paragraphs returns the lines of s: captured paragraphs, turns and items end in newlines.
func paragraphs(s string) []span {
	var spans []span
	start := 0
	for line := range strings.Lines(s) {
		spans = append(spans, span{start, start + len(line)})
		start += len(line)
	}
	return spans
}

// wordSpans splits a span before each Unicode word; punctuation stays with the word before.
func wordSpans(s string, within span) []span {
	var spans []span
	it := words.FromString(within.of(s))
	for it.Next() {
		next := span{within.start + it.Start(), within.start + it.End()}
		if last := len(spans) - 1; last >= 0 && spans[last].len()+next.len() <= maxWord &&
			!hasLetterOrDigit(it.Value()) {
			spans[last].end = next.end
			continue
		}
		spans = append(spans, next)
	}
	return spans
}

// countWords counts the Unicode words with a letter or digit.
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
