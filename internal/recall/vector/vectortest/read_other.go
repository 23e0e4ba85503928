//go:build !amd64 || purego

package vectortest

// Read loads every byte of b and returns a number that depends on them.
func Read(b []byte) uint64 { return readPlain(b) }
