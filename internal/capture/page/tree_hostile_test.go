package page

import (
	"encoding/json"
	"strings"
	"testing"

	"engram/internal/document"
)

// TestTreeOfAHostilePage reads a page that tries to have scripts, frames, other protocols and
// disguised text reach the tree.
func TestTreeOfAHostilePage(t *testing.T) {
	words := strings.Repeat("The mill stands where two becks meet and turns on most days. ", 8)
	d := readString(t, `<title>Mill</title><article><h1>Mill</h1><p>`+words+`</p>
		<p><a href="javascript:alert(1)">one</a> <a href=" jAvascript:alert(1)">two</a> <a href="data:text/html,x">three</a>
		<a href="vbscript:x">four</a> <a href="https://user:pass@bank.example/">five</a> <a href="file:///etc/passwd">six</a>
		<a href="//safe.example/x" onclick="alert(1)">seven</a> `+words+`</p>
		<p>safe`+"\u202e"+`txt.exe `+"\u2066\u200b"+words+`</p>
		<figure><img src="/a.jpg" alt="&lt;script&gt;alert(1)&lt;/script&gt;`+"\u202e"+`x" onerror="alert(1)"><figcaption>See <script>alert(2)</script><b onclick=x>here</b></figcaption></figure>
		<img src="javascript:alert(1)"><img src="data:image/svg+xml,<svg onload=alert(1)>"><img src="/b.svg"><svg><script>alert(3)</script></svg>
		<pre><code class="language-&quot;&gt;&lt;script&gt; lang-go">x</code></pre>
		<iframe src="https://evil.example"></iframe><object data="x"></object><p>`+words+`</p></article>`, "text/html; charset=utf-8")
	checkTree(t, d)
	tree := d.Sections[0].Blocks
	encoded, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"javascript:", "vbscript", "data:", "file:", "user:pass", "evil.example", "onclick", "onerror", ".svg", "alert(2)", "alert(3)", "\u202e", "\u2066", "\u200b"} {
		if strings.Contains(strings.ToLower(string(encoded)), bad) {
			t.Errorf("%q is in the tree", bad)
		}
	}
	var links, figures, languages []string
	for leaf := range tree.Leaves() {
		for _, s := range leaf.Spans {
			if s.Link != "" {
				links = append(links, s.Link)
			}
		}
		switch leaf.Kind {
		case document.Figure:
			figures = append(figures, leaf.Image.Address, leaf.Image.Alt)
		case document.Code:
			languages = append(languages, leaf.Language)
		}
	}
	if got := strings.Join(append(append(links, figures...), languages...), " "); got != "https://safe.example/x https://example.com/a.jpg <script>alert(1)</script>x go" {
		t.Errorf("links, pictures and languages are %q", got)
	}
}

func TestTreesAreBounded(t *testing.T) {
	words := strings.Repeat("<p>The mill stands where two becks meet and turns on most days.", 10)
	for name, tt := range map[string]struct {
		page string
		kind document.Kind
		most int
	}{
		"500 columns":      {words + "<table>" + strings.Repeat("<tr>"+strings.Repeat("<td>cell", 500), 20) + "</table>", document.Table, 0},
		"a cell of 10,000": {words + "<table><tr><td colspan=10000>a<td>b<tr><td>c</table>", document.Table, 0},
		"a table":          {words + "<table><tr><th>a<th>b<tr><td>c<td>d</table>", document.Table, 1},
	} {
		d := readString(t, "<title>x</title><article>"+tt.page+"</article>", "text/html")
		checkTree(t, d)
		n := 0
		for leaf := range d.Sections[0].Blocks.Leaves() {
			if leaf.Kind == tt.kind {
				n++
			}
		}
		if n != tt.most {
			t.Errorf("%s: %d of kind %s, want %d", name, n, tt.kind, tt.most)
		}
	}
}
