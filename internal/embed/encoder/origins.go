package encoder

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// span is a range of bytes.
type span struct{ start, end int }

// origins maps the current word of a cutter to the bytes of the text that it was read from.
type origins struct {
	char  span                        // the character that is being read
	word  span                        // the word so far
	bytes [maxWord * utf8.UTFMax]span // of the character that each byte of the word is from
	taken int                         // bytes of the word whose pieces were returned
}

// located yields the pieces of a text with the bytes that each is from. They are whole characters:
// two pieces share one that is decomposed between them.
func (t *tokenizer) located(text string) iter.Seq2[int32, span] {
	return func(yield func(int32, span) bool) {
		var o origins
		c := cutter{tokenizer: t, origins: &o}
		c.yield = func(piece int32) bool {
			if piece == t.unknown {
				return yield(piece, o.word)
			}
			return yield(piece, o.take(t.piece(piece)))
		}
		for i, char := range text {
			o.char = span{i, i + utf8.RuneLen(char)} // invalid bytes have no piece
			if !c.read(char, text[i:]) {
				return
			}
		}
		c.end()
	}
}

// append says that the word's bytes from start to end are of the current character; none when the
// word is truncated.
func (o *origins) append(start, end int) {
	if start == 0 {
		o.word.start, o.taken = o.char.start, 0
	}
	o.word.end = o.char.end
	for i := start; i < end; i++ {
		o.bytes[i] = o.char
	}
}

// extend adds the current character, an accent, to the last one of a word of that length.
func (o *origins) extend(length int) {
	if o.bytes[length-1].end == o.word.end {
		o.bytes[length-1].end = o.char.end
	}
	o.word.end = o.char.end
}

// take returns where the word's next piece is from.
func (o *origins) take(piece string) span {
	if o.taken > 0 {
		piece = strings.TrimPrefix(piece, "##")
	}
	start := o.taken
	o.taken += len(piece)
	return span{o.bytes[start].start, o.bytes[o.taken-1].end}
}
