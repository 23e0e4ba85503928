// Package note reads markdown as GitHub does, into blocks that know their place in it.
package note

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"engram/internal/document"
)

// Parse returns the blocks of a note as its author sees it: markdown, with lines that end where they
// were ended. Nothing that is not markup is left out. It is bounded.
func Parse(markdown string) document.Document { return read(markdown, true) }

// ParseFile returns the blocks of a markdown file, whose lines run on. It is bounded.
func ParseFile(markdown string) document.Document { return read(markdown, false) }

func read(markdown string, lines bool) document.Document {
	source := []byte(markdown)
	n := noting{source: source, lines: lines, notes: map[string]int{}}
	root := gitHubMarkdown.Parse(text.NewReader(source))
	n.number(root)
	all := n.blocks(root)
	count := leavesOf(all)
	doc := all.Bounded()
	if leavesOf(doc) < count {
		doc = withRest(doc, markdown)
	}
	return doc
}

func leavesOf(doc document.Document) (n int) {
	for range doc.Leaves() {
		n++
	}
	return n
}

// withRest appends what follows the last block, as it was written.
func withRest(doc document.Document, markdown string) document.Document {
	end := 0
	for leaf := range doc.Leaves() {
		end = max(end, leaf.Source[1])
	}
	rest := strings.TrimSpace(markdown[end:])
	if rest == "" {
		return doc
	}
	end += strings.Index(markdown[end:], rest)
	last := document.Say(document.Visible(rest))
	last.Source = [2]int{end, end + len(rest)}
	return append(doc, last)
}

// noting is the conversion of one note.
type noting struct {
	source []byte
	lines  bool           // a line ends where it was ended
	notes  map[string]int // footnotes by label, numbered from 1
	count  int
}

// number numbers the footnotes that have a text.
func (n *noting) number(root ast.Node) {
	for c := root.FirstChild(); c != nil; c = c.NextSibling() {
		if note, is := c.(*extended.Footnote); is && isFootnote(note) && n.notes[string(note.Ref)] == 0 {
			n.count++
			n.notes[string(note.Ref)] = n.count
		}
		if c.Type() == ast.TypeBlock {
			n.number(c)
		}
	}
}

// isFootnote reports whether a footnote can be referred to, and begins with words.
func isFootnote(note *extended.Footnote) bool {
	switch note.FirstChild().(type) {
	case nil, *ast.List, *ast.Blockquote, *ast.ThematicBreak, *ast.HTMLBlock:
		return false
	}
	return footnoteLabel.Match(note.Ref)
}

// blocks converts the children of a block.
func (n *noting) blocks(parent ast.Node) (all document.Document) {
	for c := parent.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Heading:
			all = inOrder(all, n.words(c, document.Block{Kind: document.Heading, Level: c.Level}))
		case *ast.List:
			if b := n.list(c); len(b.Items) > 0 {
				all = append(all, b)
			}
		case *ast.Blockquote:
			if inner := n.blocks(c); len(inner) > 0 {
				all = append(all, document.Block{Kind: document.Quote, Blocks: inner})
			}
		case *ast.FencedCodeBlock:
			all = append(all, n.code(c, languageOf(c, n.source)))
		case *ast.CodeBlock:
			all = append(all, n.code(c, ""))
		case *ast.HTMLBlock:
			all = append(all, n.html(c)...)
		case *ast.ThematicBreak:
			all = append(all, document.Block{Kind: document.Rule})
		case *extended.Table:
			all = append(all, n.table(c))
		case *extended.Footnote:
			all = n.footnote(all, c)
		default:
			all = append(all, n.words(c, document.Block{Kind: document.Paragraph})...)
		}
	}
	return all
}

// inOrder appends a heading, or puts it before the table that it was parsed behind.
func inOrder(d, heading document.Document) document.Document {
	last := len(d) - 1
	if last >= 0 && len(heading) > 0 && d[last].Kind == document.Table && heading[0].Source[0] < d[last].Source[0] {
		return slices.Insert(d, last, heading...)
	}
	return append(d, heading...)
}

