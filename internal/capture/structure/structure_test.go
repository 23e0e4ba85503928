package structure

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"engram/internal/document"
)

func base(t testing.TB) *url.URL {
	t.Helper()
	u, err := url.Parse("https://mill.example/notes/flour")
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func parse(t testing.TB, page string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// shape writes a document on a line: each block's kind and what it holds.
func shape(d document.Document) string {
	var all []string
	for _, b := range d {
		switch b.Kind {
		case document.Heading:
			all = append(all, strings.Repeat("#", b.Level)+" "+words(b.Spans))
		case document.List:
			var items []string
			for _, item := range b.Items {
				items = append(items, shape(item))
			}
			kind := "list"
			if b.Ordered {
				kind = "list from " + string(rune('0'+b.Start))
			}
			all = append(all, kind+"("+strings.Join(items, "; ")+")")
		case document.Quote:
			all = append(all, "quote("+shape(b.Blocks)+")")
		case document.Code:
			text, _ := json.Marshal(b.Text)
			all = append(all, "code "+b.Language+string(text))
		case document.Table:
			rows := []string{words(b.Spans)}
			for _, row := range b.Rows {
				var cells []string
				for _, cell := range row {
					cells = append(cells, words(cell))
				}
				rows = append(rows, strings.Join(cells, "|"))
			}
			all = append(all, "table("+strings.Join(rows, " / ")+")")
		case document.Figure:
			all = append(all, "figure("+b.Image.Address+" "+b.Image.Alt+": "+words(b.Spans)+")")
		case document.Rule:
			all = append(all, "---")
		default:
			anchor := ""
			if b.Anchor != "" {
				anchor = b.Anchor + "= "
			}
			all = append(all, anchor+words(b.Spans))
		}
	}
	return strings.Join(all, " · ")
}

func words(spans []document.Span) (all string) {
	for _, s := range spans {
		text := s.Text
		for sign, is := range map[string]bool{"*": s.Italic, "**": s.Bold, "~": s.Struck, "`": s.Code} {
			if is {
				text = sign + text + sign
			}
		}
		if s.Script != "" {
			text = string(s.Script) + "(" + text + ")"
		}
		if s.Link != "" {
			text = "[" + text + "](" + s.Link + ")"
		}
		if s.Ref != "" {
			text = "[" + text + "]^" + s.Ref
		}
		all += text
	}
	return all
}

func TestBlocks(t *testing.T) {
	for name, tt := range map[string]struct{ page, want string }{
		"headings":             {"<h1>Flour</h1><h3>Rye <em>now</em></h3><div role=heading aria-level=4>Oat</div>", "# Flour · ### Rye *now* · #### Oat"},
		"paragraphs":           {"<p>One <b>two</b>\n  three<p>Four<br>five<br><br>six", "One **two** three · Four\nfive · six"},
		"text without a block": {"loose <p>in</p> rest", "loose · in · rest"},
		"links": {`<p>See <a href="/a?b">this page</a>, <a href="javascript:alert(1)">that</a>, <a href="data:text/html,x">this</a> and <a href="//x.example">there</a>`,
			"See [this page](https://mill.example/a?b), that, this and [there](https://x.example)"},
		"a link with styles":   {`<a href=/a>one <b>two</b></a> <del>gone</del> <code>x y</code>`, "[one ](https://mill.example/a)[**two**](https://mill.example/a) ~gone~ `x y`"},
		"raised and lowered":   {"<p>10<sup>3</sup> of H<sub>2</sub>O<sup><a href='/x'>th</a></sup>", "10super(3) of Hsub(2)O[super(th)](https://mill.example/x)"},
		"nested lists":         {"<ul><li>a<ol start=3><li>b<li>c</ol><li><p>d<p>e</ul>", "list(a · list from 3(b; c); d · e)"},
		"a quote":              {"<blockquote><p>q<ul><li>r</ul></blockquote>", "quote(q · list(r))"},
		"code":                 {"<div class=highlight-source-sql><pre><code>  select 1;\n\n\nfrom <b>x</b>\n</code></pre></div>", `code sql"  select 1;\n\nfrom x"`},
		"a table":              {"<table><caption>Yield</caption><tr><th>Mill<th>Sacks<tr><td>East<td>1 <i>or</i> 2<tr><td colspan=2>none</table>", "table(Yield / Mill|Sacks / East|1 *or* 2 / none|)"},
		"a table without head": {"<table><tr><td>a<td>b<tr><td rowspan=2>c<td>d<tr><td>e</table>", "table( / | / a|b / c|d / |e)"},
		"a table for layout":   {"<table><tr><td><h2>a</h2><p>b<td>c</table>", "## a · b · c"},
		"a figure":             {`<figure><img src=mill.jpg alt="The mill"><figcaption>At <b>noon</b></figcaption></figure>`, "figure(https://mill.example/notes/mill.jpg The mill: At **noon**)"},
		"a caption above":      {`<figure><figcaption>At noon</figcaption><img src=mill.jpg></figure><p>x`, "figure(https://mill.example/notes/mill.jpg : At noon) · x"},
		"a picture in a text":  {`<p>one <img data-src=a.png src=data:image/gif;base64,x> two</p><p>three`, "one two · figure(https://mill.example/notes/a.png : ) · three"},
		"of several sizes":     {`<picture><source srcset="a.avif 900w" type=image/avif><source srcset="a-400.webp 400w, a-1700.webp 1700w, a-3000.webp 3000w"><img src=a.jpg></picture>`, "figure(https://mill.example/notes/a-1700.webp : )"},
		"no pictures":          {`<img src=x.svg><img src=pixel.gif><img src=a.png width=1 height=1><img src="data:image/svg+xml,<svg/>"><img src=javascript:1>`, ""},
		"footnotes": {`<p>Fact<sup><a href="#fn1">1</a></sup>, see <a href="#top">the beginning</a>.<ol><li id=fn1><p id=p>Source <a href="#ref1">↩</a></ol>`,
			"Fact[1]^note-1, see the beginning. · list from 1(note-1= Source ↩)"},
		"a way back": {`<p id=top>Fact<sup id=r1><a href="#fn1">1</a></sup></p><p>More, see <a href="#top">above</a>.<ol><li id=fn1>Source <a href="#r1">↩</a></ol>`,
			"note-2= Fact[1]^note-1 · More, see above. · list from 1(note-1= Source [↩]^note-2)"},
		"a rule":     {"<p>a<hr><p>b", "a · --- · b"},
		"a glossary": {"<dl><dt>Rye<dd>A grain.</dl>", "**Rye** · A grain."},
		"unseen":     {"<p>a<script>b</script><p hidden>c<svg><text>d</text></svg>", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			text, blocks := Blocks(parse(t, tt.page), base(t))
			if diff := cmp.Diff(tt.want, shape(blocks)); diff != "" {
				t.Error(diff)
			}
			check(t, text, blocks)
		})
	}
}

// failing is a test or a property.
type failing interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// check fails unless the leaves cover the text: in order, each with the words of its place, and
// nothing left out.
func check(t failing, text string, blocks document.Document) {
	t.Helper()
	end := 0
	for leaf := range blocks.Leaves() {
		if leaf.Source[0] == leaf.Source[1] {
			if leaf.Kind != document.Figure {
				t.Errorf("%q has no place in the text", leaf.Plain())
			}
			continue
		}
		if leaf.Source[0] < end || leaf.Source[1] > len(text) {
			t.Fatalf("%q is at %v, after %d", leaf.Plain(), leaf.Source, end)
		}
		if left := strings.TrimSpace(text[end:leaf.Source[0]]); left != "" {
			t.Errorf("%q is left out", left)
		}
		if there := text[leaf.Source[0]:leaf.Source[1]]; squeezed(leaf.Plain()) != squeezed(there) || leaf.Kind != document.Table && leaf.Kind != document.Figure && leaf.Plain() != there {
			t.Errorf("%q stands where the text says %q", leaf.Plain(), there)
		}
		end = leaf.Source[1]
	}
	if left := strings.TrimSpace(text[end:]); left != "" {
		t.Errorf("%q is left out", left)
	}
}

func FuzzBlocks(f *testing.F) {
	for _, page := range []string{
		"<p>a<ul>b<li>c<table><tr><td>d<td>e</table><pre> f\n\n\ng</pre>", "<figure><figcaption>a<p>b</figcaption><img src=x><pre>c</pre></figure>",
		"<table>a<tr>b<td>c<td><ul><li>d</ul></table><h2><div>x</div>y</h2>", "<ol><ol><li>a</ol>b<blockquote>c</ol>", "<p>a\u2028b\u00a0c\xff d<sup><a href=#a>1</a></sup><p id=a>e",
	} {
		f.Add(page)
	}
	f.Fuzz(func(t *testing.T, page string) {
		root, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Skip()
		}
		text, blocks := Blocks(root, base(t))
		check(t, text, blocks)
	})
}
