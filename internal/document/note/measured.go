package note

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// mostSigns bounds the signs of a text times the bytes of their blocks: reading markup may take that
// many steps, about half a second.
const mostSigns = 100_000_000

// measured leaves the blocks beyond mostSigns as they are written.
type measured struct{ parser.InlineParser }

// Parse implements parser.InlineParser.
func (m measured) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	var b *budget
	if found, is := pc.Get(budgetKey).(*budget); is {
		b = found
	} else {
		b = &budget{left: mostSigns}
		pc.Set(budgetKey, b)
	}
	if !b.covers(parent, block.Source()) {
		return nil
	}
	return m.InlineParser.Parse(parent, block, pc)
}

// CloseBlock implements parser.CloseBlocker.
func (m measured) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if closer, is := m.InlineParser.(parser.CloseBlocker); is {
		closer.CloseBlock(parent, block, pc)
	}
}

var budgetKey = parser.NewContextKey()

// isSign has the characters that markup within a block begins or ends with.
var isSign = [256]bool{'[': true, ']': true, '<': true, '`': true, '*': true, '_': true, '~': true, '!': true, '@': true, '^': true}

// budget holds the rest of mostSigns.
type budget struct {
	left int
	of   ast.Node // the block that was asked about last
	has  bool
}

// covers reports whether a block is within the budget, which it takes once.
func (b *budget) covers(block ast.Node, source []byte) bool {
	if b.of == block {
		return b.has
	}
	signs, size := 0, 0
	for i := range block.Lines().Len() {
		line := block.Lines().At(i)
		for _, c := range line.Value(source) {
			if isSign[c] {
				signs++
			}
		}
		size += line.Len()
	}
	b.of, b.has = block, signs*size <= b.left
	if b.has {
		b.left -= signs * size
	}
	return b.has
}
