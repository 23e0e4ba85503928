package richtext

import "testing"

func TestMarkdown(t *testing.T) {
	root, ok := Parse(t.Context(), []byte(`<div>A <b>bold</b> <a href="https://a.example">word</a></div><ul><li>one</li><li><input type="checkbox" checked>two</li></ul>
<pre>x = 1
  y</pre><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><img src="https://a.example/p.png" alt="a tree"><h2>End</h2>`))
	const want = "A **bold** [word](<https://a.example>)\n\n- one\n- [x] two\n\n```\nx = 1\n  y\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n![a tree](<https://a.example/p.png>)\n\n## End"
	if got := Markdown(root); !ok || got != want {
		t.Errorf("%q", got)
	}
}
