// Package container detects audio and video files and reads title, artist, duration and cover of
// MP4 and MP3. Input is untrusted: every size is checked, a truncated file is read as far as
// possible, and the cost is linear.
package container

import (
	"bytes"
	"strings"
	"time"
)

// Info is the metadata of a file, zero if unknown. Texts are valid UTF-8.
type Info struct {
	Title, Artist, Album, Comment string
	Published                     time.Time // of a whole date; midnight in UTC
	Duration                      time.Duration
	Cover                         []byte // an image in any format
}

// Read parses head, the first bytes of a file of size bytes (-1 if unknown). It returns false if
// the file is not MP4, QuickTime, WebM, Matroska, MP3, AAC, Ogg, FLAC, WAV or FLV.
func Read(head []byte, size int64) (Info, bool) {
	f := file{head: head, size: size}
	switch {
	case isMP4(head):
		f.mp4()
	case isOther(head):
	case isID3(head), isMP3(head):
		f.mp3()
	default:
		return Info{}, false
	}
	return f.info, true
}

// isOther reports whether a file is of a format that is detected only: linked too rarely to be
// parsed.
func isOther(head []byte) bool {
	// the first is Matroska and WebM
	for _, signature := range []string{"\x1a\x45\xdf\xa3", "OggS", "fLaC", "FLV\x01"} {
		if bytes.HasPrefix(head, []byte(signature)) {
			return true
		}
	}
	isWave := bytes.HasPrefix(head, []byte("RIFF")) && len(head) >= 12 && string(head[8:12]) == "WAVE"
	return isWave || isADTS(head)
}

// file is the state of the parser.
type file struct {
	head []byte
	size int64 // -1 if unknown
	info Info
}

// set assigns a text by its name in the format.
func (f *file) set(name, text string, names map[string]field) {
	text = strings.TrimSpace(strings.Trim(strings.ToValidUTF8(text, "\ufffd"), "\x00"))
	if text == "" {
		return
	}
	switch names[name] {
	case title:
		keep(&f.info.Title, text)
	case artist:
		keep(&f.info.Artist, text)
	case album:
		keep(&f.info.Album, text)
	case comment:
		keep(&f.info.Comment, text)
	case date:
		f.date(text)
	}
}

type field int

const (
	title field = iota + 1
	artist
	album
	comment
	date
)

// keep assigns a field if it is empty.
func keep(field *string, text string) {
	if *field == "" {
		*field = text
	}
}

// date assigns a full date. A year alone is dropped.
func (f *file) date(text string) {
	if len(text) < len(time.DateOnly) || !f.info.Published.IsZero() {
		return
	}
	if at, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)]); err == nil && at.Year() > 1900 {
		f.info.Published = at
	}
}

// cover assigns the first image.
func (f *file) cover(image []byte) {
	if f.info.Cover == nil && len(image) > 64 {
		f.info.Cover = image
	}
}

// take returns the first n bytes of b and the rest; false if there are fewer.
func take(b []byte, n uint64) (first, rest []byte, ok bool) {
	if n > uint64(len(b)) {
		return nil, nil, false
	}
	return b[:n], b[n:], true
}
