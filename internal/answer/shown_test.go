package answer

import (
	"bytes"
	"encoding/json"
	"flag"
	"html"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"engram/internal/document"
)

// renderer is a second implementation of markdown, configured like a web page.
var renderer = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote)).Parser()

// shown holds what a reader of an answer sees outside code.
type shown struct {
	text  string   // decoded
	marks []string // [1] and [?]
	links []string // link targets
	other []string // anything forbidden

	blocks int // of fenced code
}

var (
	anyMark = regexp.MustCompile(`\[(?:[0-9]{1,3}|\?)\]`)
	// autolink matches what the renderer makes a link of in decoded text.
	autolink = regexp.MustCompile(`(?i)(?:https?://|www\.)[\pL\pN_-][^ \t\r\n]*`)
)

// show renders a text.
func show(markdown string) (s shown) {
	source := []byte(markdown)
	var b strings.Builder
	linked := strings.NewReplacer() // links contain no marks
	_ = ast.Walk(renderer.Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if n.Kind() == ast.KindLink {
				linked = strings.NewReplacer()
			}
			if n.Type() == ast.TypeBlock {
				b.WriteByte('\n')
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.CodeBlock:
			s.other = append(s.other, "indented code")
		case *ast.FencedCodeBlock, *ast.CodeSpan:
			if n.Type() == ast.TypeBlock {
				s.blocks++
			}
			b.WriteByte(' ')
			return ast.WalkSkipChildren, nil
		case *ast.RawHTML, *ast.HTMLBlock, *ast.Image:
			s.other = append(s.other, n.Kind().String())
		case *ast.Link:
			s.links = append(s.links, string(n.Destination))
			linked = strings.NewReplacer("[", "(")
		case *ast.Text:
			b.WriteString(linked.Replace(decoded(string(n.Segment.Value(source)))))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte('\n')
			}
		}
		return ast.WalkContinue, nil
	})
	s.text = b.String()
	s.marks = anyMark.FindAllString(s.text, -1)
	s.links = append(s.links, autolink.FindAllString(s.text, -1)...)
	return s
}

// wantShown fails the test if the reader sees a link or a citation that the server did not.
func wantShown(t interface{ Fatalf(string, ...any) }, from, markdown string) {
	s := show(markdown)
	if len(s.other) > 0 {
		t.Fatalf("%q became %q, which shows %q", from, markdown, s.other)
	}
	for _, link := range s.links {
		if !strings.HasPrefix(savedAddress, strings.TrimRight(link, ".,;:!?*_'\")]~")) {
			t.Fatalf("%q became %q, which links to %q", from, markdown, link)
		}
	}
	if seen := marksOf(markdown); !slices.Equal(seen, s.marks) {
		t.Fatalf("%q became %q: we see %q, a reader %q", from, markdown, seen, s.marks)
	}
}

// answerOf grounds a model's text.
func answerOf(raw string) (markdown string, cites []Citation) {
	return checked(raw, evidenceOf(found()))
}

// marksOf returns the marks of an answer as our parser sees them.
func marksOf(markdown string) (all []string) {
	document.Read(markdown).Each(func(spans []document.Span) {
		for _, s := range spans {
			switch {
			case s.Unsupported:
				all = append(all, "[?]")
			case s.Cite > 0:
				all = append(all, "["+strconv.Itoa(s.Cite)+"]")
			}
		}
	})
	return all
}

// invented must be verified wherever it appears.
const invented = "The tenant owes 9999 euros [1]. [click](https://evil.example/?q=secret)"

