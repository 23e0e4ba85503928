package answer

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// saved is the one address that the passages hold.
const savedAddress = "https://saved.example/page?a=1"

func newCleaner() *cleaner {
	return &cleaner{matches: 5, known: func(address string) bool { return strings.HasPrefix(savedAddress, address) }}
}

func TestClean(t *testing.T) {
	for _, c := range []struct{ title, in, out string }{
		{"plain text stays", "Thirty days, *at most* [1].", "Thirty days, *at most* [1]."},
		{"a picture goes, its words stay", "See ![the plan](https://evil.example/?q=secret) here.", "See the plan here."},
		{"a picture within a link", "[![x](https://evil.example/a)](https://evil.example/b)", "x"},
		{"several signs before a picture", "!!![x](https://evil.example)", "x"},
		{"a picture by a definition", "![x][p]\n\n[p]: https://evil.example/?q=1", "[x][p]\n\n[p]\\: `https://evil.example/?q=1`"},
		{"a picture that would be made by what goes", "![9][x](https://evil.example) !<b></b>[x](https://evil.example)", "x !  x"},
		{"HTML goes", "a <img src=x onerror=alert(1)> b<script>alert(1)</script>", "a   b alert(1)"},
		{"HTML over two lines", "a <img\nsrc=x>", "a &lt;img\nsrc=x>"},
		{"a tag within a tag", "<scr<b>ipt>x", "&lt;scr ipt>x"},
		{"a comparison is no tag", "1 < 2 and 3 <4", "1 < 2 and 3 <4"},
		{"a comment", "a <!-- b --> c", "a   c"},
		{"javascript", "[click](javascript:alert(1)) [x](data:text/html;base64,AAAA) <javascript:x>", "click x"},
		{"a link to what was saved stays", "[the page](" + savedAddress + ") and " + savedAddress + ".", "[the page](" + savedAddress + ") and " + savedAddress + "."},
		{"a link that carries something away", "[the page](" + savedAddress + "&secret=1)", "the page"},
		{"an address that nobody saved is code", "See https://evil.example/?q=1, or www.evil.example.", "See `https://evil.example/?q=1`, or `www.evil.example`."},
		{"brackets behind a number are words", "Thirty days [1](see page 4).", "Thirty days [1] (see page 4)."},
		{"a number that is a link", "Thirty days [1](https://evil.example).", "Thirty days [1]."},
		{"a number that becomes a link by what goes", "[1](https://evil.example)(https://evil.example)", "[1]"},
		{"a number that is a link to what was saved", "Thirty days [1](" + savedAddress + ").", "Thirty days [1]."},
		{"a number within a link", "[see [1] here](" + savedAddress + "), [[1]](" + savedAddress + ") and [?](" + savedAddress + ").", "[see [1] here], [[1]] and [?]."},
		{"spans that would become one", "``<b>``https://evil.example", "``<b>`` `https://evil.example`"},
		{"an unfinished link", "[a](https://evil.example", "[a] (`https://evil.example`"},
		{"code stays", "Use `<b> ![x](y) [99]` here.", "Use `<b> ![x](y) [99]` here."},
		{"fenced code stays", "```html\n<img src=x> [99]\n```\nthen <b>", "```html\n<img src=x> [99]\n```\nthen"},
		{"code below an item", "1. one\n   ```\n   <b>\n   ```\n2. two <b>", "1. one\n```\n<b>\n```\n2. two"},
		{"code that ends with its item", "- a\n\n  ```go\n    <b>\n\nb <b>", "- a\n\n```go\n  <b>\n\n```\nb"},
		{"code that ends with its quotation", "> ~~~\n>  <b>\nb <b>", "~~~\n <b>\n~~~\nb"},
		{"code without end", "```\n<b>", "```\n<b>\n```"},
		{"items below items", "* a\n  * b\n    1) c\n\n      d\n> - > e", "* a\n  * b\n    1) c\n\nd\n> - > e"},
		{"items four deep, and no deeper", "1. a\n    - b\n        - c\n            1. d\n                - e\n            2. f\n2. g\n   - h", "1. a\n   - b\n     - c\n       1. d\n       - e\n       2. f\n2. g\n   - h"},
		{"items with blanks of all sorts", "- a\n\t- b\n\t\t* c\n\n   - d\n - e\n10. f\n    - g\n\nh\n      - i", "- a\n  - b\n    * c\n\n  - d\n- e\n10. f\n   - g\n\nh\n   - i"},
		{"a number in the middle of a text opens no list", "a\n2. b\n   - c\n\n     - d\n\n3. e\n   - f", "a\n2. b\n   - c\n\n     - d\n\n3. e\n   - f"},
		{"a table without room around it", "a\n- | b | c |\n--|--\n| d |\ne", "a\n\n| b | c |\n| -- | -- |\n| d |\n\ne"},
		{"what divides no table", "a | b\n-|-\n|-|\n\n|-|\n:-", "a | b\n\n\n\n\n"},
		{"entities and backslashes", `AT&amp;T &lt;b&gt; &copy; \*a\* snake\_case 1\. C:\dir a\|b \\x &nope;`, `AT&amp;T &lt;b&gt; © \*a\* snake\_case 1. C:\dir a&#124;b &#92;x &nope;`},
		{"a fence, however far from the edge", "a\n        ```\n<b>x", "a\n```\n<b>x\n```"},
		{"a backtick that opens nothing", "a ` <b> c", "a    c"},
		{"a backtick that is escaped", "\\`<img>` x", "`<img>` x"},
		{"a span that ends in another cell", "| `a | b` <img> |\n|---|---|", "| a | b   |\n| --- | --- |"},
		{"control characters and turns of direction", "a\x1ab\u202ec\x00d", "a bc d"},
		{"a byte order mark, which readers drop, before code", "\ufeff    a\ufeffb", "ab"},
		{"bytes that are no UTF-8", "a\xffb", "a\ufffdb"},
		{"tables, headings and lists stay", "## One\n\n- a\n- [x] b\n\n| a | b |\n| --- | :-: |\n| 1 | 2 |", "## One\n\n- a\n- [x] b\n\n| a | b |\n| --- | :-: |\n| 1 | 2 |"},
	} {
		t.Run(c.title, func(t *testing.T) {
			if got := newCleaner().text(c.in); got != c.out {
				t.Errorf("%q\n got %q\nwant %q", c.in, got, c.out)
			}
		})
	}
}

