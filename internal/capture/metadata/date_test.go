package metadata

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestDateIn(t *testing.T) {
	day := time.Date(2024, 5, 13, 0, 0, 0, 0, time.UTC)
	at := func(hour, minute, second int) time.Time {
		return day.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second)
	}
	for text, want := range map[string]time.Time{
		"2024-05-13":                            day,
		"2024-5-13":                             day,
		"2024/05/13":                            day,
		"20240513":                              day,
		"20240513T101500Z":                      day, // a time without colons is not read
		"2024-05-13T10:15:30Z":                  at(10, 15, 30),
		"2024-05-13T10:15:30.123Z":              at(10, 15, 30),
		"2024-05-13T10:15:30+02:00":             at(8, 15, 30),
		"2024-05-13T10:15:30-0400":              at(14, 15, 30),
		"2024-05-13T10:15:30+05:45":             at(4, 30, 30),
		"2024-05-13T10:15+01":                   at(9, 15, 0),
		"2024-05-13 10:15:30":                   at(10, 15, 30),
		"2024-05-13 10:15:30.000000":            at(10, 15, 30),
		"Mon, 13 May 2024 10:15:30 GMT":         at(10, 15, 30),
		"Mon, 13 May 2024 10:15:30 -0700":       at(17, 15, 30),
		"Mon May 13 10:15:30 +0000 2024":        at(10, 15, 30),
		"May 13, 2024":                          day,
		"May 13th, 2024":                        day,
		"Monday, May 13, 2024 at 6:05 pm":       at(18, 5, 0),
		"Published May 13, 2024 12:30 a.m. EDT": at(4, 30, 0),
		"13 May 2024":                           day,
		"13. Mai 2024, 10.15 Uhr":               day,
		"Stand: 13.05.2024 10:15 Uhr":           at(10, 15, 0),
		"13.5.2024":                             day,
		"13 de mayo de 2024":                    day,
		"lundi 13 mai 2024":                     day,
		"1er mai 2024":                          time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC),
		"13 maggio 2024":                        day,
		"13 maja 2024":                          day,
		"13 мая 2024":                           day,
		"13 mei 2024":                           day,
		"13-May-2024":                           day,
		"2024年5月13日":                            day,
		"2024년 5월 13일":                          day,
		"13/05/2024":                            day,
		"05/13/2024":                            day,
		"1715595330":                            at(10, 15, 30),
		"1715595330000":                         at(10, 15, 30),
		"05/06/2024":                            {}, // in June, or in May
		"2024-13-05":                            {},
		"2024-02-30":                            {},
		"31 February 2024":                      {},
		"1899-12-31":                            {},
		"13 Maybe 2024":                         {},
		"2024":                                  {},
		"2024-05":                               {},
		"yesterday":                             {},
		"":                                      {},
	} {
		if got := ParseDate(text); !got.Equal(want) {
			t.Errorf("dateIn(%q) = %v, want %v", text, got, want)
		}
	}
}

// TestDateInFindsWhatWasWritten writes dates in the standard forms and reads them again.
func TestDateInFindsWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", rapid.IntRange(-12*4, 14*4).Draw(t, "quarters of an hour")*15*60)
		want := time.Unix(rapid.Int64Range(-2_000_000_000, 4_000_000_000).Draw(t, "seconds"), 0).In(zone)
		layout := rapid.SampledFrom([]string{time.RFC3339, time.RFC3339Nano, time.RFC1123Z, "2006-01-02T15:04:05-0700", "2 January 2006 15:04:05 -0700", "January 2, 2006, 3:04:05 PM -07:00"}).Draw(t, "layout")
		if got := ParseDate(want.Format(layout)); !got.Equal(want) {
			t.Fatalf("%s is read as %v", want.Format(layout), got)
		}
	})
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"PT1H2M3S": time.Hour + 2*time.Minute + 3*time.Second, "PT185S": 185 * time.Second, "PT0H3M5.5S": 185 * time.Second,
		"P0DT0H3M5S": 185 * time.Second, "pt3m5s": 185 * time.Second, "P1D": 24 * time.Hour, "PT": 0, "P": 0,
		"3:05": 185 * time.Second, "1:02:03": time.Hour + 2*time.Minute + 3*time.Second, "185": 185 * time.Second, " 185.7 ": 185 * time.Second,
		"": 0, "three minutes": 0, "-5": 0, "PT9999H": 0, "PT99999999999S": 0, "P1Y": 0, "12:345": 0,
	} {
		if got := ParseDuration(text); got != want {
			t.Errorf("parseDuration(%q) = %v, want %v", text, got, want)
		}
	}
}

func FuzzDateIn(f *testing.F) {
	for _, seed := range []string{"2024-05-13T10:15:30+02:00", "May 13th, 2024 at 6:05 pm EST", "13/05/2024", "1715595330", "2024年5月13日", "PT1H2M3S"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := ParseDate(text); !got.IsZero() && (got.Year() < firstYear-1 || got.Year() > 9999+1) {
			t.Errorf("dateIn(%q) = %v", text, got)
		}
		if d := ParseDuration(text); d < 0 || d > maxDuration {
			t.Errorf("parseDuration(%q) = %v", text, d)
		}
	})
}
