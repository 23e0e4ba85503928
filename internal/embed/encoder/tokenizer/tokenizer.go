// Package tokenizer splits texts into the pieces of a model's vocabulary, as the reference
// tokenizers do.
package tokenizer

import "iter"

// Tokenizer splits texts into pieces of a vocabulary. It is safe for concurrent use.
type Tokenizer interface {
	// All yields the ids of a text's pieces one by one, without special pieces.
	All(text string) iter.Seq[int32]

	// Located is All with the bytes of the text that each piece is from.
	Located(text string) iter.Seq2[int32, Span]

	// Worded returns the share of a text's letters that are in word-like pieces, 1 without letters.
	Worded(text string) float64

	// Piece returns the piece with an id, which must be less than Size.
	Piece(id int32) string

	// Size returns the number of pieces in the vocabulary.
	Size() int
}

// Span is a range of bytes or pieces, without the one at End.
type Span struct{ Start, End int }

// Specials are the ids of the pieces before and after a text, and of the one for what is unknown.
type Specials struct{ First, Last, Unknown int32 }
