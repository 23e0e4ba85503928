package length

import (
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	tests := map[string]time.Duration{
		"PT1H2M3S": time.Hour + 2*time.Minute + 3*time.Second, "PT3M": 3 * time.Minute, "PT0S": 0, "P1DT2H": 26 * time.Hour, "P0Y0M0DT0H3M30.5S": 210500 * time.Millisecond,
		"P1W": 168 * time.Hour, "pt12s": 12 * time.Second, "PT634.566S": 634566 * time.Millisecond, "PT1,5S": 1500 * time.Millisecond, "PT90M": 90 * time.Minute,
		"1:02:03": time.Hour + 2*time.Minute + 3*time.Second, "02:03.5": 123500 * time.Millisecond, "00:00:03,500": 3500 * time.Millisecond, "75:00": 75 * time.Minute, "0:07": 7 * time.Second,
		"213": 213 * time.Second, "16.43": 16430 * time.Millisecond, "0": 0, "60.": time.Minute, "999:59:59": 999*time.Hour + 59*time.Minute + 59*time.Second,
	}
	for s, want := range tests {
		if got, ok := Parse(s); !ok || got.Round(time.Microsecond) != want {
			t.Errorf("%q: got %v, %v; want %v", s, got, ok, want)
		}
	}
	for _, s := range []string{"", " ", "P", "PT", "T5S", "PT5", "P1Y", "P2M", "PT1H-5M", "-5", "+5", "1e3", "NaN", "Inf", "0x10", "1:2:3:4", ":", "1:", "1::2", "-1:00", "PT1..5S",
		"9999999", "PT99999999H", "99999999999999999999999999:00", "five", "x:60000000000000", "1:02:03am", "00000000000000000000000000000000000000001"} {
		if got, ok := Parse(s); ok {
			t.Errorf("%q was taken as %v", s, got)
		}
	}
}

func TestParseOverlooksBlanks(t *testing.T) {
	if got, ok := Parse(" 1:30\n"); !ok || got != 90*time.Second {
		t.Errorf("got %v, %v", got, ok)
	}
}

func TestSecondsRefusesWhatIsNoLength(t *testing.T) {
	for _, n := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1), 1e18, Max.Seconds() + 1} {
		if got, ok := Seconds(n); ok {
			t.Errorf("%v was taken as %v", n, got)
		}
	}
}

func TestParseReadsWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		want := time.Duration(rapid.Int64Range(0, int64(Max/time.Second)).Draw(rt, "seconds")) * time.Second
		h, m, s := int(want.Hours()), int(want.Minutes())%60, int(want.Seconds())%60
		for _, form := range []string{fmt.Sprintf("PT%dH%dM%dS", h, m, s), fmt.Sprintf("%d:%02d:%02d", h, m, s), fmt.Sprint(int(want.Seconds()))} {
			if got, ok := Parse(form); !ok || got != want {
				rt.Fatalf("%q: got %v, %v; want %v", form, got, ok, want)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"PT1H2M3S", "1:02:03", "3.5", "P0Y0M0DT1S"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, ok := Parse(s); got < 0 || got > Max || (!ok && got != 0) {
			t.Errorf("%q: %v, %v", s, got, ok)
		}
	})
}