// words returns a paragraph or heading with its content; nothing if it is empty.
func (n *noting) words(block ast.Node, b document.Block) document.Document {
	b.Spans, b.Source, b.Task = n.spans(block), rangeOf(block), taskOf(block)
	if len(b.Spans) == 0 && b.Task == "" {
		return nil
	}
	return document.Document{b}
}

func taskOf(block ast.Node) document.Task {
	switch box, is := block.FirstChild().(*extended.TaskCheckBox); {
	case !is:
		return ""
	case box.IsChecked:
		return document.Done
	}
	return document.Open
}

func (n *noting) list(list *ast.List) document.Block {
	b := document.Block{Kind: document.List, Ordered: list.IsOrdered()}
	if b.Ordered {
		b.Start = list.Start
	}
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		if inner := n.blocks(item); len(inner) > 0 {
			b.Items = append(b.Items, inner)
		}
	}
	return b
}

// footnote appends a footnote: those that follow each other are the items of one list.
func (n *noting) footnote(all document.Document, note *extended.Footnote) document.Document {
	inner, label := n.blocks(note), string(note.Ref)
	number := n.notes[label]
	if number == 0 || len(inner) == 0 {
		return append(all, inner...)
	}
	inner[0].Anchor = label
	if last := len(all) - 1; last >= 0 && all[last].IsFootnotes() && all[last].Start+len(all[last].Items) == number {
		all[last].Items = append(all[last].Items, inner)
		return all
	}
	return append(all, document.Block{Kind: document.List, Ordered: true, Start: number, Items: []document.Document{inner}})
}

func (n *noting) code(block ast.Node, language string) document.Block {
	said := strings.TrimSuffix(string(block.Lines().Value(n.source)), "\n")
	return document.Block{Kind: document.Code, Text: clean(said), Language: language, Source: rangeOf(block)}
}

// languageOf returns the first word behind a fence, if it looks like a language.
func languageOf(block *ast.FencedCodeBlock, source []byte) string {
	name := string(block.Language(source))
	if language.MatchString(name) {
		return name
	}
	return ""
}

var language = regexp.MustCompile(`^[\pL\p{Nd}+#._-]+$`)

// clean returns code without invisible characters and carriage returns.
func clean(code string) string {
	return document.Visible(strings.ReplaceAll(code, "\r\n", "\n"))
}

func (n *noting) table(table *extended.Table) document.Block {
	b := document.Block{Kind: document.Table, Align: alignments(table)}
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		cells := make([]document.Cell, 0, len(b.Align))
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, n.spans(cell))
			b.Source = around(b.Source, rangeOf(cell))
		}
		if rest := n.beyond(row); rest != "" {
			cells[len(cells)-1] = document.Join(cells[len(cells)-1], document.Span{Text: " | " + rest})
		}
		b.Rows = append(b.Rows, cells)
	}
	return b
}

func alignments(table *extended.Table) (all []document.Align) {
	for _, a := range table.Alignments {
		all = append(all, aligned[a])
	}
	return all
}

var aligned = map[extended.Alignment]document.Align{
	extended.AlignLeft: document.Left, extended.AlignCenter: document.Center, extended.AlignRight: document.Right,
}

// beyond returns the words of a row behind its last column, which readers of markdown leave out.
func (n *noting) beyond(row ast.Node) string {
	last := row.LastChild()
	for last != nil && (last.Lines() == nil || last.Lines().Len() == 0) {
		last = last.PreviousSibling()
	}
	if last == nil {
		return ""
	}
	rest := n.source[last.Lines().At(0).Stop:]
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	return strings.Trim(document.Visible(string(rest)), " \t|")
}

// rangeOf returns the bytes between the first and the last line of a block.
func rangeOf(block ast.Node) [2]int {
	lines := block.Lines()
	if lines == nil || lines.Len() == 0 {
		return [2]int{}
	}
	return [2]int{lines.At(0).Start, max(lines.At(lines.Len()-1).Stop, lines.At(0).Start)}
}

// around returns the smallest range that holds both; an empty one holds nothing.
func around(a, b [2]int) [2]int {
	switch {
	case a[0] == a[1]:
		return b
	case b[0] == b[1]:
		return a
	}
	return [2]int{min(a[0], b[0]), max(a[1], b[1])}
}
