package sealed

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"unsafe"
)

// File is a sealed file open for reading. It is safe for concurrent use except Close.
type File struct {
	footer
	image   []byte
	mapped  bool
	sums    []byte // the table, within the image
	checked bitmap // a bit per block
}

// Open maps a file and checks its frame, in four bytes of work per block. ErrDamaged if it is
// incomplete or of another format; else the system's error.
func Open(path string, format uint32) (*File, error) {
	image, err := mapFile(path)
	if err != nil {
		return nil, fmt.Errorf("sealed: open %s: %w", path, err)
	}
	f := &File{image: image, mapped: true}
	if err := Guard(func() error { return f.frame(format) }); err != nil {
		return nil, errors.Join(fmt.Errorf("sealed: open %s: %w", path, err), f.Close())
	}
	return f, nil
}

// Read is Open for an image in memory, which must not change while in use.
func Read(image []byte, format uint32) (*File, error) {
	f := &File{image: image}
	if err := f.frame(format); err != nil {
		return nil, fmt.Errorf("sealed: read: %w", err)
	}
	return f, nil
}

// frame checks all but the body.
func (f *File) frame(format uint32) (err error) {
	if len(f.image) < headerSize+footerSize {
		return damaged("%d bytes are too few", len(f.image))
	}
	if err := checkHeader(f.image[:headerSize], format); err != nil {
		return err
	}
	if f.footer, err = readFooter(f.image); err != nil {
		return err
	}
	f.sums = f.image[f.body : len(f.image)-footerSize]
	if crc32.Checksum(f.sums, castagnoli) != f.table {
		return damaged("table of checksums altered")
	}
	f.checked = newBitmap(int(blocks(f.body)))
	return nil
}

// Section returns a section; one never written is empty.
func (f *File) Section(id int) Section {
	if id < 0 || id >= sections {
		return Section{}
	}
	s := f.sections[id]
	return Section{file: f, start: int(s.start), length: int(s.length)}
}

// Verify rechecks every block and returns ErrDamaged at the first bad one, which will be checked
// again when read.
func (f *File) Verify(ctx context.Context) error {
	for block := range int(blocks(f.body)) {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("sealed: verify: %w", err)
		}
		f.checked.clear(block)
		if err := f.check(block, block); err != nil {
			return err
		}
	}
	return nil
}

// check verifies those of the blocks in [first, last] that were not yet.
func (f *File) check(first, last int) error {
	if f.image == nil {
		return fmt.Errorf("sealed: %w", os.ErrClosed)
	}
	return Guard(func() error {
		for block := first; block <= last; block++ {
			if f.checked.has(block) {
				continue
			}
			if f.sum(block) != binary.LittleEndian.Uint32(f.sums[block*sumSize:]) {
				return damaged("block %d altered", block)
			}
			f.checked.set(block)
		}
		return nil
	})
}

func (f *File) sum(block int) uint32 {
	body := f.image[:f.body]
	start := block * blockSize
	return crc32.Checksum(body[start:min(start+blockSize, len(body))], castagnoli)
}

// Size returns the length of the file in bytes.
func (f *File) Size() int64 { return int64(f.size()) }

// Held returns the heap used. Mapped pages don't count: the system reclaims them as needed.
func (f *File) Held() int64 {
	held := int64(unsafe.Sizeof(*f)) + int64(len(f.checked))*8
	if !f.mapped {
		held += int64(cap(f.image))
	}
	return held
}

// Close unmaps the file. Reading it afterwards faults.
func (f *File) Close() error {
	image, mapped := f.image, f.mapped
	f.image, f.sums, f.mapped = nil, nil, false
	f.checked.fill(0) // so that later reads fail by checksum where possible
	if !mapped {
		return nil
	}
	return unmap(image)
}
