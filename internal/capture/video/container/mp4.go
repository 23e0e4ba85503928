package container

import (
	"encoding/binary"
	"strings"

	"engram/internal/capture/video/length"
)

// An MP4 or QuickTime file is a sequence of boxes: size, name of four letters, content. See ISO
// 14496-12; the tags are Apple's.

// pictures are the brands of images in the same format: AVIF and HEIF.
var pictures = map[string]bool{"avif": true, "avis": true, "mif1": true, "msf1": true, "heic": true, "heix": true, "heim": true, "heis": true, "hevc": true, "hevx": true}

func isMP4(b []byte) bool {
	if len(b) < 8 {
		return false
	}
	switch string(b[4:8]) {
	case "ftyp":
		return len(b) < 12 || !pictures[string(b[8:12])]
	case "moov", "mdat", "wide", "pnot", "styp":
		return true
	}
	return false
}

func (f *file) mp4() {
	boxes(f.head, func(name string, content []byte, _ bool) {
		if name == "moov" {
			boxes(content, f.movieBox)
		}
	})
}

// boxes calls visit for the boxes of b. whole is false for a truncated last box.
func boxes(b []byte, visit func(name string, content []byte, whole bool)) {
	for len(b) >= 8 {
		size, header := uint64(binary.BigEndian.Uint32(b)), uint64(8)
		switch {
		case size == 0: // up to the end
			size = uint64(len(b))
		case size == 1 && len(b) >= 16:
			size, header = binary.BigEndian.Uint64(b[8:]), 16
		}
		if size < header {
			return
		}
		end := min(size, uint64(len(b)))
		if header > end {
			return
		}
		visit(string(b[4:8]), b[header:end], end == size)
		b = b[end:]
	}
}

func (f *file) movieBox(name string, content []byte, whole bool) {
	switch name {
	case "mvhd":
		f.movieHeader(content)
	case "udta":
		boxes(content, f.userBox)
	case "meta":
		f.metaBox(content)
	}
}

// movieHeader contains the time scale and the duration, in 32 or 64 bits.
func (f *file) movieHeader(b []byte) {
	if len(b) >= 32 && b[0] == 1 {
		f.units(binary.BigEndian.Uint64(b[24:]), uint64(binary.BigEndian.Uint32(b[20:])))
	} else if len(b) >= 20 && b[0] == 0 {
		if n := binary.BigEndian.Uint32(b[16:]); n != 1<<32-1 { // all ones: unknown
			f.units(uint64(n), uint64(binary.BigEndian.Uint32(b[12:])))
		}
	}
}

// units assigns a duration of n units.
func (f *file) units(n, perSecond uint64) {
	if perSecond > 0 {
		f.seconds(float64(n) / float64(perSecond))
	}
}

func (f *file) seconds(n float64) { f.info.Duration, _ = length.Seconds(n) }

// userBox reads QuickTime's texts, or the box with Apple's tags.
func (f *file) userBox(name string, content []byte, whole bool) {
	if name == "meta" {
		f.metaBox(content)
	}
	if whole && strings.HasPrefix(name, "\xa9") && len(content) > 4 {
		size := uint64(binary.BigEndian.Uint16(content)) // then two bytes of language
		if text, _, ok := take(content[4:], size); ok {
			f.set(name, string(text), mp4Names)
		}
	}
}

// metaBox begins with a version in MP4 but not in QuickTime.
func (f *file) metaBox(content []byte) {
	if len(content) >= 8 && string(content[4:8]) != "hdlr" {
		content = content[4:]
	}
	boxes(content, func(name string, items []byte, _ bool) {
		if name == "ilst" {
			boxes(items, f.item)
		}
	})
}

var mp4Names = map[string]field{"\xa9nam": title, "\xa9ART": artist, "\xa9alb": album, "desc": comment, "\xa9cmt": comment, "\xa9day": date}

// item reads a tag: a box whose data box has type, locale and value.
func (f *file) item(name string, content []byte, _ bool) {
	boxes(content, func(inner string, data []byte, whole bool) {
		if inner != "data" || !whole || len(data) < 8 {
			return
		}
		if name == "covr" {
			f.cover(data[8:])
		} else if binary.BigEndian.Uint32(data) == 1 { // UTF-8
			f.set(name, string(data[8:]), mp4Names)
		}
	})
}
