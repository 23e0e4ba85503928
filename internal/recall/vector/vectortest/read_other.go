//go:build !amd64 || purego

package vectortest

// Read loads every byte of b into the processor and returns a number that depends on them, in the order of a scan.
func Read(b []byte) uint64 { return readPlain(b) }
