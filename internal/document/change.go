package document

import (
	"reflect"
	"slices"
	"strings"
)

// Change turns one version of a streamed document into the next.
type Change struct {
	From   int      // index of the first block that differs
	Blocks Document // replace all blocks from there on
	More   string   // if not empty: append it to the last text of the last block instead
}

// Since returns the change from an earlier version.
func (d Document) Since(before Document) Change {
	n := 0
	for n < min(len(before), len(d)) && reflect.DeepEqual(before[n], d[n]) {
		n++
	}
	if more := grown(before[n:], d[n:]); more != "" {
		return Change{From: n, More: more}
	}
	return Change{From: n, Blocks: d[n:]}
}

// grown returns the text appended to the end of a block, if nothing else changed; else empty.
func grown(before, after Document) string {
	if len(before) != 1 || len(after) != 1 {
		return ""
	}
	a, b := before[0], after[0]
	var more string
	switch {
	case a.Kind != b.Kind:
	case b.Kind == Paragraph || b.Kind == Heading:
		more = longer(a.Spans, b.Spans)
		a.Spans, b.Spans = nil, nil
	case b.Kind == Code:
		more = behind(a.Text, b.Text)
		a.Text, b.Text = "", ""
	case b.Kind == Quote:
		more = lastGrown(a.Blocks, b.Blocks)
		a.Blocks, b.Blocks = nil, nil
	case b.Kind == List && len(a.Items) == len(b.Items):
		last := len(a.Items) - 1
		if !reflect.DeepEqual(a.Items[:last], b.Items[:last]) {
			return ""
		}
		more = lastGrown(a.Items[last], b.Items[last])
		a.Items, b.Items = nil, nil
	}
	if !reflect.DeepEqual(a, b) {
		return ""
	}
	return more
}

func lastGrown(before, after Document) string { return after.Since(before).More }

// longer returns the text appended to the last of spans that are equal otherwise.
func longer(before, after []Span) string {
	last := len(before) - 1
	if last < 0 || len(after) != len(before) || !slices.Equal(before[:last], after[:last]) ||
		before[last].styled() != after[last].styled() {
		return ""
	}
	return behind(before[last].Text, after[last].Text)
}

func behind(before, after string) string {
	more, found := strings.CutPrefix(after, before)
	if !found {
		return ""
	}
	return more
}
