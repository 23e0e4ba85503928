package picture

import (
	"bytes"
	"encoding/binary"
	"iter"
)

const (
	maxSegments = 2000 // of a JPEG that are looked at
	exifSegment = 0xe1
	scanSegment = 0xda // where the head of a JPEG ends
)

// segments gives the segments of a JPEG's head: the marker of each, and what is in it.
func segments(file []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		rest, ok := bytes.CutPrefix(file, []byte("\xff\xd8"))
		for range maxSegments {
			if !ok || len(rest) == 0 || rest[0] != 0xff {
				return
			}
			// any number of them may fill the space before a marker
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
	perSample = 1.0 // bytes of a sample
	// bytes that stay until the last scan, for each sample of a progressive JPEG
	perCoefficient = 4.0
	// bytes of a pixel whose channels are not those of video and are put together at last
	perColour   = 4.0
	maxChannels = 4
)

// jpegBytes is what decoding a JPEG takes for each pixel, in bytes, by what its frame says of the
// channels; where there is no frame to be found, the most that any takes.
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

// samplesOf is how many samples a frame has for each pixel: one of the first channel, and as many
// or fewer of the others.
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

// namesColours reports whether the channels of a frame are called red, green and blue.
func namesColours(frame []byte) bool {
	return len(frame) == frameSize+3*channelSize && frame[6] == 'R' && frame[9] == 'G' && frame[12] == 'B'
}

// disclaimsColours reports whether a segment, wherever it is, says that the channels are not those
// of video.
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
