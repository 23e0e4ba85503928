package importer

import (
	"math"
	"strconv"
	"strings"
	"time"

	"engram/internal/capture/metadata"
)

var (
	earliest       = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC) // of saving something
	firstPublished = time.Date(1000, 1, 1, 0, 0, 0, 0, time.UTC)
)

// layouts are tried before any date that a text holds.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05-0700", "2006-01-02T15:04:05", "2006-01-02 15:04:05 MST", "2006-01-02 15:04:05-07:00",
	time.DateTime, time.DateOnly, "20060102T150405Z", "02/Jan/2006:15:04:05 -0700", time.RubyDate, time.RFC1123Z, time.RFC1123,
}

// dateOf returns the time at which something was saved. It reports false for one that can't be
// right; zero and true if there is none.
func dateOf(text string, now time.Time) (t time.Time, ok bool) {
	return between(text, earliest, now.Add(24*time.Hour))
}

func publishedOf(text string, now time.Time) (t time.Time, ok bool) {
	return between(text, firstPublished, now.Add(24*time.Hour))
}

func between(text string, first, last time.Time) (t time.Time, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" || text == "null" {
		return time.Time{}, true
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil && len(text) != len("20060102") {
		if n == 0 || n == -1 {
			return time.Time{}, true
		}
		return epochs(text, n, last)
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), !t.Before(first) && !t.After(last)
		}
	}
	t = metadata.ParseDate(text)
	return t, !t.IsZero() && !t.Before(first) && !t.After(last)
}

// since1601 is the time from the beginning of Windows' calendar to that of Unix, in seconds.
const since1601 = 11_644_473_600

// epochs returns the time that a number stands for, as seconds, milliseconds, microseconds or
// nanoseconds since 1970, or as microseconds or tenths of them since 1601. Only one can be right.
func epochs(text string, n float64, last time.Time) (t time.Time, ok bool) {
	if math.IsNaN(n) || math.Abs(n) > 1e19 {
		return time.Time{}, false
	}
	whole, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		whole = int64(math.Round(n * 1e3))
		t = time.UnixMilli(whole).UTC()
		return t, !t.Before(earliest) && !t.After(last)
	}
	for _, t := range []time.Time{
		time.Unix(whole, 0), time.UnixMilli(whole), time.UnixMicro(whole), time.Unix(0, whole),
		time.Unix(whole/1e6-since1601, whole%1e6*1e3), time.Unix(whole/1e7-since1601, whole%1e7*100),
	} {
		if !t.Before(earliest) && !t.After(last) {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
