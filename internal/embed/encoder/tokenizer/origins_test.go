package tokenizer

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestOrigins(t *testing.T) {
	tok := uncased(t)
	for text, want := range map[string]string{
		"The cat":                "The|cat",
		" It's  42.\n":           "It|'|s|42|.",
		"Unaffable":              "Una|ffa|ble",
		"café CAFE\u0301s":       "café|CAFE\u0301s",
		"hou\xffse":              "hou\xffse",
		"漢字":                     "漢|字",
		"각":                      "각|각|각", // its three letters are pieces
		"ꦲꦏ x":                   "ꦲꦏ|x",
		strings.Repeat("x", 300): strings.Repeat("x", 300),
		"a" + strings.Repeat("\u0301", 200) + " b": "a" + strings.Repeat("\u0301", 200) + "|b",
		"İstanbul": "İstanbul",
		"":         "",
	} {
		var got []string
		for _, at := range tok.Located(text) {
			got = append(got, text[at.Start:at.End])
		}
		if joined := strings.Join(got, "|"); joined != want {
			t.Errorf("%q: %s, want %s", text, joined, want)
		}
	}
}

// checkOrigins checks what holds for any text: the pieces are those of All, their places are in
// order, of whole characters, and cover each letter.
func checkOrigins(t interface{ Fatalf(string, ...any) }, tok *WordPiece, text string) {
	var ids []int32
	covered := make([]bool, len(text))
	last := Span{}
	for id, at := range tok.Located(text) {
		ids = append(ids, id)
		if at.Start < last.Start || at.End < last.End || at.Start >= at.End || at.End > len(text) {
			t.Fatalf("%q: %v after %v", text, at, last)
		}
		if !utf8.RuneStart(text[at.Start]) || at.End < len(text) && utf8.ValidString(text) && !utf8.RuneStart(text[at.End]) {
			t.Fatalf("%q: %v is within a character", text, at)
		}
		for i := at.Start; i < at.End; i++ {
			covered[i] = true
		}
		last = at
	}
	if !slices.Equal(ids, tok.pieces(text)) {
		t.Fatalf("%q: the pieces %v, without places %v", text, ids, tok.pieces(text))
	}
	for i, char := range text {
		if unicode.IsLetter(char) && !covered[i] {
			t.Fatalf("%q: no piece has the letter at %d", text, i)
		}
	}
}

func TestOriginsOfAnyText(t *testing.T) {
	tok := uncased(t)
	rapid.Check(t, func(t *rapid.T) { checkOrigins(t, tok, pieceful.Draw(t, "text")) })
}

func FuzzOrigins(f *testing.F) {
	tok := uncased(f)
	for _, text := range readTexts(f, "testdata/edges.jsonl") {
		f.Add(text.Text)
	}
	f.Add("\xff\xc3e\u0301\x80")
	f.Fuzz(func(t *testing.T, text string) { checkOrigins(t, tok, text) })
}

func TestReadingOriginsStopsWhenAsked(t *testing.T) {
	for range uncased(t).Located("a b c") {
		break // a second piece would panic
	}
}

func BenchmarkOrigins(b *testing.B) {
	tok := uncased(b)
	var all strings.Builder
	for _, text := range readTexts(b, "../testdata/golden.jsonl") {
		all.WriteString(text.Text + "\n")
	}
	b.SetBytes(int64(all.Len()))
	b.ReportAllocs()
	for b.Loop() {
		for range tok.Located(all.String()) {
		}
	}
}
