package container

import (
	"bytes"
	"encoding/binary"

	"engram/internal/capture/video/length"
)

// An Ogg file is a sequence of pages of one or several streams; packets are cut over pages. The packets at the beginning
// say what a stream is and hold its tags; the last page says how many samples there are in all.

const (
	oggHeader  = 27
	maxStreams = 8
)

// oggPage is one page of one stream.
type oggPage struct {
	stream   uint32
	position uint64 // samples of its stream up to the end of the page
	lacing   []byte // lengths of the parts of packets; 255 when the packet goes on
	content  []byte
}

func nextPage(b []byte) (p oggPage, rest []byte, ok bool) {
	if len(b) < oggHeader || string(b[:4]) != "OggS" {
		return oggPage{}, nil, false
	}
	p.position, p.stream = binary.LittleEndian.Uint64(b[6:]), binary.LittleEndian.Uint32(b[14:])
	if p.lacing, rest, ok = take(b[oggHeader:], uint64(b[26])); !ok {
		return oggPage{}, nil, false
	}
	size := uint64(0)
	for _, n := range p.lacing {
		size += uint64(n)
	}
	p.content, rest, ok = take(rest, size)
	return p, rest, ok
}

// oggStream is what is known of a stream so far.
type oggStream struct {
	packet  []byte // the one that is not whole yet
	rate    uint64 // units in a second
	skipped uint64 // of these at the beginning, which are not heard
	tagged  bool   // the tags were read: what follows is sound or pictures
	last    uint64 // position
}

func (f *file) ogg() {
	streams := map[uint32]*oggStream{}
	b := f.head
	for {
		p, rest, ok := nextPage(b)
		if !ok {
			break
		}
		b = rest
		s := streams[p.stream]
		if s == nil {
			if len(streams) == maxStreams {
				break
			}
			s = &oggStream{}
			streams[p.stream] = s
		}
		if p.position != 1<<64-1 { // all ones: no packet ends on it
			s.last = p.position
		}
		f.oggPackets(s, p)
	}
	if int64(len(f.head)) != f.size {
		return // the last page is elsewhere
	}
	for _, s := range streams {
		if s.rate > 0 && s.last > s.skipped {
			d, _ := length.Seconds(float64(s.last-s.skipped) / float64(s.rate))
			f.info.Duration = max(f.info.Duration, d)
		}
	}
}

func (f *file) oggPackets(s *oggStream, p oggPage) {
	for _, n := range p.lacing {
		if s.tagged {
			return
		}
		s.packet = append(s.packet, p.content[:n]...)
		p.content = p.content[n:]
		if n < 255 {
			f.oggPacket(s, s.packet)
			s.packet = nil
		}
	}
}

func (f *file) oggPacket(s *oggStream, b []byte) {
	comments := func(prefix string) bool {
		rest, ok := bytes.CutPrefix(b, []byte(prefix))
		if ok {
			f.vorbisComments(rest)
			s.tagged = true
		}
		return ok
	}
	switch {
	case bytes.HasPrefix(b, []byte("\x01vorbis")) && len(b) >= 16:
		s.rate = uint64(binary.LittleEndian.Uint32(b[12:]))
	case bytes.HasPrefix(b, []byte("OpusHead")) && len(b) >= 12:
		s.rate, s.skipped = 48000, uint64(binary.LittleEndian.Uint16(b[10:]))
	case comments("\x03vorbis"), comments("OpusTags"), comments("\x81theora"):
	}
}
