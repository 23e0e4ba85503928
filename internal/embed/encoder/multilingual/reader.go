//go:build !noencoder && !noreader

package multilingual

import (
	_ "embed"
	"unsafe"
)

//go:embed everyday-reader-v1.weights
var reader string

// Reader returns the weights file of the reader, which must not be changed; empty if the binary was
// built without.
func Reader() []byte { return unsafe.Slice(unsafe.StringData(reader), len(reader)) }
