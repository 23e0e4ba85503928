package video

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"
)

func TestChaptersIn(t *testing.T) {
	for name, test := range map[string]struct{ description, want string }{
		"times first":          {"A walk.\n\n0:00 Intro\n1:35 - The ferry\n[1:02:03] The gate\nBye.", "0 Intro, 95 The ferry, 3723 The gate"},
		"times last":           {"Intro 00:00\nThe ferry (01:35)\nThe gate - 12:00", "0 Intro, 95 The ferry, 720 The gate"},
		"with bullets":         {"• 0:00 | One\n• 0:30 | Two\n• 0:45 | Three", "0 One, 30 Two, 45 Three"},
		"too few":              {"0:00 Intro\n1:35 The ferry", ""},
		"not from the start":   {"0:10 One\n0:20 Two\n0:30 Three", ""},
		"not in order":         {"0:00 One\n0:30 Two\n0:20 Three\n0:40 Four", ""},
		"behind the end":       {"0:00 One\n0:30 Two\n200:00:00 Three", ""},
		"with a time below":    {"0:00 One\n10:30 Two\n20:45 Three\n\nJoin us Sundays at 9:00", "0 One, 630 Two, 1245 Three"},
		"with a date below":    {"0:00 One\n0:30 Two\n0:45 Three\nPremiere: 20:15:00\n0:50 Four", "0 One, 30 Two, 45 Three"},
		"without titles":       {"0:00\n0:30\n0:40", ""},
		"a time within a text": {"We met at 10:30 and left.\nIt was 12:15 then.\nThat is all.", ""},
		"none":                 {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, c := range chaptersIn(test.description, 2*time.Hour) {
				got = append(got, fmt.Sprintf("%d %s", int(c.at.Seconds()), c.title))
			}
			if all := strings.Join(got, ", "); all != test.want {
				t.Errorf("got %q, want %q", all, test.want)
			}
		})
	}
}

func TestChaptersHeadWhatIsSaidInThem(t *testing.T) {
	d := withChapters(capture.Document{Duration: time.Hour, Sections: []capture.Section{
		{Text: "0:00 Intro\n1:35 The ferry\n5:00 The gate"}, {Second: 2, Text: "Hello."}, {Second: 90, Text: "And then"}, {Second: 120, Text: "it came."},
	}})
	var got []string
	for _, s := range d.Sections[1:] {
		kind := ""
		if len(s.Blocks) > 0 {
			kind = "# "
		}
		got = append(got, fmt.Sprintf("%s%d %s", kind, s.Second, s.Text))
	}
	const want = "# 0 Intro, 2 Hello., 90 And then, # 95 The ferry, 120 it came., # 300 The gate"
	if all := strings.Join(got, ", "); all != want {
		t.Errorf("got %q, want %q", all, want)
	}
}

func TestManyChapters(t *testing.T) {
	var lines strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&lines, "%d:%02d x\n", i/60, i%60)
	}
	if got := chaptersIn(lines.String(), 0); len(got) > maxChapters {
		t.Errorf("%d chapters", len(got))
	}
}

func FuzzChapters(f *testing.F) {
	f.Add("0:00 Intro\n1:35 - The ferry\n[1:02:03] The gate")
	f.Fuzz(func(t *testing.T, description string) {
		last := time.Duration(-1)
		for _, c := range chaptersIn(description, 0) {
			if c.at <= last || c.title == "" {
				t.Fatalf("%v %q after %v", c.at, c.title, last)
			}
			last = c.at
		}
	})
}
