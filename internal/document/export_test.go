package document

import "testing"

func TestMarkdownOfSavedTexts(t *testing.T) {
	words := func(s string) []Span { return []Span{{Text: s}} }
	task := func(state Task, s string) Document {
		b := Say(s)
		b.Task = state
		return Document{b}
	}
	note := Say("Said twice.")
	note.Anchor = "fn[1] a"
	for _, c := range []struct {
		title string
		in    Document
		want  string
	}{
		{
			"a picture with its caption", Document{{Kind: Figure, Image: &Image{Alt: "A *tree*\nin May", Address: "https://x.example/t.png"}, Spans: words("By the lake")}},
			"![A \\*tree\\* in May](<https://x.example/t.png>)\n\nBy the lake",
		},
		{"a picture without an address", Document{{Kind: Figure, Image: &Image{Alt: "A tree", Address: "data:image/png;base64,AA"}}}, "A tree"},
		{"a picture without words", Document{{Kind: Figure, Image: &Image{Address: "https://x.example/t.png"}}}, "![ ](<https://x.example/t.png>)"},
		{"a caption alone", Document{{Kind: Figure, Spans: words("By the lake")}}, "By the lake"},
		{
			"a table with its caption", Document{{Kind: Table, Spans: words("Prices"), Align: []Align{None}, Rows: [][]Cell{{words("a\nb")}, {words("c|d")}}}},
			"Prices\n\n| a<br>b |\n| --- |\n| c\\|d |",
		},
		{"tasks", Document{{Kind: List, Items: []Document{task(Open, "a"), task(Done, "b"), {Say("[ ] c")}}}}, "- [ ] a\n- [x] b\n- \\[ \\] c"},
		{
			"footnotes", Document{
				{Kind: Paragraph, Spans: []Span{{Text: "Yes", Bold: true}, {Text: "1", Ref: "fn[1] a"}, {Text: ": see "}, {Text: "above", Ref: "top"}}},
				{Kind: List, Ordered: true, Start: 1, Items: []Document{{note, Say("More.")}}},
			},
			"**Yes**[^fn-1--a]\\: see above\n\n[^fn-1--a]: Said twice.\n\n    More.",
		},
		{"addresses that are no links", Document{Say("https://x.example or www.x.example or a@b.example @ 3: no")}, `https\://x.example or www\.x.example or a\@b.example @ 3: no`},
	} {
		t.Run(c.title, func(t *testing.T) {
			if got := c.in.Markdown(); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
