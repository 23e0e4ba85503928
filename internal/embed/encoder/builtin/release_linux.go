package builtin

import (
	"os"
	"syscall"
	"unsafe"

	"engram/internal/embed/encoder/minilm"
	"engram/internal/embed/encoder/multilingual"
)

// Release gives back the memory of the weights, which checking them has filled. What is used of them
// is mapped again.
func Release() {
	ReleaseEncoders()
	release(multilingual.Reader())
}

// ReleaseEncoders gives back the memory of both encoders. A reading needs only words of one, each of
// which brings 64 KB along, and mapping all of it again takes about a millisecond.
func ReleaseEncoders() {
	release(minilm.Weights())
	release(multilingual.Weights())
}

// release does so for the whole pages of read-only data of the binary.
func release(data []byte) {
	page := os.Getpagesize()
	if skipped := -int(uintptr(unsafe.Pointer(unsafe.SliceData(data)))) & (page - 1); skipped < len(data) {
		data = data[skipped:]
		_ = syscall.Madvise(data[:len(data)&^(page-1)], syscall.MADV_DONTNEED) // only an optimisation
	}
}
