//go:build noencoder

package minilm

// Weights returns nil: the binary was built without weights.
func Weights() []byte { return nil }
