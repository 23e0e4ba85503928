package note

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// gitHubMarkdown is CommonMark with the extensions of GitHub.
var gitHubMarkdown = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(shallow{parser.NewListParser()}, 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(shallow{parser.NewBlockquoteParser()}, 800),
		util.Prioritized(parser.NewHTMLBlockParser(), 900),
		util.Prioritized(shallow{inPlace{extension.NewFootnoteBlockParser()}}, 950),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(measured{parser.NewCodeSpanParser()}, 100),
		util.Prioritized(measured{references{}}, 150),
		util.Prioritized(measured{parser.NewLinkParser()}, 200),
		util.Prioritized(measured{parser.NewAutoLinkParser()}, 300),
		util.Prioritized(measured{parser.NewRawHTMLParser()}, 400),
		util.Prioritized(measured{parser.NewEmphasisParser()}, 500),
		util.Prioritized(measured{extension.NewStrikethroughParser()}, 500),
		util.Prioritized(measured{extension.NewLinkifyParser()}, 999),
	),
	parser.WithParagraphTransformers(
		util.Prioritized(definitions{}, 100),
		util.Prioritized(tables{extension.NewTableParagraphTransformer()}, 200),
	),
	parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
)

// mostDeep bounds the nesting that is read as such: beyond it signs are text.
const mostDeep = 64

// shallow opens no block deeper than mostDeep.
type shallow struct{ parser.BlockParser }

// Open implements parser.BlockParser.
func (s shallow) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for at := parent; at != nil; at = at.Parent() {
		depth++
	}
	if depth > mostDeep {
		return nil, parser.NoChildren
	}
	return s.BlockParser.Open(parent, reader, pc)
}

// inPlace leaves footnotes where they are written.
type inPlace struct{ parser.BlockParser }

// Close implements parser.BlockParser.
func (inPlace) Close(ast.Node, text.Reader, parser.Context) {}

// definitions reads the addresses of links that stand by themselves, unless they look like text,
// which would vanish.
type definitions struct{}

const mostDefinitions = 500 // that follow each other: reading them takes the square of their number

var definition = regexp.MustCompile(`^ {0,3}\[[^\[\]]+\]:\s*<?[^\s]*[/.#]`)

// Transform implements parser.ParagraphTransformer.
func (definitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	if node.Lines().Len() <= mostDefinitions && definition.Match(node.Lines().Value(reader.Source())) {
		parser.LinkReferenceParagraphTransformer.Transform(node, reader, pc)
	}
}

// tables reads tables that are not larger than their text by far: rows are filled up to the width.
type tables struct{ parser.ParagraphTransformer }

const mostCells = 100_000

// Transform implements parser.ParagraphTransformer.
func (t tables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	widest := 0
	for i := range node.Lines().Len() {
		line := node.Lines().At(i)
		widest = max(widest, bytes.Count(line.Value(reader.Source()), []byte("|")))
	}
	if widest*node.Lines().Len() <= mostCells {
		t.ParagraphTransformer.Transform(node, reader, pc)
	}
}

// reference is the sign of a footnote in a text.
type reference struct {
	ast.BaseInline
	label string
}

var kindReference = ast.NewNodeKind("Reference")

// Kind implements ast.Node.
func (*reference) Kind() ast.NodeKind { return kindReference }

// Dump implements ast.Node.
func (r *reference) Dump(source []byte, level int) {
	ast.DumpHelper(r, source, level, map[string]string{"Label": r.label}, nil)
}

// references reads the signs of footnotes.
type references struct{}

var (
	footnoteSign  = regexp.MustCompile(`^\[\^([^\[\]\s\\]{1,99})\](?:[^(\[]|$)`)
	footnoteLabel = regexp.MustCompile(`^[^\[\]\s\\]{1,99}$`)
)

// Trigger implements parser.InlineParser.
func (references) Trigger() []byte { return []byte{'['} }

// Parse implements parser.InlineParser.
func (references) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	found := footnoteSign.FindSubmatch(line)
	if found == nil {
		return nil
	}
	block.Advance(len(found[1]) + len("[^]"))
	return &reference{label: string(found[1])}
}
