//go:build noencoder || noreader

package multilingual

// Reader returns nil: the binary was built without a reader.
func Reader() []byte { return nil }
