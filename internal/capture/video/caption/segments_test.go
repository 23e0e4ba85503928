package caption

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// vtt returns a file with one cue per interval.
func vtt(header string, from float64, texts ...string) string {
	file := "WEBVTT\n" + header + "\n"
	for i, text := range texts {
		at := from + 20*float64(i)
		file += fmt.Sprintf("\n%02d:%06.3f --> %02d:%06.3f\n%s\n", int(at)/60, at-float64(int(at)/60*60), int(at+2)/60, at+2-float64(int(at+2)/60*60), text)
	}
	return file
}

func TestSegments(t *testing.T) {
	at := func(start time.Duration, text string) Cue {
		return Cue{Start: start, End: start + 2*time.Second, Text: text}
	}
	want := []Cue{at(500*ms, "a"), at(20500*ms, "b"), at(60500*ms, "c"), at(80500*ms, "d"), at(120500*ms, "e")}
	mapped := func(seconds int) string {
		return fmt.Sprintf("X-TIMESTAMP-MAP=MPEGTS:%d,LOCAL:00:00:00.000", (900_000+seconds*90_000)%(1<<33))
	}
	const day = 1 << 33 / 90_000 // seconds after which the stream's clock begins anew
	tests := map[string]struct {
		files [3]string
		want  []Cue
	}{
		"of the recording's time":     {[3]string{vtt("", 0.5, "a", "b"), vtt("", 60.5, "c", "d"), vtt("", 120.5, "e")}, want},
		"of their own time":           {[3]string{vtt("", 0.5, "a", "b"), vtt("", 0.5, "c", "d"), vtt("", 0.5, "e")}, want},
		"with a map":                  {[3]string{vtt(mapped(0), 0.5, "a", "b"), vtt(mapped(60), 0.5, "c", "d"), vtt(mapped(120), 0.5, "e")}, want},
		"with one map for all":        {[3]string{vtt(mapped(0), 0.5, "a", "b"), vtt(mapped(0), 60.5, "c", "d"), vtt(mapped(0), 120.5, "e")}, want},
		"with a map of two times":     {[3]string{vtt("X-TIMESTAMP-MAP=LOCAL:00:01:00.000,MPEGTS:6300000", 0.5, "a", "b"), vtt(mapped(60), 0.5, "c", "d"), vtt(mapped(120), 0.5, "e")}, want},
		"with a clock that turns":     {[3]string{vtt(mapped(day-60), 0.5, "a", "b"), vtt(mapped(day), 0.5, "c", "d"), vtt(mapped(day+60), 0.5, "e")}, want},
		"with an invalid map":         {[3]string{vtt("X-TIMESTAMP-MAP=MPEGTS:99999999999999999999,LOCAL:x", 0.5, "a", "b"), vtt("", 60.5, "c", "d"), vtt("", 120.5, "e")}, want},
		"of which one has no cues":    {[3]string{vtt("", 0.5, "a", "b"), vtt("", 0), vtt("", 0.5, "e")}, []Cue{want[0], want[1], want[4]}},
		"that repeat a cue":           {[3]string{vtt("", 0.5, "a", "b"), vtt("", 20.5, "b") + "\n01:00.500 --> 01:02.500\nc\n", vtt("", 80.5, "d") + "\n02:00.500 --> 02:02.500\ne\n"}, want},
		"in which the end comes last": {[3]string{vtt("", 0.5, "a", "b") + "\n00:58.000 --> 01:00.000\nz\n", vtt("", 60, "z"), vtt("", 120.5, "e")}, []Cue{want[0], want[1], at(58*time.Second, "z"), want[4]}},
	}
	for name, test := range tests {
		t.Run("VIDEO-04 files "+name, func(t *testing.T) {
			var s Segments
			for i, file := range test.files {
				s.Add(time.Duration(i)*time.Minute, []byte(strings.ReplaceAll(file, "\n", "\r\n")))
			}
			for range 2 {
				if diff := cmp.Diff(test.want, s.Cues()); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestSegmentsAreBounded(t *testing.T) {
	var s Segments
	file := []byte("WEBVTT\n\n" + strings.Repeat("00:01 --> 00:02\n"+strings.Repeat("so ", 1000)+"\n\n", 20))
	for i := range 2 * maxText / len(file) {
		s.Add(time.Duration(i)*time.Minute, file)
	}
	text := 0
	for _, c := range s.Cues() {
		text += len(c.Text)
	}
	if text > maxText+maxCue || text == 0 {
		t.Errorf("%d bytes of text", text)
	}
}

func FuzzSegments(f *testing.F) {
	f.Add([]byte(vtt("X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000", 0.5, "a")), []byte(vtt("", 0.5, "b")), int64(time.Minute))
	f.Add([]byte(vtt("X-TIMESTAMP-MAP=MPEGTS:8589934591,LOCAL:0:00", 0.5, "a")), []byte(vtt("X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:999:00:00", 0.5, "b")), int64(0))
	f.Fuzz(func(t *testing.T, one, two []byte, at int64) {
		var s Segments
		s.Add(0, one)
		s.Add(time.Duration(max(at, 0)%int64(1000*time.Hour)), two)
		last := time.Duration(0)
		for _, c := range s.Cues() {
			if c.Start < last || c.End < c.Start || c.Text == "" {
				t.Fatalf("%+v after %v", c, last)
			}
			last = c.Start
		}
	})
}
