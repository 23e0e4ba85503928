package note_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"engram/internal/document"
	"engram/internal/document/note"
)

type (
	doc  = document.Document
	span = document.Span
)

func said(words string) document.Block { return document.Say(words) }

func paragraph(spans ...span) document.Block {
	return document.Block{Kind: document.Paragraph, Spans: spans}
}

func task(state document.Task, words string) document.Block {
	b := said(words)
	b.Task = state
	return b
}

func anchored(name, words string) document.Block {
	b := said(words)
	b.Anchor = name
	return b
}

func heading(level int, words string) document.Block {
	return document.Block{Kind: document.Heading, Level: level, Spans: []span{{Text: words}}}
}

func TestNote(t *testing.T) {
	for _, c := range []struct {
		title, in string
		want      doc
	}{
		{"words", "Buy milk", doc{said("Buy milk")}},
		{"lines end where they were ended", "milk\neggs  \nbread\\\nsalt", doc{said("milk\neggs\nbread\nsalt")}},
		{"headings of both kinds", "# One #\nTwo\n===\nThree\n---", doc{heading(1, "One"), heading(1, "Two"), heading(2, "Three")}},
		{"styles", "a **b *c*** ~~d~~ `e  f`", doc{paragraph(span{Text: "a "}, span{Text: "b ", Bold: true}, span{Text: "c", Bold: true, Italic: true}, span{Text: " "}, span{Text: "d", Struck: true}, span{Text: " "}, span{Text: "e  f", Code: true})}},
		{"signs that are none", "2 * 3 * 4, snake_case_name, AT&amp;T, \\*x\\*, [4]", doc{said("2 * 3 * 4, snake_case_name, AT&T, *x*, [4]")}},
		{"code with its language", "```go\nx := 1\n\n\ty()\n```", doc{{Kind: document.Code, Language: "go", Text: "x := 1\n\n\ty()"}}},
		{"code by indentation", "a\n\n    b\n      c", doc{said("a"), {Kind: document.Code, Text: "b\n  c"}}},
		{"a fence without end", "~~~\nx", doc{{Kind: document.Code, Text: "x"}}},
		{
			"tasks, and lists in lists", "- [ ] a\n- [x] b\n  1. c\n\n     d\n- e", doc{{Kind: document.List, Items: []doc{
				{task(document.Open, "a")},
				{task(document.Done, "b"), {Kind: document.List, Ordered: true, Start: 1, Items: []doc{{said("c"), said("d")}}}},
				{said("e")},
			}}},
		},
		{"a list from seven", "7) a\n8) b", doc{{Kind: document.List, Ordered: true, Start: 7, Items: []doc{{said("a")}, {said("b")}}}}},
		{"quotes", "> a\n> > b", doc{{Kind: document.Quote, Blocks: doc{said("a"), {Kind: document.Quote, Blocks: doc{said("b")}}}}}},
		{"a rule", "a\n\n***\n\nb", doc{said("a"), {Kind: document.Rule}, said("b")}},
		{"a table", "| a | b |\n|:--|--:|\n| *c* | d \\| e |\n| f |", doc{{
			Kind: document.Table, Align: []document.Align{document.Left, document.Right},
			Rows: [][]document.Cell{{{{Text: "a"}}, {{Text: "b"}}}, {{{Text: "c", Italic: true}}, {{Text: "d | e"}}}, {{{Text: "f"}}, nil}},
		}}},
		{"links", "[a b](https://x.example/p?q=1&amp;r) <https://y.example> [c]\n\n[c]: http://z.example/ 'title'", doc{paragraph(
			span{Text: "a b", Link: "https://x.example/p?q=1&r"}, span{Text: " "}, span{Text: "https://y.example", Link: "https://y.example"}, span{Text: " "}, span{Text: "c", Link: "http://z.example/"},
		)}},
		{"addresses as they are", "see https://x.example/a_b, www.y.example or me@z.example.", doc{paragraph(
			span{Text: "see "}, span{Text: "https://x.example/a_b", Link: "https://x.example/a_b"}, span{Text: ", "},
			span{Text: "www.y.example", Link: "http://www.y.example"}, span{Text: " or "}, span{Text: "me@z.example", Link: "mailto:me@z.example"}, span{Text: "."},
		)}},
		{"links that are not followed", "[a](javascript:alert(1)) [b](/etc/passwd) [c](data:text/html;base64,AA) [d](ftp://x.example)", doc{said("a b c d")}},
		{"pictures are links", "![a cat](https://x.example/cat.png) ![](https://x.example/dog.png) ![tail](local.png)", doc{paragraph(
			span{Text: "a cat", Link: "https://x.example/cat.png"}, span{Text: " "}, span{Text: "https://x.example/dog.png", Link: "https://x.example/dog.png"}, span{Text: " tail"},
		)}},
		{"a picture within a link", "[![a](https://x.example/a.png)](https://y.example/)", doc{paragraph(span{Text: "a", Link: "https://y.example/"})}},
		{"HTML is its text", "Press <kbd>Ctrl</kbd><br>or <b>this</b>, Vec<String>, <name>", doc{said("Press Ctrl\nor this, Vec<String>, <name>")}},
		{"a picture in HTML without words", "<img src=x onerror='a()'> here", doc{said("<img src=x onerror='a()'> here")}},
		{"raised and lowered words", "10<sup>3</sup> of H<sub>2</sub>O", doc{paragraph(
			document.Span{Text: "10"}, document.Span{Text: "3", Script: document.Super}, document.Span{Text: " of H"},
			document.Span{Text: "2", Script: document.Sub}, document.Span{Text: "O"},
		)}},
		{"a block of HTML", "<details>\n<summary>More</summary>\n<p>Words &amp; <img src=x alt=\"a map\">\n</details>", doc{said("More\nWords & a map")}},
		{"a script is words", "<script>alert(1)</script>", doc{said("<script>alert(1)</script>")}},
		{"footnotes", "a[^1] b[^two] c[^none]\n\n[^1]: One\n[^two]: Two\n\n    more", doc{
			paragraph(span{Text: "a"}, span{Text: "1", Ref: "1"}, span{Text: " b"}, span{Text: "2", Ref: "two"}, span{Text: " c[^none]"}),
			{Kind: document.List, Ordered: true, Start: 1, Items: []doc{{anchored("1", "One")}, {anchored("two", "Two"), said("more")}}},
		}},
		{"what only looks like the address of a link", "[todo]: milk", doc{said("[todo]: milk")}},
		{"what cannot be seen is not there", "a\x00b\u202ec", doc{said("a b" + "c")}},
		{"nothing", " \n\n", nil},
	} {
		t.Run(c.title, func(t *testing.T) {
			got := note.Parse(c.in)
			if diff := cmp.Diff(c.want, got, cmpopts.IgnoreFields(document.Block{}, "Source"), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.in, diff)
			}
			wantPlaces(t, c.in, got, len(c.in))
		})
	}
}

