package caption

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"engram/internal/capture/video/length"
)

// Segments collects the cues of a segmented track, within the limits of one track. The zero value
// is ready.
type Segments struct {
	found list
	parts []part
}

// part is one segment.
type part struct {
	from, to int           // range of its cues
	at       time.Duration // its time in the playlist
	clock    time.Duration // offset from its times to the stream's
	mapped   bool          // clock is known
}

// Add adds the next segment, at its time in the playlist. Beyond the limits it does nothing.
func (s *Segments) Add(at time.Duration, file []byte) {
	p := part{from: len(s.found.cues), at: at}
	s.found.read(file)
	p.to = len(s.found.cues)
	p.clock, p.mapped = streamClockOf(file)
	s.parts = append(s.parts, p)
}

// Cues returns the cues in order, at their times in the recording. A cue that is split or repeated
// at the end of a segment is merged.
func (s *Segments) Cues() []Cue {
	var out []Cue
	first, restarts := s.firstClock(), s.restart()
	var before map[string]time.Duration // end of each text in the previous part
	for _, p := range s.parts {
		shift := time.Duration(0)
		switch {
		case p.mapped:
			shift = wrapped(p.clock - first).Round(time.Millisecond)
		case restarts:
			shift = p.at
		}
		said := map[string]time.Duration{}
		for _, c := range s.cuesOf(p) {
			c.Start, c.End = max(c.Start+shift, 0), max(c.End+shift, 0)
			if end, again := before[c.Text]; !again || c.Start > end {
				out = append(out, c)
			}
			said[c.Text] = c.End
		}
		before = said
	}
	slices.SortStableFunc(out, func(a, b Cue) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

func (s *Segments) cuesOf(p part) []Cue { return s.found.cues[p.from:p.to] }

func (s *Segments) firstClock() time.Duration {
	for _, p := range s.parts {
		if p.mapped {
			return p.clock
		}
	}
	return 0
}

// restart reports whether times restart at 0 in each segment: a segment has only cues that end
// before its own time, or begins before the previous one. Segments with a mapped clock don't count.
func (s *Segments) restart() bool {
	begun := time.Duration(0)
	for _, p := range s.parts {
		cues := s.cuesOf(p)
		if p.mapped || len(cues) == 0 {
			continue
		}
		over := slices.MaxFunc(cues, func(a, b Cue) int { return cmp.Compare(a.End, b.End) }).End
		if cues[0].Start < begun || over < p.at-time.Second {
			return true
		}
		begun = cues[0].Start
	}
	return false
}

const (
	ticks   = 90_000                          // of the MPEG-TS clock per second
	turn    = (1 << 33) * time.Second / ticks // period of the clock
	maxHead = 1 << 10                         // bytes of a segment's header
)

// wrapped returns a difference of two clocks of which one may have wrapped around.
func wrapped(d time.Duration) time.Duration {
	switch {
	case d < -turn/2:
		return d + turn
	case d > turn/2:
		return d - turn
	}
	return d
}

// header matches X-TIMESTAMP-MAP in WebVTT segments of HLS, see RFC 8216, 3.5.
var header = regexp.MustCompile(`(?m)^X-TIMESTAMP-MAP=(\S+)`)

// streamClockOf returns the offset from the segment's times to the stream's; false if it has none.
func streamClockOf(file []byte) (time.Duration, bool) {
	head, _, _ := bytes.Cut(unixLines(file[:min(len(file), maxHead)]), []byte("\n\n"))
	found := header.FindSubmatch(head)
	if found == nil {
		return 0, false
	}
	var stream, local time.Duration
	known := 0
	for pair := range strings.SplitSeq(string(found[1]), ",") {
		name, value, _ := strings.Cut(pair, ":")
		switch name {
		case "MPEGTS":
			if n, err := strconv.ParseUint(value, 10, 33); err == nil {
				stream = time.Duration(n) * time.Second / ticks
				known++
			}
		case "LOCAL":
			if d, ok := length.Parse(value); ok {
				local = d
				known++
			}
		}
	}
	return stream - local, known == 2
}
