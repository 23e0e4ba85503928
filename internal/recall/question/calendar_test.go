package question

import (
	"testing"
	"time"
)

func TestADayWithoutMidnight(t *testing.T) {
	santiago, err := time.LoadLocation("America/Santiago")
	if err != nil {
		t.Fatal(err)
	}
	q := Parse("what did I save yesterday", time.Date(2026, time.September, 7, 12, 0, 0, 0, santiago))
	const since, until = "2026-09-06T01:00:00-03:00", "2026-09-07T00:00:00-03:00"
	if q.Since.Format(time.RFC3339) != since || q.Until.Format(time.RFC3339) != until {
		t.Errorf("from %s to %s", q.Since, q.Until)
	}
	if q := Parse("what did I save the day before yesterday", time.Date(2026, time.September, 7, 12, 0, 0, 0, santiago)); q.Until.Format(time.RFC3339) != since {
		t.Errorf("the day before ends at %s", q.Until)
	}
}

func TestAFutureSeasonIsNotAFilter(t *testing.T) {
	for text, want := range map[string][2]string{
		"what did I save this winter":              {},
		"what did I save this summer":              {"2026-06-01", "2026-09-01"},
		"the videos from this winter":              {},
		"what did I save this december about bees": {},
	} {
		q := Parse(text, time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC))
		if got := [2]string{shown(q.Since), shown(q.Until)}; got != want {
			t.Errorf("%q asks for %v, want %v", text, got, want)
		}
	}
	if q := Parse("what did I save this winter", time.Date(2026, time.January, 5, 0, 0, 0, 0, time.UTC)); shown(q.Since) != "2025-12-01" {
		t.Errorf("in January from %s", shown(q.Since))
	}
}
