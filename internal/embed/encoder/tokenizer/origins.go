package tokenizer

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// origins maps the current word of a cutter to the bytes of the text that it was read from.
type origins struct {
	char  Span                        // the character that is being read
	word  Span                        // the word so far
	bytes [maxWord * utf8.UTFMax]Span // of the character that each byte of the word is from
	taken int                         // bytes of the word whose pieces were returned
}

// Located yields the pieces of a text with the bytes that each is from. They are whole characters:
// two pieces share one that is decomposed between them.
func (t *WordPiece) Located(text string) iter.Seq2[int32, Span] {
	return func(yield func(int32, Span) bool) {
		var o origins
		c := cutter{WordPiece: t, origins: &o}
		c.yield = func(piece int32) bool {
			if piece == t.Unknown {
				return yield(piece, o.word)
			}
			return yield(piece, o.take(t.Piece(piece)))
		}
		for i, char := range text {
			o.char = Span{i, i + utf8.RuneLen(char)} // invalid bytes have no piece
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
		o.word.Start, o.taken = o.char.Start, 0
	}
	o.word.End = o.char.End
	for i := start; i < end; i++ {
		o.bytes[i] = o.char
	}
}

// extend adds the current character, an accent, to the last one of a word of that length.
func (o *origins) extend(length int) {
	if o.bytes[length-1].End == o.word.End {
		o.bytes[length-1].End = o.char.End
	}
	o.word.End = o.char.End
}

// take returns where the word's next piece is from.
func (o *origins) take(piece string) Span {
	if o.taken > 0 {
		piece = strings.TrimPrefix(piece, "##")
	}
	start := o.taken
	o.taken += len(piece)
	return Span{o.bytes[start].Start, o.bytes[o.taken-1].End}
}
