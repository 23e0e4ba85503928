package container

import (
	"bytes"
	"encoding/binary"
)

// An MP3 is a sequence of frames with headers of four bytes. With a constant bit rate the duration
// follows from the file's size; otherwise from the frame count in a Xing or VBRI header.

const maxSearch = 64 << 10 // bytes before the first frame

func isMP3(b []byte) bool {
	_, _, ok := firstFrame(b[:min(len(b), 4<<10)])
	return ok
}

func isADTS(b []byte) bool { return len(b) > 7 && b[0] == 0xff && b[1]&0xf6 == 0xf0 }

func (f *file) mp3() {
	tag := f.id3()
	if f.info.Duration != 0 || tag >= int64(len(f.head)) {
		return
	}
	frame, at, ok := firstFrame(f.head[tag:])
	if !ok {
		return
	}
	sound := f.head[tag+int64(at):]
	switch frames := counted(sound[:min(len(sound), frame.bytes())]); {
	case frames > 0:
		f.seconds(float64(frames) * float64(frame.samples) / float64(frame.rate))
	case f.size > 0:
		f.seconds(float64(f.size-tag-int64(at)) * 8 / float64(frame.bits))
	}
}

// mp3Frame is a parsed frame header.
type mp3Frame struct {
	bits    int // per second
	rate    int // samples per second
	samples int // per frame
	padding int // bytes
	layer   int
}

// bytes returns the size of the frame.
func (h mp3Frame) bytes() int {
	if h.layer == 1 {
		return (12*h.bits/h.rate + h.padding) * 4
	}
	return h.samples/8*h.bits/h.rate + h.padding
}

// firstFrame finds the first frame that is followed by another, so that random bytes don't match.
func firstFrame(b []byte) (h mp3Frame, at int, ok bool) {
	for at = range min(len(b), maxSearch) {
		if b[at] != 0xff {
			continue
		}
		h, ok = parseFrame(b[at:])
		if !ok {
			continue
		}
		next := at + h.bytes()
		if next < len(b) {
			if _, ok = parseFrame(b[next:]); ok {
				return h, at, true
			}
		}
	}
	return mp3Frame{}, 0, false
}

var (
	kilobits = [2][3][15]int{ // MPEG 1, then MPEG 2 and 2.5; layers 1, 2, 3
		{
			{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
			{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
			{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
		},
		{
			{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
			{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
			{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
		},
	}
	sampleRates = [3]int{44100, 48000, 32000} // of MPEG 1; half of it in MPEG 2, a quarter in 2.5
	samplesOf   = [2][3]int{{384, 1152, 1152}, {384, 1152, 576}}
)

func parseFrame(b []byte) (mp3Frame, bool) {
	if len(b) < 4 || b[0] != 0xff || b[1]&0xe0 != 0xe0 {
		return mp3Frame{}, false
	}
	version, layer, bits, rate := b[1]>>3&3, 4-int(b[1]>>1&3), int(b[2]>>4), int(b[2]>>2&3)
	if version == 1 || layer == 4 || bits == 0 || bits == 15 || rate == 3 {
		return mp3Frame{}, false
	}
	family, divisor := 1, 2
	switch version {
	case 3:
		family, divisor = 0, 1
	case 0:
		divisor = 4
	}
	return mp3Frame{
		bits: kilobits[family][layer-1][bits] * 1000, rate: sampleRates[rate] / divisor, samples: samplesOf[family][layer-1],
		padding: int(b[2] >> 1 & 1), layer: layer,
	}, true
}

// counted returns the number of frames by the first one's Xing or VBRI header; 0 if it has none.
func counted(frame []byte) uint32 {
	for _, name := range []string{"Xing", "Info"} {
		if i := bytes.Index(frame, []byte(name)); i >= 0 && len(frame) >= i+12 && frame[i+7]&1 != 0 {
			return binary.BigEndian.Uint32(frame[i+8:])
		}
	}
	if i := bytes.Index(frame, []byte("VBRI")); i >= 0 && len(frame) >= i+18 {
		return binary.BigEndian.Uint32(frame[i+14:])
	}
	return 0
}
