//go:build !noencoder

// Package minilm contains the weights of the built-in encoder, unless built with the tag noencoder.
// README.md names their source and licence.
package minilm

import (
	_ "embed"
	"unsafe"
)

// A string stays in the read-only part of the binary.
//
//go:embed everyday-minilm-l6-v1.weights
var weights string

// Weights returns the weights file, which must not be changed; empty if the binary was built
// without.
func Weights() []byte { return unsafe.Slice(unsafe.StringData(weights), len(weights)) }
