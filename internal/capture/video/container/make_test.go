package container

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf16"
)

// What follows writes files as encoders do, as far as they are read.

var image = append([]byte("\xff\xd8\xff\xe0 an image of"), bytes.Repeat([]byte{7}, 100)...)

func be(size int, n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n)[8-size:] }

func le(size int, n uint64) []byte { return binary.LittleEndian.AppendUint64(nil, n)[:size] }

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

// Vorbis, FLAC, Ogg

func sizedText(s string) []byte { return join(le(4, uint64(len(s))), s) }

func comments(entries ...string) []byte {
	b := join(sizedText("an encoder"), le(4, uint64(len(entries))))
	for _, e := range entries {
		b = append(b, sizedText(e)...)
	}
	return b
}

var entries = []string{"TITLE=The dance of bees", "artist=Ada", "ALBUM=Insects", "DATE=2024-05-03", "DESCRIPTION=How they tell each other."}

func flacImageBlock() []byte {
	return join(be(4, 3), be(4, 10), "image/jpeg", be(4, 5), "cover", make([]byte, 16), be(4, uint64(len(image))), image)
}

func flacBlock(kind byte, content []byte) []byte {
	return join(kind, be(3, uint64(len(content))), content)
}

func flacFile() []byte {
	info := join(make([]byte, 10), be(8, 44100<<44|1<<41|15<<36|44100*90), make([]byte, 16))
	return join("fLaC", flacBlock(0, info), flacBlock(4, comments(entries...)), flacBlock(1, make([]byte, 50)), flacBlock(0x86, flacImageBlock()), make([]byte, 500))
}

// oggPages cuts a packet into pages of at most 2 × 255 bytes.
func oggPages(stream, position uint64, packet []byte) []byte {
	var b []byte
	for first := true; first || packet != nil; first = false {
		var lacing, content []byte
		for len(lacing) < 2 && packet != nil {
			n := min(len(packet), 255)
			lacing, content = append(lacing, byte(n)), append(content, packet[:n]...)
			if packet = packet[n:]; n < 255 {
				packet = nil
			}
		}
		b = append(b, join("OggS", byte(0), byte(0), le(8, position), le(4, stream), le(4, 0), le(4, 0), byte(len(lacing)), lacing, content)...)
	}
	return b
}

func opusFile() []byte {
	picture := "METADATA_BLOCK_PICTURE=" + base64.StdEncoding.EncodeToString(flacImageBlock())
	return join(oggPages(1, 0, join("OpusHead", byte(1), byte(2), le(2, 312), le(4, 44100), []byte{0, 0, 0})), oggPages(1, 0, join("OpusTags", comments(append(entries, picture)...))),
		oggPages(1, 48000, make([]byte, 600)), oggPages(1, 48000*90+312, make([]byte, 100)))
}

func vorbisFile() []byte {
	return join(oggPages(7, 0, join("\x01vorbis", le(4, 0), byte(2), le(4, 44100), make([]byte, 14))), oggPages(7, 0, join("\x03vorbis", comments(entries...))), oggPages(7, 44100*90, make([]byte, 300)))
}

// WAV

func chunk(name string, content ...any) []byte {
	b := join(content...)
	return join(name, le(4, uint64(len(b))), b, make([]byte, len(b)%2))
}

func waveFile(data []byte) []byte {
	return join("RIFF", le(4, 0), "WAVE", chunk("fmt ", le(2, 1), le(2, 1), le(4, 8000), le(4, 8000), le(2, 1), le(2, 8)),
		chunk("LIST", "INFO", chunk("INAM", "The dance of bees\x00"), chunk("IART", "Ada"), chunk("IPRD", "Insects"), chunk("ICRD", "2024-05-03"), chunk("ICMT", "How they tell each other.")), data)
}

// Matroska

func element(id uint64, content ...any) []byte {
	b := join(content...)
	return join(bytes.TrimLeft(be(8, id), "\x00"), be(8, 1<<56|uint64(len(b))), b)
}

func simpleTag(name, text string) []byte {
	return element(mkvSimpleTag, element(mkvTagName, name), element(mkvTagString, text))
}

func webmFile(segmentSize []byte) []byte {
	inner := join(element(mkvInfo, element(mkvScale, be(4, 1_000_000)), element(mkvDuration, be(8, math.Float64bits(90_000))), element(mkvTitle, "The dance of bees")),
		element(mkvTags, element(mkvTag, element(0x63c0), simpleTag("ARTIST", "Ada"), simpleTag("DESCRIPTION", "How they tell each other."), simpleTag("DATE_RELEASED", "2024-05-03"))),
		element(0x1f43b675, make([]byte, 500)))
	if segmentSize == nil {
		segmentSize = be(8, 1<<56|uint64(len(inner)))
	}
	return join(element(0x1a45dfa3, element(0x4282, "webm")), be(4, mkvSegment), segmentSize, inner)
}

// FLV

func flvText(name, text string) []byte {
	return join(be(2, uint64(len(name))), name, byte(2), be(2, uint64(len(text))), text)
}

func flvFile() []byte {
	script := join("\x02\x00\x0aonMetaData", byte(8), be(4, 3), be(2, 8), "duration", byte(0), be(8, math.Float64bits(90)), flvText("title", "The dance of bees"), flvText("author", "Ada"), "\x00\x00\x09")
	return join("FLV\x01\x05", be(4, 9), be(4, 0), byte(18), be(3, uint64(len(script))), make([]byte, 7), script, strings.Repeat("x", 200))
}
