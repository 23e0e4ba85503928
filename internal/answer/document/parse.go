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

// Reader parses markdown. What it does not know stays as words: pictures are their descriptions, HTML is what stands between
// its tags, an address that is not known is code.
type Reader struct {
	Matches int                       // citations have numbers from 1 to this; others go
	Known   func(address string) bool // reports whether an address may be shown as one
	// Own says that Markdown wrote the text: brackets behind a backslash are no citation then, and links are as they should be.
	Own bool
}

// mostLevels is how many lists or quotes stand within each other. What is deeper stands beside the last of them.
const mostLevels = 4

// commonMark is CommonMark with tables and struck words, and without what models write only by accident: code by
// indentation and headings by a line below them.
var commonMark = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(anywhere{parser.NewParagraphParser()}, 1000),
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

// anywhere is the parser of paragraphs where no code is told by its indentation.
type anywhere struct{ parser.BlockParser }

// CanAcceptIndentedLine implements parser.BlockParser.
func (anywhere) CanAcceptIndentedLine() bool { return true }

// Parse returns what a text says.
func (r Reader) Parse(markdown string) Document {
	markdown = Visible(markdown)
	if !r.Own {
		markdown = outlined(markdown)
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

// blocks converts the children of a node, which stands within so many lists and quotes.
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

// list converts a list. The items of one that is too deep stand behind the item that they belong to.
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
			own[0].Spans = boxed(own[0].Spans)
			b.Items = append(b.Items, own)
		}
		b.Items = append(b.Items, deeper...)
	}
	return b
}

// language is what the author of code calls its language, in letters that a name of one has.
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

// boxed shows the box of a task as a person would draw it.
func boxed(spans []Span) []Span {
	if len(spans) > 0 && !spans[0].IsMark() && !spans[0].Code {
		spans[0].Text = boxes.ReplaceAllStringFunc(spans[0].Text, func(box string) string {
			if box[1] == ' ' {
				return "☐ "
			}
			return "☑ "
		})
	}
	return spans
}

var boxes = regexp.MustCompile(`^\[[ xX]\] `)
