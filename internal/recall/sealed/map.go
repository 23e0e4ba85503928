package sealed

import (
	"errors"
	"math"
	"os"
	"syscall"
)

// mapFile maps a file read-only.
func mapFile(path string) (image []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if size := info.Size(); !info.Mode().IsRegular() || size == 0 || size > math.MaxInt {
		return nil, damaged("%v of %d bytes", info.Mode(), size)
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}

func unmap(image []byte) error { return syscall.Munmap(image) }
