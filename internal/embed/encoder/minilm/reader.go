//go:build !noencoder

package minilm

import (
	_ "embed"
	"unsafe"
)

// Without a directive to embed a file it is empty.
var reader string

// Reader returns the weights file of the reader, which must not be changed; empty if the binary was
// built without.
func Reader() []byte { return unsafe.Slice(unsafe.StringData(reader), len(reader)) }
