// Package length parses durations of recordings.
package length

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Max is the longest plausible duration.
const Max = 1000 * time.Hour

// Parse parses ISO 8601 ("PT1H2M3.5S", "P1DT2H"), a clock ("1:02:03", "02:03.5", "00:00:03,500") or
// seconds ("3723.5"). It returns false for anything else, for negative durations and for more than
// Max.
func Parse(s string) (time.Duration, bool) {
	s = strings.TrimSpace(s)
	if len(s) > 40 {
		return 0, false
	}
	switch {
	case strings.HasPrefix(s, "P"), strings.HasPrefix(s, "p"):
		return parseISO(strings.ToUpper(s))
	case strings.Contains(s, ":"):
		return parseClock(s)
	}
	return Seconds(parseNumber(s))
}

// Seconds converts seconds to a duration; false if it is out of range.
func Seconds(n float64) (time.Duration, bool) {
	if !(n >= 0 && n <= Max.Seconds()) { // written so that NaN is out of range
		return 0, false
	}
	return time.Duration(n * float64(time.Second)), true
}

// Years and months have no fixed length. Some encoders write them as zero, which is accepted.
var iso = regexp.MustCompile(`^P(?:0+Y)?(?:0+M)?(?:([0-9.]+)W)?(?:([0-9.]+)D)?(?:T(?:([0-9.]+)H)?(?:([0-9.]+)M)?(?:([0-9.]+)S)?)?$`)

func parseISO(s string) (time.Duration, bool) {
	parts := iso.FindStringSubmatch(strings.ReplaceAll(s, ",", "."))
	if parts == nil || strings.Trim(s, "PT") == "" {
		return 0, false
	}
	sum := 0.0
	for i, unit := range []float64{7 * 24 * 3600, 24 * 3600, 3600, 60, 1} {
		if parts[i+1] != "" {
			sum += parseNumber(parts[i+1]) * unit
		}
	}
	return Seconds(sum)
}

func parseClock(s string) (time.Duration, bool) {
	parts := strings.Split(strings.ReplaceAll(s, ",", "."), ":")
	if len(parts) > 3 {
		return 0, false
	}
	sum := 0.0
	for _, part := range parts {
		sum = sum*60 + parseNumber(part)
	}
	return Seconds(sum)
}

// parseNumber parses a plain decimal number. It returns NaN for anything else.
func parseNumber(s string) float64 {
	if strings.Trim(s, "0123456789.") != "" {
		return math.NaN()
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return n
}
