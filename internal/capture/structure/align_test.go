package structure

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestOf(t *testing.T) {
	const page = `<nav><a href=/x>Home</a></nav><h1>The mill</h1><img src=lead.jpg><p>It <b>turns</b> on most days, as mills do.</p>
		<aside>Advert <img src=ad-free.jpg> for flour, which is long enough to be told from the text around it, and says that it can be bought today, in every shop,
		for a price that nobody will believe, and delivered to any door by a cart that two horses draw, while it lasts.</aside>
		<ol><li>one<li>two<li>three</ol><hr><p>The end.<footer><hr>Legal notice</footer>`
	for name, tt := range map[string]struct{ text, want string }{
		"a part of the page": {"It turns on most days, as mills do.\n\none\ntwo\nthree\n\nThe end.",
			"figure(https://mill.example/notes/lead.jpg : ) · It **turns** on most days, as mills do. · list from 1(one; two; three) · --- · The end."},
		"some items":                 {"two\nthree\n\nThe end.", "list from 2(two; three) · --- · The end."},
		"text from elsewhere":        {"Before.\n\none\ntwo\n\nBetween.\n\nthree\n\nAfter.", "Before. · list from 1(one; two) · Between. · list from 3(three) · After."},
		"lines that were joined":     {"The mill It turns on most days, as mills do.", "# The mill · figure(https://mill.example/notes/lead.jpg : ) · It **turns** on most days, as mills do."},
		"half a line":                {"turns on most days", "figure(https://mill.example/notes/lead.jpg : ) · **turns** on most days"},
		"in another order":           {"The end.\n\nIt turns on most days, as mills do.", "figure(https://mill.example/notes/lead.jpg : ) · The end. · It **turns** on most days, as mills do."},
		"nothing of the page":        {"Other\nwords.", "Other\nwords."},
		"nothing":                    {"", ""},
		"the same words three times": {"one\none\none", "list from 1(one) · one\none"},
	} {
		t.Run(name, func(t *testing.T) {
			blocks := Read(parse(t, page), base(t)).Of(tt.text)
			if diff := cmp.Diff(tt.want, shape(blocks)); diff != "" {
				t.Error(diff)
			}
			check(t, tt.text, blocks)
		})
	}
}

func TestCaptionsThatTheTextLeavesOut(t *testing.T) {
	const text = "It turns on most days, as mills do.\n\nThe end of it."
	for name, tt := range map[string]struct{ caption, want string }{
		"are kept with their styles": {"The wheel <b>at noon</b>,<br><a href=/ada>by Ada</a>", "The wheel **at noon**,\n[by Ada](https://mill.example/ada)"},
		"not twice":                  {"The end of it.", ""},
		"not if they are long":       {strings.Repeat("long", 101), ""},
	} {
		t.Run(name, func(t *testing.T) {
			page := "<p>It turns on most days, as mills do.<figure><img src=a.jpg><figcaption>" + tt.caption + "</figcaption></figure><p>The end of it."
			blocks := Read(parse(t, page), base(t)).Of(text)
			want := "It turns on most days, as mills do. · figure(https://mill.example/notes/a.jpg : " + tt.want + ") · The end of it."
			if diff := cmp.Diff(want, shape(blocks)); diff != "" && len(tt.caption) < 200 {
				t.Error(diff)
			} else if strings.Contains(shape(blocks), "longlong") {
				t.Error("a long caption is kept")
			}
			check(t, text, blocks)
		})
	}
}

// TestOfCoversAnyText takes lines of a page, in order or not, among others.
func TestOfCoversAnyText(t *testing.T) {
	fragments := []string{
		"<p>%s</p>", "<h2>%s</h2>", "<ul><li>%s<li>x<ul><li>y</ul></ul>", "<pre>%s\n\n  z</pre>", "<blockquote>%s</blockquote>", "%s<br><br>b",
		"<table><caption>%s</caption><tr><td>a<td>b</table>", "<table><tr><th>h<th>%s<tr><td>a<p>b<td></table>", "<figure><img src=p.jpg><figcaption>%s</figcaption></figure>",
		"<div>%s<p>c</div>", "<b>%s</b> <a href=/d>d</a><hr>", "<img src=q.jpg>",
	}
	line := rapid.SampledFrom([]string{"one", "two words", "a longer line of words", "x", "a", "b", "é\u00a0ü", "z  z", "1"})
	rapid.Check(t, func(rt *rapid.T) {
		var page strings.Builder
		for range rapid.IntRange(0, 12).Draw(rt, "parts") {
			f := rapid.SampledFrom(fragments).Draw(rt, "fragment")
			if strings.Contains(f, "%s") {
				f = fmt.Sprintf(f, line.Draw(rt, "line"))
			}
			page.WriteString(f)
		}
		root := parse(t, page.String())
		whole, _ := Blocks(root, base(t))
		var lines []string
		for l := range strings.SplitSeq(whole, "\n") {
			switch rapid.IntRange(0, 5).Draw(rt, "fate") {
			case 0:
			case 1:
				lines = append(lines, line.Draw(rt, "other"), l)
			case 2:
				lines = slices.Insert(lines, 0, l)
			default:
				lines = append(lines, l)
			}
		}
		text := strings.TrimSpace(strings.Join(lines, "\n"))
		check(rt, text, Read(root, base(t)).Of(text))
	})
}

func FuzzOf(f *testing.F) {
	f.Add("<p>a<ul><li>b<li>c</ul><table><tr><td>d<td>e</table>", "a\n\nb\nd\te")
	f.Add("<figure><img src=x.jpg><figcaption>a<p>b</figcaption></figure><pre>c\n\nd</pre>", "b\n\nx\n\nc\n\nd")
	f.Fuzz(func(t *testing.T, page, text string) {
		text = strings.ToValidUTF8(text, "")
		check(t, text, Read(parse(t, page), base(t)).Of(text))
	})
}