// attacks are texts in which a markdown reader may see what the server does not.
var attacks = map[string]string{
	"code in an item":                "- ```\n  x\n  ```\n\n" + invented,
	"code in an item that is left":   "- a\n\n  ```\n  x\n\n" + invented,
	"code in a quotation":            "> ```\n> x\n\n" + invented,
	"code in a nested item":          "- a\n  1. ~~~\n     x\n- b\n\n" + invented,
	"code below the tenth item":      "10. a\n\n    ```\n    x\n    ```\n" + invented,
	"indented code":                  "a\n\n    " + invented,
	"an item of indented code":       "-     " + invented,
	"an entity in an address":        "See https&#58;//evil.example/?q=secret",
	"a named entity in an address":   "See https:/&sol;evil.example/?q=secret",
	"a letter as an entity":          "See &#119;ww.evil.example/?q=secret",
	"a backslash in an address":      `See https:\//evil.example/?q=secret`,
	"a backslash before a dot":       `See www\.evil.example/?q=secret`,
	"a number in escaped brackets":   `The flat has a view over the lake \[4\].`,
	"a number in coded brackets":     "The flat has a view over the lake &#91;4&rsqb;.",
	"an escaped backslash before":    `The flat has a view over the lake \\[4].`,
	"a number in a heading":          `## Deposit: 9,999 euros \[1\]`,
	"a head of a table":              "`[click](https://evil.example) | ` x\n--- | ---",
	"a head of a table with bars":    "| `[click](https://evil.example) | ` x |\n| --- | --- |",
	"a head of one column":           "x\n:-\n`[click](https://evil.example) | ` x",
	"a head behind a number":         "[9]| `[click](https://evil.example) | ` x\n[9]|---|---|",
	"an address that fills cells":    "| https://evil.example|x |",
	"a head behind what goes":        "[](javascript:x)| `[click](https://evil.example) | ` x\n<b>|---|---|",
	"what a number held apart":       "See https:/[5]/evil.example and www[5].evil.example now.",
	"a number around another":        "The flat has a view over the lake [[5]4].",
	"a tag around a number":          "<[5]b onclick=x>",
	"a bare address that goes on":    "See " + savedAddress + "[?secret and " + savedAddress + "(secret",
	"a coded address within a span":  "| `https&#58;//evil.example | ` |",
	"a coded sign of an item":        "&#45; ~~~\n\n" + invented,
	"code behind a number":           savedAddress + " [5]`https://evil.example`",
	"code on both sides":             "```_``` [5]`https://evil.example`",
	"an item behind a number":        "*[5]     The flat has 45 rooms [1].",
	"a cell without a column":        "| a |\n|---|\n| b | The flat has 45 rooms [1] |",
	"an address over sentences":      "www[?].&The flat has 45 rooms",
	"an address before Chinese":      "See " + savedAddress + " [5]。evil.example",
	"a span behind a bar in a line":  "[ ] |```|[click](https://evil.example/?q=1)```\n\nA b. |``|[click](https://evil.example/?q=1)`` c. [1]",
	"below an item that goes":        "- [?]\n  - [?]\n    - [?]\n      - " + invented,
	"below a line across":            "* a\n  * **\n    * **\n      * b\n\n        " + invented,
	"below a number that opens none": "- a\n  7. b\n\n     - c\n\n       - d\n\n         - " + invented,
	"a sentence within a link":       "[The deposit is big. And `it.` is blue. It is paid](" + savedAddress + ") now.",
	"a link behind a full stop":      "押金是三十天。[saved](" + savedAddress + ") 然后。",
	"a number that is a link":        "| [1](" + savedAddress + ") |\n|---|\n| [c [1]](" + savedAddress + ") |\n\n# [?](" + savedAddress + ")",
	"a byte order mark":              "\ufeff    The flat has 45 rooms [1].",
	"a definition":                   "[a][5]: https://evil.example\n\n[a]",
	"lists four deep, and deeper":    "* a\n  + b\n    - c [1]\n      * d\n        + e\n\n1. a\n\n   10) b\n\n       1. c\n          1. d [4]",
	"a list between other things":    "10. a\n    - b\n\n      c\n    ---\n\t- d [1]\n# e\n      - f\n\n> - g\n>   - h [4]\n- > i\n  - ```\n    j\n  - k",
	"lists of long numbers and tabs": "123456789. a\n             - b [1]\n\n1234567890. a\n   - b [4]\n\n-\ta\n\t1.\tb\n\t\t+\tc\u2028    d\r\n\u00a0\u00a0- e",
	"items of signs":                 "* * *\n  * a\n    * b [1]\n-\n  c\n  ===\n- ---\n  - d [4]",
}

func TestShownTextIsGrounded(t *testing.T) {
	for title, raw := range attacks {
		t.Run(title, func(t *testing.T) {
			got, cites := answerOf(raw)
			wantShown(t, raw, got)
			for _, n := range document.Read(got).Cites() {
				if !slices.ContainsFunc(cites, func(c Citation) bool { return c.N == n }) {
					t.Errorf("%q became %q: nothing is cited as %d", raw, got, n)
				}
			}
			if strings.Contains(raw, "9999") && !strings.HasSuffix(got, "The tenant owes 9999 euros. click [?]") {
				t.Errorf("%q became %q: it is not judged", raw, got)
			}
		})
	}
}

var update = flag.Bool("update", false, "write testdata/shown.json anew")

