package client

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, room := rapid.String().Draw(t, "text"), rapid.IntRange(1, 60).Draw(t, "room")
		lines := wrap(text, room)
		if got := strings.Fields(strings.Join(lines, " ")); strings.Join(got, " ") != strings.Join(strings.Fields(text), " ") {
			t.Fatalf("%q became %q", text, lines)
		}
		for _, line := range lines {
			if columnsOf(line) > room && strings.Contains(line, " ") && len(strings.Fields(line)) > 1 {
				t.Fatalf("%q is wider than %d", line, room)
			}
		}
	})
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text string
		room int
		want string
	}{
		{"heron", 5, "heron"}, {"heron and stork", 6, "heron…"}, {"heron and stork", 7, "heron…"}, {"鷺と鸛", 4, "鷺…"}, {"鷺と鸛", 6, "鷺と鸛"}, {"e\u0301te\u0301", 3, "e\u0301te\u0301"},
	} {
		if got := cut(test.text, test.room); got != test.want {
			t.Errorf("%q in %d: got %q, want %q", test.text, test.room, got, test.want)
		}
	}
}

func TestPrinted(t *testing.T) {
	at := time.Date(2026, 11, 27, 12, 0, 0, 0, time.Local)
	hostile := "Her\x1b]0;mine\x07on\x1b[31m \u202estork\nnext"
	list := []Memory{{ID: "an-id", Type: "note", Title: hostile, CreatedAt: at}, {ID: "other", Type: "link", Link: "https://example.com/a", CreatedAt: at}, {ID: "file", Type: "document", Title: "list.md", Link: "https://e.example/list.md?signature=s", CreatedAt: at}}
	print := func(p Printer) string {
		t.Helper()
		var out strings.Builder
		p.Out = &out
		if err := p.List(list); err != nil {
			t.Fatal(err)
		}
		answer := Answer{Answer: "Herons stand still [1], " + hostile, Content: list, Citations: []Citation{{N: 1, Quote: hostile, Place: "page 4"}, {N: 2}, {N: 4, Quote: "of nothing"}}}
		if err := p.Answer(answer, func(id string) string { return "https://e.example/home/memory/" + id }); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	t.Run("what is saved can't command the terminal", func(t *testing.T) {
		for _, p := range []Printer{{}, {Width: 60}} {
			if got := print(p); strings.ContainsFunc(got, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\u202e' }) {
				t.Errorf("%q", got)
			}
		}
	})
	t.Run("a list for scripts has tabs, an answer its citations", func(t *testing.T) {
		want := "an-id\t2026-11-27\tnote\tHer]0;mineon[31m stork next\t\nother\t2026-11-27\tlink\thttps://example.com/a\thttps://example.com/a\nfile\t2026-11-27\tdocument\tlist.md\t\n"
		got := print(Printer{})
		if !strings.HasPrefix(got, want) {
			t.Errorf("got %q", got)
		}
		for _, part := range []string{"\n[1] Her]0;mineon[31m stork next, page 4\n    “Her", "\n    https://e.example/home/memory/an-id\n", "\n[2] https://example.com/a\n    https://example.com/a\n"} {
			if !strings.Contains(got, part) {
				t.Errorf("%q is not in %q", part, got)
			}
		}
		if strings.Contains(got, "of nothing") {
			t.Errorf("a citation of nothing: %q", got)
		}
	})
	t.Run("lines fit the terminal, and colour is there where it is wanted", func(t *testing.T) {
		for line := range strings.SplitSeq(print(Printer{Width: 60}), "\n") {
			if columnsOf(line) > 60 {
				t.Errorf("%q", line)
			}
		}
		if got := print(Printer{Width: 60, Colour: true}); !strings.Contains(got, "\x1b[1m[1] ") {
			t.Errorf("%q", got)
		}
	})
}
