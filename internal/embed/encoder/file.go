package encoder

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"engram/internal/embed/encoder/kernel"
	"engram/internal/recall/sealed"
)

// format is that of weights files. Another layout has another.
const format = 1

// The sections of a weights file. Each layer has two: its four matrices one after the other, and its vectors.
const (
	sectionDescription = iota // JSON
	sectionVocabulary         // one piece a line
	sectionWords              // a row to each piece
	sectionWordScales         // of each row of int8
	sectionPositions          // float32, a row to each place in a text, with the vector of the only text type added
	sectionNorm               // gain and bias of what goes into the first layer
	sectionLayers             // and on
)

// maxLayers is how many have their sections in a file.
const maxLayers = (64 - sectionLayers) / 2

// maxWindow is how many tokens a window may have: the memory that attention takes grows with their square, here to a megabyte.
const maxWindow = 512

// Precision is the type of the numbers in a weights file.
type Precision string

const (
	Int8    Precision = "int8"    // rows of words and outputs of matrices have a scale each
	Float32 Precision = "float32" // as the encoder was trained
)

// Pooling says which of a text's token vectors become its own.
type Pooling string

const (
	Mean  Pooling = "mean"  // their mean
	First Pooling = "first" // that of the first token, [CLS]
)

// Description is what a weights file says of its encoder: one of the shape of BERT, whose vectors are normalised.
type Description struct {
	Name     string `json:"name"`
	Origin   string `json:"origin"`   // where the weights come from
	Licence  string `json:"licence"`  // theirs
	Revision string `json:"revision"` // of the numbers and the vocabulary: others have another

	Precision Precision `json:"precision"`
	Layers    int       `json:"layers"`
	Hidden    int       `json:"hidden"` // numbers of a token, and of the vector
	Heads     int       `json:"heads"`
	Inner     int       `json:"inner"`     // numbers of a token between the two matrices that end a layer
	Positions int       `json:"positions"` // tokens that have a place
	Epsilon   float32   `json:"epsilon"`   // of the norms

	Window   int     `json:"window"` // tokens that are read at once, [CLS] and [SEP] among them
	Lower    bool    `json:"lower"`  // the vocabulary knows neither case nor accents
	Pooling  Pooling `json:"pooling"`
	Passage  string  `json:"passage"`  // what a passage begins with
	Question string  `json:"question"` // what a question begins with
}

// check reports a description that no encoder of ours can have.
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

// describe reads and checks the description, and returns its digest too: with the revision in it, that of the whole file.
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

// digestOf is short enough to stand with each vector.
func digestOf(sum [sha256.Size]byte) string { return hex.EncodeToString(sum[:4]) }

func section(file *sealed.File, id int) ([]byte, error) {
	s := file.Section(id)
	return s.Bytes(0, s.Len())
}
