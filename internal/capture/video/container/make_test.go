package container

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// What follows writes files as encoders do, as far as they are read.

var image = append([]byte("\xff\xd8\xff\xe0 an image of"), bytes.Repeat([]byte{7}, 100)...)

func be(size int, n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n)[8-size:] }

func join(parts ...any) []byte {
	var b []byte
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			b = append(b, p...)
		case []byte:
			b = append(b, p...)
		case byte:
			b = append(b, p)
		}
	}
	return b
}

// MP4

func box(name string, content ...any) []byte {
	b := join(content...)
	return join(be(4, uint64(len(b)+8)), name, b)
}

func tagBox(name string, kind uint64, value any) []byte {
	return box(name, box("data", be(4, kind), be(4, 0), value))
}

func movieHeader(units, scale uint64) []byte {
	return box("mvhd", be(4, 0), be(8, 0), be(4, scale), be(4, units), make([]byte, 80))
}

func mp4File() []byte {
	tags := box("ilst", tagBox("\xa9nam", 1, "The dance of bees"), tagBox("\xa9ART", 1, "Ada"), tagBox("\xa9alb", 1, "Insects"), tagBox("\xa9day", 1, "2024-05-03T10:00:00Z"),
		tagBox("desc", 1, "How they tell each other."), tagBox("trkn", 0, be(8, 1)), tagBox("covr", 13, image))
	return join(box("ftyp", "isom", be(4, 512), "isommp41"),
		box("moov", movieHeader(634_500, 1000), box("trak", make([]byte, 100)), box("udta", box("meta", be(4, 0), box("hdlr", make([]byte, 24)), tags))),
		box("mdat", make([]byte, 1000)))
}

// ID3 and MP3

func sevens(n int) []byte {
	return []byte{byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}
}

func id3Tag(version, flags byte, frames ...[]byte) []byte {
	b := bytes.Join(frames, nil)
	return join("ID3", version, byte(0), flags, sevens(len(b)), b)
}

func frame(version byte, name string, content ...any) []byte {
	b := join(content...)
	switch version {
	case 2:
		return join(name, be(3, uint64(len(b))), b)
	case 4:
		return join(name, sevens(len(b)), []byte{0, 0}, b)
	}
	return join(name, be(4, uint64(len(b))), []byte{0, 0}, b)
}

func wide(s string) []byte {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

// sound is n frames of MP3: 128 kbit/s, 44,100 Hz, 417 bytes each. The first holds what is given.
func sound(n int, first string) []byte {
	one := join([]byte{0xff, 0xfb, 0x90, 0x00}, make([]byte, 413))
	b := bytes.Repeat(one, n)
	copy(b[36:], first)
	return b
}
