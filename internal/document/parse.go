package document

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Reader parses markdown by an allow-list: pictures become their descriptions, HTML its text,
// unknown addresses code.
type Reader struct {
	Matches int                       // citations are 1 to this; others are dropped
	Known   func(address string) bool // reports whether an address may be shown as a link
	// Own means that Markdown wrote the text: escaped brackets are no citations, and links are
	// kept.
	Own bool
}

// mostLevels is the greatest nesting of lists or quotes. Deeper ones are flattened.
const mostLevels = 4

// commonMark is CommonMark with tables and strikethrough, without what models write by accident:
// indented code and underlined headings.
var commonMark = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(anyIndent{parser.NewParagraphParser()}, 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(parser.NewRawHTMLParser(), 400),
		util.Prioritized(parser.NewEmphasisParser(), 500),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
	),
	parser.WithParagraphTransformers(
		util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
		util.Prioritized(extension.NewTableParagraphTransformer(), 200),
	),
	parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
)

// anyIndent is a paragraph parser that also takes lines indented by four blanks, which are code in
// CommonMark.
type anyIndent struct{ parser.BlockParser }

// CanAcceptIndentedLine implements parser.BlockParser.
func (anyIndent) CanAcceptIndentedLine() bool { return true }

// Parse parses a text.
func (r Reader) Parse(markdown string) Document {
	markdown = Visible(markdown)
	if !r.Own {
		markdown = reindented(markdown)
	}
	source := []byte(markdown)
	p := parsing{Reader: r, source: source}
	return p.blocks(commonMark.Parse(text.NewReader(source)), 0, 0)
}

// Read parses what Markdown wrote.
func Read(markdown string) Document { return Reader{Matches: maxNumber, Own: true}.Parse(markdown) }

// parsing is the conversion of one text.
type parsing struct {
	Reader
	source []byte
}

// blocks converts a node's children at these levels of nesting.
func (p parsing) blocks(parent ast.Node, lists, quotes int) (all Document) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if spans := p.spans(n); len(spans) > 0 {
				all = append(all, Block{Kind: Heading, Level: n.Level, Spans: spans})
			}
		case *ast.List:
			if b := p.list(n, lists, quotes); len(b.Items) > 0 {
				all = append(all, b)
			}
		case *ast.Blockquote:
			inner := p.blocks(n, lists, quotes+1)
			if quotes < mostLevels && len(inner) > 0 {
				inner = Document{{Kind: Quote, Blocks: inner}}
			}
			all = append(all, inner...)
		case *ast.FencedCodeBlock:
			all = append(all, Block{Kind: Code, Text: strings.TrimSuffix(string(n.Lines().Value(p.source)), "\n"), Language: p.language(n)})
		case *ast.ThematicBreak:
			if lists == 0 {
				all = append(all, Block{Kind: Rule})
			}
		case *extended.Table:
			all = append(all, p.table(n))
		default:
			if spans := p.spans(n); len(spans) > 0 {
				all = append(all, Block{Kind: Paragraph, Spans: spans})
			}
		}
	}
	return all
}

// list converts a list. Items nested too deep follow their parent.
func (p parsing) list(n *ast.List, lists, quotes int) Block {
	b := Block{Kind: List, Ordered: n.IsOrdered(), Start: n.Start}
	if !b.Ordered {
		b.Start = 0
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		var own Document
		var deeper []Document
		for _, inner := range p.blocks(child, lists+1, quotes) {
			if inner.Kind == List && lists+1 >= mostLevels {
				deeper = append(deeper, inner.Items...)
			} else {
				own = append(own, inner)
			}
		}
		if len(own) > 0 {
			own[0].Spans = withCheckbox(own[0].Spans)
			b.Items = append(b.Items, own)
		}
		b.Items = append(b.Items, deeper...)
	}
	return b
}

// language returns the info string of fenced code, if it looks like a language.
func (p parsing) language(n *ast.FencedCodeBlock) string {
	name := string(n.Language(p.source))
	if strings.ContainsFunc(name, func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("+#.-_", r) }) {
		return ""
	}
	return name
}

func (p parsing) table(n *extended.Table) Block {
	b := Block{Kind: Table}
	for _, a := range n.Alignments {
		b.Align = append(b.Align, map[extended.Alignment]Align{extended.AlignLeft: Left, extended.AlignCenter: Center, extended.AlignRight: Right}[a])
	}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		cells := make([]Cell, 0, len(b.Align))
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, p.spans(cell))
		}
		b.Rows = append(b.Rows, cells)
	}
	return b
}

// withCheckbox turns the [ ] or [x] of a task into a character.
func withCheckbox(spans []Span) []Span {
	if len(spans) > 0 && !spans[0].IsMark() && !spans[0].Code {
		spans[0].Text = checkbox.ReplaceAllStringFunc(spans[0].Text, func(box string) string {
			if box[1] == ' ' {
				return "☐ "
			}
			return "☑ "
		})
	}
	return spans
}

var checkbox = regexp.MustCompile(`^\[[ xX]\] `)