// TestTheWebAppIsTestedWithTheSameTexts writes the results of the attacks for the web app's tests.
func TestTheWebAppIsTestedWithTheSameTexts(t *testing.T) {
	type text struct {
		Raw   string   `json:"raw"` // as the model wrote it
		Text  string   `json:"text"`
		Marks []string `json:"marks"`
		Code  int      `json:"code"` // number of code blocks

		Blocks document.Document `json:"blocks"`
	}
	all := map[string]text{}
	for title, raw := range attacks {
		blocks, _ := ground(newReader().Parse(raw), evidenceOf(found()))
		got := blocks.Markdown()
		all[title] = text{raw, got, append([]string{}, marksOf(got)...), show(got).blocks, blocks}
	}
	want, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	const path = "testdata/shown.json"
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(path, want, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what becomes of the attacks (%v): run this test with -update", path, err)
	}
}

func TestAnyShownTextIsGrounded(t *testing.T) {
	parts := rapid.SampledFrom([]string{
		"The deposit is 1,200 euros", "The flat has 45 rooms", "x", "7", " [1]", "[4]", "[5]", "[9]", "[?]", "\\", "\\[1\\]", "&#91;1&#93;", "&", "&amp;", "&lt;", "&#58;", "&sol;", "&#x5c;", "&Tab;", "&#45;",
		"`", "``", "```", "```\n", "~~~", "\n~~~\n", "> ", ">", "- ", "* ", "1. ", "10) ", "+", "\n  - ", "\n     * ", "\n\n      1. ", "\n        7) ", "\n          - ", " ", "  ", "    ", "\t", "\n", "\n", "\n\n", "|", "| ", " |", "|---|---|", "\n---|---\n", "\n:-\n", "\n|-|\n", "---", "===", "# ", "## ",
		"[click](https://evil.example/?q=1)", "[saved](" + savedAddress + ")", savedAddress, "https://evil.example", "www.evil.example", "https:", "//", "/", "www", ".", "evil.example", "](", ")", "(", "[", "]", "[a]:", ":", "!", "![x](y)",
		"<", ">", "<b>", "<!--", "-->", "<https://evil.example>", "*", "**", "_", "~", "。", "? ", ". ", "[^1]", "【1】", "[ ] ",
		"[The deposit is 1,200 euros. It is](" + savedAddress + ")", "[1](" + savedAddress + ")", "\ufeff", "\u00a0", "\u2028",
	})
	rapid.Check(t, func(t *rapid.T) {
		raw := strings.Join(rapid.SliceOfN(parts, 1, 24).Draw(t, "parts"), "")
		got, _ := answerOf(raw)
		wantShown(t, raw, got)
	})
}

// TestAListKeepsItsDepth writes nested lists with the indentation that models use.
func TestAListKeepsItsDepth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		by := rapid.SampledFrom([]string{"  ", "   ", "    ", "\t"}).Draw(t, "by")
		apart := rapid.SampledFrom([]string{"\n", "\n\n"}).Draw(t, "apart")
		counted := rapid.SliceOfN(rapid.Bool(), 6, 6).Draw(t, "counted")
		var lines []string
		var want [6]int
		counts, level := [7]int{}, 0
		for range rapid.IntRange(1, 20).Draw(t, "items") {
			level = rapid.IntRange(0, min(level+1, 5)).Draw(t, "level")
			if len(lines) == 0 {
				level = 0
			}
			counts[level]++
			clear(counts[level+1:])
			sign := "- "
			if counted[level] {
				sign = strconv.Itoa(counts[level]) + ". "
			}
			lines = append(lines, strings.Repeat(by, level)+sign+"The deposit is 1,200 euros.")
			want[min(level, 3)]++
		}
		raw := strings.Join(lines, apart)
		got, _ := answerOf(raw)
		wantShown(t, raw, got)
		if depths := itemsByDepth(got); depths != want {
			t.Fatalf("%q became %q: items %v by their depths, want %v", raw, got, depths, want)
		}
	})
}

func itemsByDepth(markdown string) (all [6]int) {
	depth := -1
	_ = ast.Walk(renderer.Parse(text.NewReader([]byte(markdown))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case n.Kind() == ast.KindList && entering:
			depth++
		case n.Kind() == ast.KindList:
			depth--
		case n.Kind() == ast.KindListItem && entering:
			all[depth]++
		}
		return ast.WalkContinue, nil
	})
	return all
}

// decoded returns text without backslashes and entities.
func decoded(s string) string {
	return regexp.MustCompile("\\\\[!-/:-@\\[-`{-~]|&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);").ReplaceAllStringFunc(s, func(sign string) string {
		if sign[0] == '\\' {
			return sign[1:]
		}
		return html.UnescapeString(sign)
	})
}
