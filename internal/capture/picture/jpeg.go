package picture

import (
	"bytes"
	"encoding/binary"
	"iter"
)

const (
	maxSegments = 2000 // of a JPEG that are read
	exifSegment = 0xe1
	scanSegment = 0xda // start of scan: the end of the head
)

// segments yields the marker and content of each segment of a JPEG's head.
func segments(file []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		rest, ok := bytes.CutPrefix(file, []byte("\xff\xd8"))
		for range maxSegments {
			if !ok || len(rest) == 0 || rest[0] != 0xff {
				return
			}
			// fill bytes before a marker
			for len(rest) > 0 && rest[0] == 0xff {
				rest = rest[1:]
			}
			if len(rest) < 3 || rest[0] == scanSegment {
				return
			}
			size := int(binary.BigEndian.Uint16(rest[1:]))
			if size < 2 || len(rest) < 1+size || !yield(rest[0], rest[3:1+size]) {
				return
			}
			rest = rest[1+size:]
		}
	}
}

const (
	perSample = 1.0 // bytes per sample
	// bytes per sample that are kept until the last scan of a progressive JPEG
	perCoefficient = 4.0
	// bytes per pixel for channels other than YCbCr, which are merged at the end
	perColour   = 4.0
	maxChannels = 4
)

// jpegBytes returns the bytes per pixel that decoding takes, by the channels of the frame; the
// maximum if there is no frame.
func jpegBytes(file []byte) float64 {
	for marker, frame := range segments(file) {
		if marker < 0xc0 || marker > 0xc2 {
			continue
		}
		samples, ok := samplesOf(frame)
		if !ok {
			break
		}
		taken := samples * perSample
		if marker == 0xc2 {
			taken += samples * perCoefficient
		}
		if frame[5] == maxChannels || namesColours(frame) || disclaimsColours(file) {
			taken += perColour
		}
		return taken
	}
	return maxChannels*(perSample+perCoefficient) + perColour
}

const frameSize, channelSize = 6, 3 // bytes

// samplesOf returns the samples per pixel of a frame: one of the first channel, and as many or
// fewer of the others.
func samplesOf(frame []byte) (samples float64, ok bool) {
	if len(frame) < frameSize+channelSize || len(frame) != frameSize+channelSize*int(frame[5]) || frame[5] > maxChannels {
		return 0, false
	}
	area := func(channel int) float64 {
		ratio := frame[frameSize+channelSize*channel+1]
		return float64(ratio>>4) * float64(ratio&0xf)
	}
	if area(0) == 0 {
		return 0, false
	}
	for channel := range int(frame[5]) {
		samples += area(channel)
	}
	return samples / area(0), true
}

// namesColours reports whether the channels of a frame are named R, G and B.
func namesColours(frame []byte) bool {
	return len(frame) == frameSize+3*channelSize && frame[6] == 'R' && frame[9] == 'G' && frame[12] == 'B'
}

// disclaimsColours reports whether a segment says that the channels are not YCbCr.
func disclaimsColours(file []byte) bool {
	const name, transform = "Adobe", 11
	for at := 0; ; {
		next := bytes.Index(file[at:], []byte(name))
		if next < 0 {
			return false
		}
		at += next
		if at >= 4 && file[at-4] == 0xff && file[at-3] == 0xee && at+transform < len(file) && file[at+transform] == 0 {
			return true
		}
		at += len(name)
	}
}
