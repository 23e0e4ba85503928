// Package builtin opens the encoders and the reader whose weights the binary carries.
package builtin

import (
	"engram/internal/embed/encoder"
	"engram/internal/embed/encoder/minilm"
	"engram/internal/embed/encoder/multilingual"
)

// Encodes reports whether the binary carries encoders.
func Encodes() bool { return len(minilm.Weights()) > 0 }

// Reads reports whether the binary carries a reader.
func Reads() bool { return len(multilingual.Reader()) > 0 }

// English returns the encoder that reads English.
func English() (*encoder.Encoder, error) { return encoder.Read(minilm.Weights()) }

// Multilingual returns the encoder for many languages, English best.
func Multilingual() (*encoder.Ensemble, error) {
	english, err := English()
	if err != nil {
		return nil, err
	}
	many, err := encoder.Read(multilingual.Weights())
	if err != nil {
		return nil, err
	}
	return encoder.NewEnsemble(english, many)
}

// Reader returns the reader. It has its words from the multilingual one of the encoders.
func Reader(with *encoder.Encoder) (*encoder.Reader, error) {
	return encoder.ReadReader(multilingual.Reader(), with)
}