func TestLinesOfAFileRunOn(t *testing.T) {
	got := note.ParseFile("one\ntwo  \nthree")
	if want := "one two\nthree"; got[0].Plain() != want {
		t.Errorf("%q, want %q", got[0].Plain(), want)
	}
}

// wantPlaces checks that leaves are in the order of the jot, within it and apart from each other.
func wantPlaces(t interface{ Fatalf(string, ...any) }, jot string, got doc, size int) {
	end := 0
	for leaf := range got.Leaves() {
		from, to := leaf.Source[0], leaf.Source[1]
		if leaf.Source == [2]int{} {
			continue // empty code, or a box without words
		}
		if from < end || to < from || to > size {
			t.Fatalf("%q: %q is at %v, after %d, of %d", jot, leaf.Plain(), leaf.Source, end, size)
		}
		end = to
	}
}

// pieces surround words with the signs of markdown. %s is a word.
var pieces = []string{
	"%s", "%s ", "# %s\n", "%s\n===\n", "%s\n---\n", "- %s\n", "  - %s\n", "    %s\n", "1. %s\n", "> %s\n", "> - [ ] %s\n", "- [x] %s\n", "```\n%s\n```\n", "\n\n",
	"**%s**", "*%s* ", "~~%s~~", "`%s`", "[%s](https://x.example)", "![%s](https://x.example/y.png)", "<b>%s</b>", "<%s>", "<div>\n%s\n</div>\n\n", "| %s | %s |\n|---|:-:|\n| %s |\n",
	"[^%s]", "\n[^%s]: %s\n", "https://%s.example ", "\\*%s", "&amp;%s", "\n", "  \n", "\t%s", "~~~ %s\n", "[%s]: %s\n", "<!-- %s", "%s|", "|", "_%s_", "***", "> ", "+ ", "10) ",
}

var jotted = rapid.Custom(func(t *rapid.T) string {
	var b strings.Builder
	for i, piece := range rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 20).Draw(t, "pieces") {
		for j := range strings.Count(piece, "%s") {
			piece = strings.Replace(piece, "%s", fmt.Sprintf("w%dq%d", i, j), 1)
		}
		b.WriteString(piece)
	}
	return b.String()
})

