package caption

import (
	"encoding/xml"
	"regexp"
	"strconv"
	"time"

	"engram/internal/capture/video/length"
)

// rates are the units per second of TTML's times.
type rates struct{ frames, ticks float64 }

var usualRates = rates{frames: 30, ticks: 1}

// read reads the rates from the root element.
func (r *rates) read(attributes []xml.Attr) {
	for _, a := range attributes {
		n, err := strconv.ParseFloat(a.Value, 64)
		if err != nil || !(n > 0) {
			continue
		}
		switch a.Name.Local {
		case "frameRate":
			r.frames = n
		case "tickRate":
			r.ticks = n
		}
	}
}

// attribute parses an attribute with a time.
func (r rates) attribute(a xml.Attr) (time.Duration, bool) {
	switch a.Name.Local {
	case "t", "d":
		d, ok := length.Parse(a.Value)
		return d / 1000, ok
	case "start", "dur", "begin", "end":
		return r.moment(a.Value)
	}
	return 0, false
}

var (
	inUnits  = regexp.MustCompile(`^([0-9]{1,15}(?:\.[0-9]{1,9})?)(h|m|s|ms|f|t)$`)
	inFrames = regexp.MustCompile(`^([0-9]{1,4}:[0-9]{2}:[0-9]{2}):([0-9]{1,4})$`)
)

// moment parses a clock time, with frames or a fraction, or a number with a unit, by default
// seconds.
func (r rates) moment(s string) (time.Duration, bool) {
	if parts := inUnits.FindStringSubmatch(s); parts != nil {
		n, err := strconv.ParseFloat(parts[1], 64)
		if err != nil {
			return 0, false
		}
		perUnit := map[string]float64{"h": 3600, "m": 60, "s": 1, "ms": 1e-3, "f": 1 / r.frames, "t": 1 / r.ticks}
		return rounded(length.Seconds(n * perUnit[parts[2]]))
	}
	if parts := inFrames.FindStringSubmatch(s); parts != nil {
		clock, ok := length.Parse(parts[1])
		frames, err := strconv.ParseFloat(parts[2], 64)
		if !ok || err != nil {
			return 0, false
		}
		return rounded(length.Seconds(clock.Seconds() + frames/r.frames))
	}
	return length.Parse(s)
}

func rounded(d time.Duration, ok bool) (time.Duration, bool) { return d.Round(time.Millisecond), ok }
