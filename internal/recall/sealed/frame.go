package sealed

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

const (
	headerSize = alignment // keeps the first section aligned
	footerSize = sections*16 + 24

	// mark starts every file. Its last byte is the version of this layout.
	mark = "\x93sealed\x01"
)

// header returns the header for a format; it is constant, and so its own checksum.
func header(format uint32) []byte {
	h := make([]byte, headerSize)
	copy(h, mark)
	binary.LittleEndian.PutUint32(h[len(mark):], format)
	return h
}

func checkHeader(h []byte, format uint32) error {
	if !bytes.HasPrefix(h, []byte(mark)) {
		return damaged("begins with %x", h[:len(mark)])
	}
	found := binary.LittleEndian.Uint32(h[len(mark):])
	if !bytes.Equal(h, header(found)) {
		return damaged("header altered")
	}
	if found != format {
		return fmt.Errorf("%w: %d instead of %d", ErrFormat, found, format)
	}
	return nil
}

// span is a range of bytes.
type span struct{ start, length uint64 }

func (s span) fits(body uint64) bool {
	return s == span{} || s.start >= headerSize && s.start%alignment == 0 && s.start <= body && s.length <= body-s.start
}

// footer locates everything in a file.
type footer struct {
	sections [sections]span // zero: absent
	body     uint64         // bytes before the table, with header
	table    uint32         // checksum of the table
}

// size returns the size of the file.
func (f footer) size() uint64 { return f.body + blocks(f.body)*sumSize + footerSize }

func (f footer) encode() []byte {
	b := make([]byte, 0, footerSize)
	for _, s := range f.sections {
		b = binary.LittleEndian.AppendUint64(b, s.start)
		b = binary.LittleEndian.AppendUint64(b, s.length)
	}
	b = binary.LittleEndian.AppendUint64(b, f.body)
	b = binary.LittleEndian.AppendUint64(b, f.size())
	b = binary.LittleEndian.AppendUint32(b, f.table)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// readFooter reads the footer and checks it against the image.
func readFooter(image []byte) (footer, error) {
	b := image[len(image)-footerSize:]
	if sum := crc32.Checksum(b[:footerSize-sumSize],
		castagnoli); sum != binary.LittleEndian.Uint32(b[footerSize-sumSize:]) {
		return footer{}, damaged("no footer, or an altered one, at the end of %d bytes", len(image))
	}
	var f footer
	for id := range f.sections {
		f.sections[id] = span{start: binary.LittleEndian.Uint64(b[id*16:]),
			length: binary.LittleEndian.Uint64(b[id*16+8:])}
	}
	b = b[sections*16:]
	f.body, f.table = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint32(b[16:])
	return f, f.agree(uint64(len(image)), binary.LittleEndian.Uint64(b[8:]))
}

// agree reports whether the footer is consistent with itself and the image's size.
func (f footer) agree(size, recorded uint64) error {
	if recorded != size {
		return damaged("%d bytes of %d", size, recorded)
	}
	if f.body < headerSize || f.body > size || f.size() != size {
		return damaged("a body of %d bytes in %d", f.body, size)
	}
	for id, s := range f.sections {
		if !s.fits(f.body) {
			return damaged("section %d has %d bytes at %d of %d", id, s.length, s.start, f.body)
		}
	}
	return nil
}
