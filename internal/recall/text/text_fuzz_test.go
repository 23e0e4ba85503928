package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"engram/internal/lang"
)

// seeds are texts that have been hard for tokenisers.
var seeds = []string{
	"",
	"The quick brown fox. It's Jonas's; e.g. Dr. Smith's, at 3.14 or £9,000!",
	"L’été à l'eau, jusqu'à 9'000",
	"東京タワーは高い。カラーテレビ",
	"สวัสดีชาวโลก Привет, ёлка и йод",
	"AND OR NEAR( \"\x00\" \xff\xfe foo\xffbar",
	"🎉👨‍👩‍👧 ½ ﬁ Ｈｅｌｌｏ İstanbul ẞ",
	"- one\n- two\n\n1. three\r\n2) four\u2028five",
	strings.Repeat("a", 9000),
	"\xf5ǆ",
	strings.Repeat("\u0301", 300) + "e" + strings.Repeat("\u0301", 300),
}

func FuzzTokenize(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for l := range lang.Count {
			for _, term := range Terms(s, l) {
				if term == "" || !utf8.ValidString(term) && utf8.ValidString(s) {
					t.Fatalf("term %q of %q", term, s)
				}
			}
			for _, q := range QueryTerms(s, []lang.Lang{l, lang.Russian}, 8) {
				if slices.Contains(q.Forms, "") || q.Count < 1 {
					t.Fatalf("query term %+v of %q", q, s)
				}
			}
		}
		if folded := lang.Fold(s); lang.Fold(folded) != folded {
			t.Fatalf("folding %q again changes %q to %q", s, folded, lang.Fold(folded))
		}
	})
}

func FuzzSentences(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, sentence := range Sentences(s) {
			if s[sentence.Offset:sentence.Offset+len(sentence.Text)] != sentence.Text {
				t.Fatalf("%q is not at offset %d of %q", sentence.Text, sentence.Offset, s)
			}
			if !blank(s[end:sentence.Offset]) {
				t.Fatalf("lost %q of %q", s[end:sentence.Offset], s)
			}
			end = sentence.Offset + len(sentence.Text)
		}
		if !blank(s[end:]) {
			t.Fatalf("lost the end %q of %q", s[end:], s)
		}
	})
}

func FuzzChunk(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(checkChunks)
}

// checkChunks asserts the promises of Chunks: verbatim, in order, complete, no rune split, within
// size.
func checkChunks(t *testing.T, s string) {
	t.Helper()
	end := 0
	chunks := Chunks(s)
	for _, c := range chunks {
		if s[c.Offset:c.Offset+len(c.Text)] != c.Text {
			t.Fatalf("a chunk is not at its offset %d", c.Offset)
		}
		if !blank(s[end:c.Offset]) {
			t.Fatalf("lost %q", s[end:c.Offset])
		}
		if utf8.ValidString(s) && !utf8.ValidString(c.Text) {
			t.Fatalf("the chunk at %d splits a rune", c.Offset)
		}
		if n := countWords(c.Text); n > maxChunkWords || len(c.Text) > maxChunkBytes {
			t.Fatalf("the chunk at %d has %d words, %d bytes", c.Offset, n, len(c.Text))
		}
		end = c.Offset + len(c.Text)
	}
	if !blank(s[end:]) {
		t.Fatalf("lost the end %q", s[end:])
	}
}

func blank(s string) bool { return strings.TrimFunc(s, unicode.IsSpace) == "" }
