package container

import (
	"bytes"
	"encoding/binary"
	"math"
)

var waveNames = map[string]field{"INAM": title, "IART": artist, "IPRD": album, "ICMT": comment, "ICRD": date}

// wave reads the chunks of a WAV file: a name, a size, a content.
func (f *file) wave() {
	var bytesPerSecond uint64
	chunks(f.head[12:], func(name string, size uint32, rest []byte) {
		content := rest[:min(uint64(size), uint64(len(rest)))]
		switch {
		case name == "fmt " && len(content) >= 12:
			bytesPerSecond = uint64(binary.LittleEndian.Uint32(content[8:]))
		case name == "data":
			if n := f.soundBytes(size, rest); n > 0 {
				f.units(n, bytesPerSecond)
			}
		case name == "LIST" && bytes.HasPrefix(content, []byte("INFO")):
			chunks(content[4:], func(name string, size uint32, rest []byte) {
				text, _, _ := take(rest, uint64(size))
				f.set(name, string(text), waveNames)
			})
		}
	})
}

// soundBytes is how much sound there is. What was written while it was recorded has zero or all ones for its size: then it
// is the rest of the file.
func (f *file) soundBytes(size uint32, rest []byte) uint64 {
	if size != 0 && size != math.MaxUint32 {
		return uint64(size)
	}
	return uint64(max(f.size-int64(len(f.head)-len(rest)), 0))
}

// chunks visits the chunks of b, each with its size and everything from its content on.
func chunks(b []byte, visit func(name string, size uint32, rest []byte)) {
	for len(b) >= 8 {
		name, size := string(b[:4]), binary.LittleEndian.Uint32(b[4:])
		b = b[8:]
		visit(name, size, b)
		b = b[min(uint64(size)+uint64(size%2), uint64(len(b))):]
	}
}
