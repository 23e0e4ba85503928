package importer

import (
	"testing"
	"time"
)

func TestDates(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	day := time.Date(2023, 11, 14, 22, 13, 20, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"1700000000": day, "1700000000000": day, "1700000000000000": day, "1700000000000000000": day, "1700000000.0": day,
		"13344473600000000": day, "133444736000000000": day,
		"2023-11-14T22:13:20Z": day, "2023-11-14T23:13:20+01:00": day, "2023-11-14T23:13:20+0100": day, "2023-11-14 22:13:20 UTC": day,
		"2023-11-14 22:13:20": day, "14/Nov/2023:23:13:20 +0100": day, "Tue Nov 14 22:13:20 +0000 2023": day, "20231114T221320Z": day,
		"Tue, 14 Nov 2023 22:13:20 +0000": day, "14. November 2023, 22:13:20": day, "Nov 14, 2023, 10:13:20 PM UTC": day,
		"2023-11-14": time.Date(2023, 11, 14, 0, 0, 0, 0, time.UTC), "": {}, "0": {}, "-1": {}, "null": {},
	} {
		if got, ok := dateOf(text, now); !ok || !got.Equal(want) {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{
		"0000-01-01", "1601-01-01T00:00:00Z", "1970-01-02", "9999-12-31", "2026-11-29", "12345", "1e300", "NaN", "-62135596800", "soon", "2023-02-31", "17000000000000000000000",
	} {
		if got, ok := dateOf(text, now); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
	if got, ok := publishedOf("1886-05-04", now); !ok || got.Year() != 1886 {
		t.Errorf("an old publication: %v, %v", got, ok)
	}
}
