// Package container recognises audio and video files by their first bytes, and reads the title, artist, length and cover of
// MP4 and MP3. Nothing of the file is believed: every size is checked against the bytes that are there, a file that is cut
// off gives what stands before the cut, and no reading costs more than its input.
package container

import (
	"bytes"
	"strings"
	"time"
)

// Info is what a file tells. What it does not is zero. Texts are as they stand, yet valid UTF-8.
type Info struct {
	Title, Artist, Album, Comment string
	Published                     time.Time // when it gives a whole date; midnight in UTC
	Duration                      time.Duration
	Cover                         []byte // an image, in whatever form
}

// Read reads head, the first bytes of a file that has size bytes in all (-1: not known). It returns false for what is
// neither MP4, QuickTime, WebM, Matroska, MP3, AAC, Ogg, FLAC, WAV nor FLV.
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

// isOther reports whether a file is a recording of another format. Those are played, but too rarely linked to be read.
func isOther(head []byte) bool {
	for _, signature := range []string{"\x1a\x45\xdf\xa3", "OggS", "fLaC", "FLV\x01"} { // the first is Matroska's and WebM's
		if bytes.HasPrefix(head, []byte(signature)) {
			return true
		}
	}
	isWave := bytes.HasPrefix(head, []byte("RIFF")) && len(head) >= 12 && string(head[8:12]) == "WAVE"
	return isWave || isADTS(head)
}

// file is a file that is being read.
type file struct {
	head []byte
	size int64 // -1: not known
	info Info
}

// set takes over a text under the name that its format has for it.
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

// keep takes over the first that is known.
func keep(field *string, text string) {
	if *field == "" {
		*field = text
	}
}

// date takes over a date that has a day. A year alone is no date that a person would want to see as one.
func (f *file) date(text string) {
	if len(text) < len(time.DateOnly) || !f.info.Published.IsZero() {
		return
	}
	if at, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)]); err == nil && at.Year() > 1900 {
		f.info.Published = at
	}
}

// cover takes over the first picture that looks like one.
func (f *file) cover(image []byte) {
	if f.info.Cover == nil && len(image) > 64 {
		f.info.Cover = image
	}
}

// take gives the first n bytes of b and the rest; false when there are fewer.
func take(b []byte, n uint64) (first, rest []byte, ok bool) {
	if n > uint64(len(b)) {
		return nil, nil, false
	}
	return b[:n], b[n:], true
}
