package export

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	n := newNames()
	for _, test := range []struct{ title, want string }{
		{"Tea", "Tea"},
		{"tea", "tea 2"},
		{"TEA", "TEA 3"},
		{"", "Untitled"},
		{"  ..  ", "Untitled 2"},
		{`a/b\c: [d]|e#f^g*?"<>`, "a b c d e f g"},
		{"con", "con -"},
		{"COM1.txt", "COM1.txt -"},
		{"line\none\u202egpj.exe", "line onegpj.exe"},
		{"../../etc/passwd", "etc passwd"},
		{".hidden.", "hidden"},
		{strings.Repeat("é", 60), strings.Repeat("é", 40)},
		{strings.Repeat("é", 60), strings.Repeat("é", 39) + " 2"},
	} {
		if got := n.unique(test.title); got != test.want {
			t.Errorf("%q is named %q, want %q", test.title, got, test.want)
		}
	}
	for name, want := range map[string]string{"Paper.PDF": "Paper.pdf", "a.pdf/../b": "a.pdf .. b", "x.tar.gz": "x.tar.gz", "no": "no", ".pdf": "Untitled.pdf"} {
		if got := newNames().file(name); got != want {
			t.Errorf("the file %q is named %q, want %q", name, got, want)
		}
	}
}

func TestANoteIsCalledByItsFirstWords(t *testing.T) {
	for text, want := range map[string]string{
		"\n---\n## Sourdough *at last*\n\nmore": "Sourdough at last",
		"Wifi at mom's: *tulip-garden-42*":      "Wifi at mom's: tulip-garden-42",
		"> `go test` is **slow**":               "go test is slow",
		"snake_case stays":                      "snake_case stays",
		"***\n":                                 "",
	} {
		if got := firstLine(text); got != want {
			t.Errorf("%q is called %q, not %q", text, got, want)
		}
	}
}