func TestMarks(t *testing.T) {
	for in, want := range map[string]string{
		"a [1, 2].": "a [1][2].", "a [1][2].": "a [1][2].", "a [1], [2].": "a [1], [2].", "a【1】.": "a[1].", "a 【2†source】.": "a [2].", "a[^1].": "a[1].",
		"a [1-3].": "a [1][2][3].", "a [1–2].": "a [1][2].", "a [1;3].": "a [1][3].", "a [passage 2].": "a [2].", "a [Sources 1 and 3].": "a [1][3].",
		"a [#4].": "a [4].", "a [6].": "a.", "a [1, 9].": "a [1].", "a [0].": "a.", "in [2024] it": "in [2024] it", "a [word] b": "a [word] b", "- [ ] todo": "- [ ] todo",
		"a [1-999].": "a [1][2][3][4][5].", "a [].": "a [].", "a [5] b": "a [5] b",
	} {
		if got := marks(in, 5); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// dangerous finds what no reader of markdown may be given.
var dangerous = regexp.MustCompile(`!\[|<[A-Za-z!?/]|\]\((?:[^h]|h[^t])|\]:`)

func FuzzClean(f *testing.F) {
	f.Add("a ![x](http://evil) <img src=x> [1, 2] `code` [a](javascript:x)\n```\n<b>\n```\n[p]: http://x")
	f.Add("| `a | b` <i> |\n|--|--|\n\\`<b>` \\\\`x`")
	f.Add("1. a\n   ~~~~\n   <b>\n~~~\n<b>![9][x](y)")
	f.Fuzz(func(t *testing.T, s string) {
		clean := newCleaner().text(s)
		if !utf8.ValidString(clean) {
			t.Fatalf("%q became invalid: %q", s, clean)
		}
		wantHarmless(t, s, clean)
		if again := newCleaner().text(clean); len(again) > len(clean)+strings.Count(clean, "<")*4+strings.Count(clean, "]")*2+strings.Count(clean, "://")*2+strings.Count(strings.ToLower(clean), "www.")*2 {
			t.Fatalf("%q grows: %q", clean, again)
		}
	})
}

// wantHarmless fails the test when a text that was cleaned holds what it must not, outside code.
func wantHarmless(t *testing.T, from, clean string) {
	t.Helper()
	for _, l := range linesOf(clean) {
		if l.kind == coded {
			continue
		}
		if bad := dangerous.FindString(withoutSpans(l.text)); bad != "" {
			t.Fatalf("%q became %q with %q", from, clean, bad)
		}
	}
}

func FuzzWriting(f *testing.F) {
	f.Add("The ![x](http://evil) deposit <img src=x> [1, 2] `code` [a](javascript:x) is\n```\n<b>\n```\n[p]: http://x ", uint8(3))
	f.Add("<think>![x](y)</think> | `a | b` <i> |\n|--|--|\n\\`<b>` x ", uint8(1))
	f.Fuzz(func(t *testing.T, s string, size uint8) {
		var r reader
		w := &writing{tell: r.tell, clean: *newCleaner()}
		for piece := range slices.Chunk([]byte(s), max(int(size), 1)) {
			if !w.add(strings.ToValidUTF8(string(piece), "?")) {
				break
			}
			wantHarmless(t, s, r.text)
		}
		text, refused := w.whole(false)
		wantHarmless(t, s, text)
		if refused && text != "" || len(w.raw.String()) > maxAnswer {
			t.Fatalf("%q: refused with %q", s, text)
		}
	})
}
