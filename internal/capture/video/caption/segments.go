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

// Segments gathers the cues of a track that is cut into files. Its zero value has none. All of them together have no more
// cues and no more text than one track.
type Segments struct {
	found list
	parts []part
}

// part is what one file holds.
type part struct {
	from, to int           // its cues, among all
	at       time.Duration // where the playlist puts it
	clock    time.Duration // what must be added to its times to have the stream's
	mapped   bool          // clock is known
}

// Add reads the next file, which its playlist puts at the given time. When there is no more room it adds nothing.
func (s *Segments) Add(at time.Duration, file []byte) {
	p := part{from: len(s.found.cues), at: at}
	s.found.read(file)
	p.to = len(s.found.cues)
	p.clock, p.mapped = streamClockOf(file)
	s.parts = append(s.parts, p)
}

// Cues gives what was added, each at its time in the recording, in order. A cue that is cut in two by the end of its file,
// or that stands in both, is given once.
func (s *Segments) Cues() []Cue {
	var out []Cue
	first, restarts := s.firstClock(), s.restart()
	var before map[string]time.Duration // when each text of the part before ends
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

// restart reports whether each file's times begin anew, since one has only cues that are over before the file's own time
// or begins before the file before it did. Those that tell the stream's clock count for nothing here.
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
	ticks   = 90_000                          // of the stream's clock in a second
	turn    = (1 << 33) * time.Second / ticks // when the stream's clock begins anew
	maxHead = 1 << 10                         // bytes of a file's header that are looked at
)

// wrapped is a difference of two clocks of which one may have begun anew.
func wrapped(d time.Duration) time.Duration {
	switch {
	case d < -turn/2:
		return d + turn
	case d > turn/2:
		return d - turn
	}
	return d
}

// header matches the line of a WebVTT file in HLS that says which of its own times is which of the stream's. RFC 8216, 3.5.
var header = regexp.MustCompile(`(?m)^X-TIMESTAMP-MAP=(\S+)`)

// streamClockOf is how far the stream's clock is before the file's own; false when the file does not tell.
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
