//go:build !noencoder

// Package multilingual contains the weights of the built-in encoder that reads many languages, and
// of the built-in reader. The tag noencoder leaves both out, noreader the reader. README.md names
// their source and licence.
package multilingual

import (
	_ "embed"
	"unsafe"
)

// A string stays in the read-only part of the binary.
//
//go:embed everyday-multilingual-e5-small-v1.weights
var weights string

// Weights returns the weights file of the encoder, which must not be changed; empty if the binary
// was built without.
func Weights() []byte { return unsafe.Slice(unsafe.StringData(weights), len(weights)) }
