//go:build noencoder

package minilm

// Weights returns nothing: the binary was built without them.
func Weights() []byte { return nil }
