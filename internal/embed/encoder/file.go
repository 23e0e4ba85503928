package encoder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"engram/internal/embed/encoder/kernel"
	"engram/internal/recall/sealed"
)

// The versions of the layouts of weights files: of encoders, and of readers.
const (
	format       = 1
	readerFormat = 0x101
)

// The sections of an encoder's file. Each layer has two: its four matrices, and its vectors.
const (
	sectionDescription = iota // JSON
	sectionVocabulary         // one piece per line
	sectionWords              // one row per piece
	sectionWordScales         // of each row, for int8
	// float32, one row per position, with the vector of the first token type added
	sectionPositions
	sectionNorm   // gain and bias before the first layer
	sectionLayers // the first of them

	sectionAlignment = 61 // Hidden × Hidden: maps a vector to another encoder's; optional

	sectionScores = 62 // of each piece, for a unigram tokenizer
	sectionMean   = 63 // mean of the vectors of texts, subtracted from each; optional
)

// The sections that a reader's file has instead of a vocabulary and words.
const (
	sectionHeads  = 1 // start, end, answers, relevant: a row each, then their biases
	sectionSecond = 2 // difference of the second token type's vector from the first's
)

// maxLayers follows from the number of sections in a file.
const maxLayers = (sectionAlignment - sectionLayers) / 2

// maxWindow is the maximum number of tokens per window: attention takes memory quadratic in it, a
// megabyte here.
const maxWindow = 512

// Precision is the type of the numbers in a weights file.
type Precision string

const (
	Int8    Precision = "int8"    // with a scale per row of words and per output of a matrix
	Float32 Precision = "float32" // as trained
	Int4    Precision = "int4"    // of words only: with a scale per 32 numbers of a row
)

// Pooling says how token vectors become the vector of a text.
type Pooling string

const (
	Mean  Pooling = "mean"  // their mean
	First Pooling = "first" // the vector of the first token, [CLS]
)

// Tokenizer says how a text is split into pieces of the vocabulary.
type Tokenizer string

const (
	WordPiece Tokenizer = "" // BERT's
	Unigram   Tokenizer = "unigram"
)

// Transformer describes the BERT model in a weights file.
type Transformer struct {
	Name     string `json:"name"`
	Origin   string `json:"origin"`   // source of the weights
	Licence  string `json:"licence"`  // of the weights
	Revision string `json:"revision"` // changes with the weights and the vocabulary

	Precision Precision `json:"precision"`
	Layers    int       `json:"layers"`
	Hidden    int       `json:"hidden"` // dimensions
	Heads     int       `json:"heads"`
	Inner     int       `json:"inner"`     // of the feed-forward network
	Positions int       `json:"positions"` // maximum number of tokens
	Epsilon   float32   `json:"epsilon"`   // of the layer norms

	Window int `json:"window"` // tokens per pass, with [CLS] and [SEP]
}

// Description is the header of an encoder's weights file. Its vectors are normalised.
type Description struct {
	Transformer

	Table     Precision `json:"table,omitempty"`  // of the words, if it differs
	Common    int       `json:"common,omitempty"` // pieces in Int4, the more probable; others are in 2 bits; 0 is all
	Tokenizer Tokenizer `json:"tokenizer,omitempty"`
	Lower     bool      `json:"lower"` // the vocabulary is lower case and without accents
	Pooling   Pooling   `json:"pooling"`
	Passage   string    `json:"passage"`  // prefix of passages
	Question  string    `json:"question"` // prefix of questions

	Towards string `json:"towards,omitempty"` // the encoder that the alignment leads to
}

// check returns an error for a model that this package can't run.
func (t Transformer) check() error {
	width := kernel.Lane
	fits := t.Layers > 0 && t.Layers <= maxLayers &&
		t.Hidden > 0 && t.Hidden%width == 0 && t.Inner > 0 && t.Inner%width == 0 && t.Hidden <= 1<<14 && t.Inner <= 1<<16 &&
		t.Heads > 0 && t.Hidden%t.Heads == 0 && (t.Hidden/t.Heads)%kernel.Panel == 0 &&
		t.Positions > 2 && t.Positions <= 1<<14 && t.Window > 2 && t.Window <= min(t.Positions, maxWindow) && t.Epsilon >= 0
	if !fits || t.Precision != Int8 && t.Precision != Float32 || t.Name == "" {
		return t.unsupported()
	}
	return nil
}

func (t Transformer) unsupported() error {
	return fmt.Errorf("%q has a shape that is not supported", t.Name)
}

func (d Description) check() error {
	known := (d.Pooling == Mean || d.Pooling == First) && (d.Tokenizer == WordPiece || d.Tokenizer == Unigram) &&
		(d.Table == "" || d.Table == Int4) && d.Common >= 0 && (d.Common == 0 || d.Table == Int4)
	if !known {
		return d.unsupported()
	}
	return d.Transformer.check()
}

// table returns the precision of the embedding table.
func (d Description) table() Precision {
	if d.Table != "" && d.Precision != Float32 {
		return d.Table
	}
	return d.Precision
}

// rowSize returns the number of bytes of a row of the embedding table.
func (d Description) rowSize() int {
	switch d.table() {
	case Float32:
		return 4 * d.Hidden
	case Int4:
		return d.Hidden / int4Block * int4Size
	}
	return d.Hidden
}

// commonOf returns how many of a number of pieces have rows of rowSize bytes; the others' are in 2
// bits.
func (d Description) commonOf(pieces int) int {
	if d.Common == 0 || d.table() != Int4 {
		return pieces
	}
	return min(d.Common, pieces)
}

// ReaderDescription is the header of a reader's weights file.
type ReaderDescription struct {
	Transformer

	Table     string      `json:"table"` // digest of the encoder's vocabulary and its vectors
	Answers   Calibration `json:"answers"`
	Relevance Calibration `json:"relevance"`
}

func (d ReaderDescription) check() error {
	if d.Window < leastWindow {
		return d.unsupported()
	}
	if !(d.Answers.Scale > 0 && d.Relevance.Scale > 0) {
		return fmt.Errorf("reader: %q is not calibrated", d.Name)
	}
	return d.Transformer.check()
}

func (d ReaderDescription) otherTable(with *Encoder) error {
	return fmt.Errorf("reader: %q was made for an encoder with other words than %q", d.Name, with.Name)
}

// describe reads a description and returns its digest. With the revision in it, that identifies the
// whole file.
func describe[D interface{ check() error }](file *sealed.File) (d D, digest string, err error) {
	text, err := section(file, sectionDescription)
	if err != nil {
		return d, "", err
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return d, "", sealed.Damaged("the description of the weights")
	}
	return d, digestOf(sha256.Sum256(text)), d.check()
}

// digestOf is short, since it is stored with each vector.
func digestOf(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:4]) }

func section(file *sealed.File, id int) ([]byte, error) {
	s := file.Section(id)
	return s.Bytes(0, s.Len())
}
