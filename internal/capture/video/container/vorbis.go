package container

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
)

var vorbisNames = map[string]field{"title": title, "artist": artist, "performer": artist, "album": album, "description": comment, "comment": comment, "date": date}

const maxComments = 1000

// vorbisComments reads the tags of FLAC and Ogg: a vendor, a count, then that many of "NAME=value", each with its length
// before it.
func (f *file) vorbisComments(b []byte) {
	_, b, ok := sized(b)
	if !ok || len(b) < 4 {
		return
	}
	count := binary.LittleEndian.Uint32(b)
	b = b[4:]
	for range min(count, maxComments) {
		var entry []byte
		if entry, b, ok = sized(b); !ok {
			return
		}
		name, value, _ := strings.Cut(string(entry), "=")
		if name = strings.ToLower(name); name != "metadata_block_picture" {
			f.set(name, value, vorbisNames)
		} else if picture, err := base64.StdEncoding.DecodeString(value); err == nil {
			f.flacPicture(picture)
		}
	}
}

// sized takes a text with its length before it.
func sized(b []byte) (text, rest []byte, ok bool) {
	if len(b) < 4 {
		return nil, nil, false
	}
	return take(b[4:], uint64(binary.LittleEndian.Uint32(b)))
}

const (
	flacStreamInfo = 0
	flacComments   = 4
	flacImage      = 6
)

// flac reads the blocks before the sound: a kind, a size in three bytes, a content.
func (f *file) flac() {
	b := f.head[4:]
	for len(b) >= 4 {
		last, kind := b[0]&0x80 != 0, b[0]&0x7f
		content, rest, ok := take(b[4:], uint64(b[1])<<16|uint64(b[2])<<8|uint64(b[3]))
		if !ok {
			return
		}
		switch kind {
		case flacStreamInfo:
			f.streamInfo(content)
		case flacComments:
			f.vorbisComments(content)
		case flacImage:
			f.flacPicture(content)
		}
		if last {
			return
		}
		b = rest
	}
}

// streamInfo has, from its eleventh byte on, 20 bits of samples in a second and, after eight others, 36 of samples in all.
func (f *file) streamInfo(b []byte) {
	if len(b) >= 18 {
		n := binary.BigEndian.Uint64(b[10:])
		f.units(n&(1<<36-1), n>>44)
	}
}

// flacPicture has a kind, a media type, a description, four numbers and the image.
func (f *file) flacPicture(b []byte) {
	skip := func(n uint64) {
		_, b, _ = take(b, n)
	}
	skip(4)
	for range 2 {
		if len(b) < 4 {
			return
		}
		skip(4 + uint64(binary.BigEndian.Uint32(b)))
	}
	skip(16)
	if len(b) < 4 {
		return
	}
	if image, _, ok := take(b[4:], uint64(binary.BigEndian.Uint32(b))); ok {
		f.cover(image)
	}
}
