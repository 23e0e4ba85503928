package container

import (
	"bytes"
	"encoding/binary"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// ID3v2 precedes an MP3: a header, then frames with name, size and content. Version 2.2 has names
// of three letters, and 2.4 has sizes of seven bits per byte.

var id3Names = map[string]field{
	"TIT2": title, "TT2": title, "TPE1": artist, "TP1": artist, "TALB": album, "TAL": album, "TDES": comment, "TDRC": date, "TDRL": date,
}

const (
	id3Header         = 10
	unsynchronised    = 0x80
	extended          = 0x40
	frameUnreadable   = 0x0c // 2.4: compressed or encrypted
	frameUnreadable23 = 0xc0
)

// isID3 checks the version too, since a text may begin with the same letters.
func isID3(b []byte) bool {
	return bytes.HasPrefix(b, []byte("ID3")) && len(b) >= id3Header && b[3] < 0x10
}

// id3 reads the tag at the beginning of the file and returns its size; 0 if there is none.
func (f *file) id3() int64 {
	b := f.head
	if !isID3(b) {
		return 0
	}
	version, flags, size := b[3], b[5], sevenBits(b[6:10])
	frames := b[id3Header:min(id3Header+int(size), len(b))]
	if flags&unsynchronised != 0 && version < 4 {
		frames = synchronise(frames)
	}
	if flags&extended != 0 && version > 2 {
		frames = skipExtended(frames, version)
	}
	f.frames(frames, version)
	return id3Header + int64(size)
}

// synchronise undoes unsynchronisation: it removes the zeros after 0xff.
func synchronise(b []byte) []byte { return bytes.ReplaceAll(b, []byte{0xff, 0}, []byte{0xff}) }

func sevenBits(b []byte) uint32 {
	return uint32(b[0]&0x7f)<<21 | uint32(b[1]&0x7f)<<14 | uint32(b[2]&0x7f)<<7 | uint32(b[3]&0x7f)
}

func skipExtended(b []byte, version byte) []byte {
	if len(b) < 4 {
		return nil
	}
	size := uint64(binary.BigEndian.Uint32(b)) + 4
	if version == 4 {
		size = uint64(sevenBits(b))
	}
	_, rest, _ := take(b, size)
	return rest
}

func (f *file) frames(b []byte, version byte) {
	for {
		name, content, rest, ok := nextFrame(b, version)
		if !ok {
			return
		}
		f.frame(name, content)
		b = rest
	}
}

// nextFrame returns the first frame of b, without content if it is unreadable; false at the end, in
// padding and in a truncated tag.
func nextFrame(b []byte, version byte) (name string, content, rest []byte, ok bool) {
	if version == 2 {
		if len(b) < 6 || b[0] == 0 {
			return "", nil, nil, false
		}
		content, rest, ok = take(b[6:], uint64(b[3])<<16|uint64(b[4])<<8|uint64(b[5]))
		return string(b[:3]), content, rest, ok
	}
	if len(b) < 10 || b[0] == 0 {
		return "", nil, nil, false
	}
	name, size, flags := string(b[:4]), binary.BigEndian.Uint32(b[4:]), b[9]
	if version == 4 {
		size = sevenBits(b[4:])
	}
	content, rest, ok = take(b[10:], uint64(size))
	return name, plainFrame(content, flags, version), rest, ok
}

// plainFrame undoes the frame's encodings; nil for compression and encryption.
func plainFrame(content []byte, flags, version byte) []byte {
	if version != 4 {
		if flags&frameUnreadable23 != 0 {
			return nil
		}
		return content
	}
	if flags&frameUnreadable != 0 {
		return nil
	}
	if flags&1 != 0 && len(content) >= 4 { // data length indicator
		content = content[4:]
	}
	if flags&2 != 0 {
		content = synchronise(content)
	}
	return content
}

func (f *file) frame(name string, content []byte) {
	if len(content) < 2 {
		return
	}
	encoding, text := content[0], content[1:]
	switch {
	case name == "APIC":
		_, picture, _ := bytes.Cut(text, []byte{0}) // media type
		f.picture(picture, encoding)
	case name == "PIC" && len(text) > 3:
		f.picture(text[3:], encoding)
	case name == "COMM" || name == "COM":
		if len(text) > 3 { // after a language and a short description
			about, rest := cutText(text[3:], encoding)
			if len(about) == 0 {
				keep(&f.info.Comment, strings.TrimSpace(decode(rest, encoding)))
			}
		}
	case name == "TLEN" || name == "TLE":
		f.milliseconds(decode(text, encoding))
	case name[0] == 'T':
		f.set(name, decode(text, encoding), id3Names)
	}
}

// picture reads what follows a picture's media type: its type, a description, the image.
func (f *file) picture(b []byte, encoding byte) {
	if len(b) > 1 {
		_, image := cutText(b[1:], encoding)
		f.cover(image)
	}
}

// cutText splits at a terminating zero, of two bytes in UTF-16.
func cutText(b []byte, encoding byte) (text, rest []byte) {
	if encoding == 0 || encoding == 3 {
		text, rest, _ = bytes.Cut(b, []byte{0})
		return text, rest
	}
	for i := 0; i+1 < len(b); i += 2 {
		if b[i] == 0 && b[i+1] == 0 {
			return bytes.TrimLeft(b[:i], "\xff\xfe"), b[i+2:]
		}
	}
	return b, nil
}

// decode returns a text; several values are joined by commas.
func decode(b []byte, encoding byte) string {
	var text []byte
	switch encoding {
	case 0:
		text, _ = charmap.Windows1252.NewDecoder().Bytes(b)
	case 1:
		text, _ = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(b)
	case 2:
		text, _ = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder().Bytes(b)
	default:
		text = b
	}
	values := strings.Split(strings.Trim(strings.ToValidUTF8(string(text), "\ufffd"), "\x00"), "\x00")
	return strings.Join(values, ", ")
}

func (f *file) milliseconds(text string) {
	if d, err := time.ParseDuration(strings.TrimSpace(text) + "ms"); err == nil {
		f.seconds(d.Seconds())
	}
}
