package container

import (
	"encoding/binary"
	"math"
	"math/bits"
	"time"
)

// A Matroska or WebM file is a tree of elements: an id, a size, a content. RFC 9559.
const (
	mkvSegment   = 0x18538067
	mkvInfo      = 0x1549a966
	mkvScale     = 0x2ad7b1
	mkvDuration  = 0x4489
	mkvTitle     = 0x7ba9
	mkvTags      = 0x1254c367
	mkvTag       = 0x7373
	mkvSimpleTag = 0x67c8
	mkvTagName   = 0x45a3
	mkvTagString = 0x4487
)

var mkvNames = map[string]field{"TITLE": title, "ARTIST": artist, "DIRECTOR": artist, "DESCRIPTION": comment, "COMMENT": comment, "SUMMARY": comment, "DATE_RELEASED": date}

func (f *file) matroska() {
	elements(f.head, func(id uint64, content []byte, _ bool) {
		if id != mkvSegment {
			return
		}
		elements(content, func(id uint64, content []byte, _ bool) {
			switch id {
			case mkvInfo:
				f.mkvInfo(content)
			case mkvTags:
				f.mkvTags(content)
			}
		})
	})
}

// elements visits the elements of b. The last may be cut off, or have no end; then whole is false.
func elements(b []byte, visit func(id uint64, content []byte, whole bool)) {
	for {
		id, n := vint(b, true)
		if n == 0 {
			return
		}
		b = b[n:]
		size, n := vint(b, false)
		if n == 0 {
			return
		}
		b = b[n:]
		end := min(size, uint64(len(b)))
		visit(id, b[:end], end == size)
		b = b[end:]
	}
}

// vint reads a number that tells its own length by the zeros it begins with, and returns that length: 0 at the end of b
// or where there is none. An id keeps the bit that ends the zeros.
func vint(b []byte, id bool) (value uint64, n int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	n = bits.LeadingZeros8(b[0]) + 1
	if n > len(b) {
		return 0, 0
	}
	value = uint64(b[0])
	if !id {
		value &= 1<<(8-n) - 1
	}
	ones := value == 1<<(8-n)-1
	for _, c := range b[1:n] {
		value = value<<8 | uint64(c)
		ones = ones && c == 0xff
	}
	if ones && !id { // a size that was not known when it was written
		value = math.MaxUint64
	}
	return value, n
}

func (f *file) mkvInfo(b []byte) {
	scale, ticks := uint64(time.Millisecond), 0.0
	elements(b, func(id uint64, content []byte, whole bool) {
		if !whole {
			return
		}
		switch id {
		case mkvScale:
			scale = number(content)
		case mkvDuration:
			ticks = float(content)
		case mkvTitle:
			f.set("TITLE", string(content), mkvNames)
		}
	})
	f.seconds(ticks * float64(scale) / float64(time.Second))
}

func number(b []byte) uint64 {
	n := uint64(0)
	for _, c := range b[:min(len(b), 8)] {
		n = n<<8 | uint64(c)
	}
	return n
}

func float(b []byte) float64 {
	switch len(b) {
	case 4:
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b)))
	case 8:
		return math.Float64frombits(binary.BigEndian.Uint64(b))
	}
	return 0
}

// mkvTags reads what is said of the whole file or of its tracks: names and texts.
func (f *file) mkvTags(b []byte) {
	elements(b, func(id uint64, tag []byte, _ bool) {
		if id != mkvTag {
			return
		}
		elements(tag, func(id uint64, simple []byte, _ bool) {
			if id != mkvSimpleTag {
				return
			}
			var name, text string
			elements(simple, func(id uint64, content []byte, whole bool) {
				switch {
				case whole && id == mkvTagName:
					name = string(content)
				case whole && id == mkvTagString:
					text = string(content)
				}
			})
			f.set(name, text, mkvNames)
		})
	})
}
