package main

import (
	"math"
	"testing"
	"time"
)

func TestOverlap(t *testing.T) {
	for name, tt := range map[string]struct {
		got, want         string
		precision, recall float64
	}{
		"equal":           {"a b c d", "A, b! C d.", 1, 1},
		"half as much":    {"a b c d", "a b c d e f", 1, 0.5},
		"twice as much":   {"a b c d e f", "a b c d", 0.5, 1},
		"another order":   {"d c b a", "a b c d", 0, 0},
		"nothing":         {"", "a b c", 0, 0},
		"nothing of none": {"", " ", 1, 1},
		"short":           {"a b", "a b", 1, 1},
		"without blanks":  {"天地玄黄", "天地玄", 0.5, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p, r := overlap(tt.got, tt.want)
			if math.Abs(p-tt.precision) > 1e-9 || math.Abs(r-tt.recall) > 1e-9 {
				t.Errorf("precision %v, recall %v, want %v, %v", p, r, tt.precision, tt.recall)
			}
		})
	}
}

func TestCorrectTextIsRecognised(t *testing.T) {
	day := time.Date(2024, 5, 13, 0, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct{ got, want bool }{
		"the title":                   {isHeadline("A – b", "A - B"), true},
		"the title without the site":  {isHeadline("A - B", "A - B | C"), true},
		"a part of the title":         {isHeadline("A", "A B"), false},
		"no title":                    {isHeadline("", " | C"), false},
		"the site alone":              {isHeadline("C", "A | C"), false},
		"an author":                   {sameAuthor("Ann Author", "By Ann Author, May 2024"), true},
		"half a name":                 {sameAuthor("Ann Auth", "By Ann Author"), false},
		"no author":                   {sameAuthor("", "By Ann Author"), false},
		"a site with its theme":       {sameSite("The Site - News", "The Site"), true},
		"another site":                {sameSite("Site", "The Site"), false},
		"the day in another zone":     {sameDay(day.Add(-5*time.Hour), day), true},
		"the day after":               {sameDay(day.Add(24*time.Hour), day), false},
		"no day where none was found": {sameDay(time.Time{}, time.Time{}), false},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %v", name, tt.got)
		}
	}
}