// markup are the places whose words are no text: addresses, comments, labels, languages.
func isMarkup(jot, word string) bool {
	return strings.Contains(jot, "<!--") || strings.Contains(jot, "[^"+word+"]") || strings.Contains(jot, "~~~ "+word) || strings.Contains(jot, "["+word+"]: ")
}

func TestEveryWordOfANoteIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jot := jotted.Draw(t, "note")
		got := note.Parse(jot)
		wantPlaces(t, jot, got, len(jot))
		var shown strings.Builder
		for leaf := range got.Leaves() {
			shown.WriteString(leaf.Plain() + "\n")
		}
		for _, word := range strings.FieldsFunc(jot, func(r rune) bool { return r != 'w' && r != 'q' && (r < '0' || r > '9') }) {
			if strings.HasPrefix(word, "w") && strings.Contains(word, "q") && !strings.Contains(shown.String(), word) && !isMarkup(jot, word) {
				t.Fatalf("%q lacks %s:\n%s", jot, word, shown.String())
			}
		}
	})
}

// plain is a document without places, and without emphasis, which markdown can't always express.
func plain(t interface{ Fatalf(string, ...any) }, d doc) (all doc) {
	encoded, err := json.Marshal(d)
	if err != nil || json.Unmarshal(encoded, &all) != nil {
		t.Fatalf("%v", err)
	}
	all.Edit(func(_ document.Kind, row []document.Cell) {
		for n, spans := range row {
			for i := range spans {
				spans[i].Bold, spans[i].Italic, spans[i].Struck = false, false, false
			}
			row[n] = document.Join(nil, spans...)
		}
	})
	return all
}

func TestWhatIsWrittenOfANoteIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jot := jotted.Draw(t, "note")
		before := note.Parse(jot)
		written := before.Markdown()
		after := note.Parse(written)
		if diff := cmp.Diff(plain(t, before), plain(t, after), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%q is written\n%s\nand read (-before +after)\n%s", jot, written, diff)
		}
		if again := after.Markdown(); again != written {
			t.Fatalf("%q is written\n%s\nthen\n%s", jot, written, again)
		}
	})
}

func FuzzNote(f *testing.F) {
	for _, piece := range pieces {
		f.Add(strings.ReplaceAll(piece, "%s", "word"))
	}
	f.Add("> \t-\t1. [^a]: x\r\n\xff\x00")
	f.Fuzz(func(t *testing.T, jot string) {
		got := note.Parse(jot)
		wantPlaces(t, jot, got, len(jot))
		for leaf := range got.Leaves() {
			if !utf8.ValidString(leaf.Plain()) {
				t.Errorf("%q is no UTF-8", leaf.Plain())
			}
		}
	})
}

// Notes that take the square of their length, or rooms of cells, are shown as they are written.
func TestNotesWithoutMeasure(t *testing.T) {
	times := func(n int, s string) string { return strings.Repeat(s, n/len(s)) + " last" }
	const size = 250 << 10
	for title, jot := range map[string]string{
		"quotes": times(10_000, ">"), "lists": times(20_000, "- "), "both": times(size, "> - ") + strings.Repeat("\nlast", 1000),
		"items": times(size, "- x\n"), "brackets": times(size, "["), "links": times(size, "[a]("), "titles": times(size, "[a](b \""), "stars": times(size, "*a **b "),
		"ticks": times(size, "`a``b"), "tags": times(size, "<a "), "pictures": times(size, "![a"), "footnotes": times(size, "[^1]: "),
		"comments": times(size, "a <!-- "), "emails": times(size, "a@b.c "), "entities": times(size, "&#x5b;&"), "definitions": times(size, "[a]: /b\n"),
		"cells":         "|" + strings.Repeat("a|", 1<<14) + "\n|" + strings.Repeat("-|", 1<<14) + times(1<<14, "\n|x"),
		"long headings": times(size, "# [a]("), "tasks": times(size, "- [ ] x\n"), "lines": times(size, "a\n---\n"), "escapes": times(size, "\\["),
	} {
		t.Run(title, func(t *testing.T) {
			got := note.Parse(jot)
			n, last := 0, ""
			for leaf := range got.Leaves() {
				n, last = n+1, leaf.Plain()
			}
			if n > document.MaxBlocks+1 || !strings.HasSuffix(strings.TrimRight(last, "\t"), "last") {
				t.Errorf("%d leaves, the last ends %q", n, last[max(len(last)-9, 0):])
			}
			wantPlaces(t, jot[:9], got, len(jot))
		})
	}
}
