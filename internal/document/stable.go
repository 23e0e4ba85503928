package document

import (
	"slices"
	"strings"
)

// Stable returns the document without what later text may still change in its last line: it ends
// before the first sign that may yet open markup, and without blanks.
func (d Document) Stable() Document {
	last := len(d) - 1
	if last < 0 {
		return d
	}
	d = slices.Clone(d)
	switch b := &d[last]; b.Kind {
	case Paragraph, Heading:
		b.Spans = stableSpans(b.Spans)
	case List:
		b.Items = slices.Clone(b.Items)
		b.Items[len(b.Items)-1] = b.Items[len(b.Items)-1].Stable()
	case Quote:
		b.Blocks = b.Blocks.Stable()
	case Code:
		b.Text = strings.TrimRight(b.Text, " \t\n")
	}
	return d.Pruned()
}

// openers are the signs that may begin emphasis, code, a link, an address or a table.
const openers = "*_~`<[|"

func stableSpans(spans []Span) []Span {
	lastLine := strings.LastIndexByte(flat(spans), '\n') + 1
	begin := 0
	for _, s := range spans {
		text := flatOf(s)
		for i := max(0, lastLine-begin); i < len(text) && s.Link == ""; i++ {
			if strings.IndexByte(openers, text[i]) >= 0 && special(text, i) {
				return withoutBang(Trim(Cut(spans, 0, begin+i)))
			}
		}
		begin += len(text)
	}
	return withoutBang(spans)
}

// withoutBang drops a "!" at the end: it may belong to a picture.
func withoutBang(spans []Span) []Span {
	last := len(spans) - 1
	if last < 0 || flatOf(spans[last]) == hole || !strings.HasSuffix(spans[last].Text, "!") {
		return spans
	}
	spans = slices.Clone(spans)
	spans[last].Text = strings.TrimRight(spans[last].Text, "! \n")
	return Trim(spans)
}
