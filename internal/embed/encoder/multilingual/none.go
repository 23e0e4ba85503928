//go:build noencoder

package multilingual

// Weights returns nil: the binary was built without weights.
func Weights() []byte { return nil }
