package encoder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"engram/internal/embed/encoder/kernel"
	"engram/internal/recall/sealed"
)

// format is the version of the layout of weights files.
const format = 1

// The sections of a weights file. Each layer has two: its four matrices, and its vectors.
const (
	sectionDescription = iota // JSON
	sectionVocabulary         // one piece per line
	sectionWords              // one row per piece
	sectionWordScales         // of each row, for int8
	// float32, one row per position, with the vector of the only token type added
	sectionPositions
	sectionNorm   // gain and bias before the first layer
	sectionLayers // the first of them
)

// maxLayers follows from the number of sections in a file.
const maxLayers = (64 - sectionLayers) / 2

// maxWindow is the maximum number of tokens per window: attention takes memory quadratic in it, a
// megabyte here.
const maxWindow = 512

// Precision is the type of the numbers in a weights file.
type Precision string

const (
	Int8    Precision = "int8"    // with a scale per row of words and per output of a matrix
	Float32 Precision = "float32" // as trained
)

// Pooling says how token vectors become the vector of a text.
type Pooling string

const (
	Mean  Pooling = "mean"  // their mean
	First Pooling = "first" // the vector of the first token, [CLS]
)

// Description is the header of a weights file. It describes a BERT model whose vectors are
// normalised.
type Description struct {
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

	Window   int     `json:"window"` // tokens per pass, with [CLS] and [SEP]
	Lower    bool    `json:"lower"`  // the vocabulary is lower case and without accents
	Pooling  Pooling `json:"pooling"`
	Passage  string  `json:"passage"`  // prefix of passages
	Question string  `json:"question"` // prefix of questions
}

// check returns an error for a description that this package can't run.
func (d Description) check() error {
	width := kernel.Lane
	fits := d.Layers > 0 && d.Layers <= maxLayers &&
		d.Hidden > 0 && d.Hidden%width == 0 && d.Inner > 0 && d.Inner%width == 0 && d.Hidden <= 1<<14 && d.Inner <= 1<<16 &&
		d.Heads > 0 && d.Hidden%d.Heads == 0 && (d.Hidden/d.Heads)%kernel.Panel == 0 &&
		d.Positions > 2 && d.Positions <= 1<<14 && d.Window > 2 && d.Window <= min(d.Positions, maxWindow) && d.Epsilon >= 0
	known := (d.Precision == Int8 || d.Precision == Float32) && (d.Pooling == Mean || d.Pooling == First)
	if !fits || !known || d.Name == "" {
		return fmt.Errorf("encoder: %q has a shape that is not supported", d.Name)
	}
	return nil
}

// describe reads and checks the description and returns its digest. With the revision in it, that
// identifies the whole file.
func describe(file *sealed.File) (d Description, digest string, err error) {
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
