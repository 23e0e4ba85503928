//go:build !noencoder

// Package minilm carries the weights of the built-in encoder within the binary, unless that was built with the tag
// noencoder. Where they come from and under which licence, README.md says.
package minilm

import (
	_ "embed"
	"unsafe"
)

// As a string they stay in the part of the binary that is mapped and never written.
//
//go:embed all-minilm-l6-v2.weights
var weights string

// Weights returns the weights file, which is not to be changed; empty when the binary was built without.
func Weights() []byte { return unsafe.Slice(unsafe.StringData(weights), len(weights)) }
