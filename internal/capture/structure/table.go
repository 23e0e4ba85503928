package structure

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/document"
)

const (
	maxColumns = 100     // a wider table becomes lines of text
	maxCells   = 100_000 // of a table, with those that are only spanned
)

// table reads a table of data as such, and one that lays out a page as what it contains.
func (r *reader) table(n *html.Node) {
	if r.whole > 0 {
		r.children(n)
		return
	}
	if !isData(n) {
		r.close()
		r.children(n)
		r.close()
		return
	}
	r.close()
	t := tabled{reader: r, last: r.place, spanned: map[int]int{}}
	r.whole++
	t.walk(n)
	r.whole--
	t.end()
}

// isData reports whether a table has rows and columns of words, not parts of a page.
func isData(n *html.Node) bool {
	rows, columns, ok := 0, 0, markup.Attribute(n, "role") != "presentation"
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil && ok; c = c.NextSibling {
			switch c.DataAtom {
			case atom.Table, atom.Pre, atom.H1, atom.H2, atom.H3, atom.Form, atom.Article, atom.Section, atom.Figure:
				ok = false
			case atom.Tr:
				rows, columns = rows+1, max(columns, widthOf(c))
			}
			walk(c)
		}
	}
	walk(n)
	return ok && columns > 1 && columns <= maxColumns && rows*columns <= maxCells && rows > 0
}

func widthOf(row *html.Node) (width int) {
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if isCell(c) {
			width += spanOf(c, "colspan")
		}
	}
	return width
}

func isCell(n *html.Node) bool { return n.DataAtom == atom.Td || n.DataAtom == atom.Th }

func spanOf(cell *html.Node, name string) int {
	n, err := strconv.Atoi(markup.Attribute(cell, name))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, 1000)
}

// tabled collects the cells of a table.
type tabled struct {
	reader  *reader
	cells   [][]area
	align   []document.Align
	header  area
	last    int         // place up to which all words are in cells
	headed  bool        // the first row is a head
	spanned map[int]int // rows that a cell above goes on in, by column
}

// walk reads all below a table; words outside of cells belong to the cell or row before.
func (t *tabled) walk(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type != html.ElementNode:
			t.reader.node(c)
		case markup.IsInvisible(c):
		case c.DataAtom == atom.Caption:
			t.reader.element(c)
			if len(t.cells) == 0 {
				t.header, t.last = area{t.reader.begun, t.reader.place}, t.reader.place
			}
		case c.DataAtom == atom.Tr:
			t.row(c)
		case c.DataAtom == atom.Thead, c.DataAtom == atom.Tbody, c.DataAtom == atom.Tfoot:
			t.walk(c)
		default:
			t.reader.element(c)
		}
	}
}

func (t *tabled) row(n *html.Node) {
	var row []area
	names, all := 0, 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !isCell(c) || markup.IsInvisible(c) {
			t.reader.node(c)
			continue
		}
		row = t.above(row)
		t.cell(c)
		all++
		if c.DataAtom == atom.Th {
			names++
		}
		t.span(c, len(row))
		t.aligned(c, len(row))
		row = append(row, area{t.last, t.reader.place})
		t.last = t.reader.place
		for range min(spanOf(c, "colspan"), maxColumns-len(row)+1) - 1 {
			row = append(row, area{t.reader.place, t.reader.place})
		}
	}
	row = t.above(row)
	if len(t.cells) == 0 {
		t.headed = all > 0 && names == all || n.Parent.DataAtom == atom.Thead
	}
	t.cells = append(t.cells, row)
}

func (t *tabled) cell(n *html.Node) {
	before := t.reader.style
	t.reader.children(n)
	t.reader.style = before
}

// above adds an empty cell for each cell of a row above that goes on here.
func (t *tabled) above(row []area) []area {
	for t.spanned[len(row)] > 0 && len(row) < maxColumns {
		t.spanned[len(row)]--
		row = append(row, area{t.reader.place, t.reader.place})
	}
	return row
}

func (t *tabled) span(cell *html.Node, column int) {
	if rows := spanOf(cell, "rowspan"); rows > 1 {
		for i := range spanOf(cell, "colspan") {
			t.spanned[column+i] = rows - 1
		}
	}
}

// aligned keeps how the cells of a column are aligned, as the last one says.
func (t *tabled) aligned(cell *html.Node, column int) {
	says := strings.ToLower(markup.Attribute(cell, "align") + strings.ReplaceAll(markup.Attribute(cell, "style"), " ", ""))
	for column >= len(t.align) && column < maxColumns {
		t.align = append(t.align, document.None)
	}
	switch {
	case column >= maxColumns:
	case says == "right", strings.Contains(says, "text-align:right"):
		t.align[column] = document.Right
	case says == "center", strings.Contains(says, "text-align:center"):
		t.align[column] = document.Center
	}
}

// end adds the table. One without a head has an empty one.
func (t *tabled) end() {
	r := t.reader
	width := 0
	for _, row := range t.cells {
		width = max(width, len(row))
	}
	if r.place == r.begun || width == 0 {
		r.close()
		return
	}
	if !t.headed {
		t.cells = slices.Insert(t.cells, 0, nil)
	}
	for i, row := range t.cells {
		at := r.begun
		if len(row) > 0 {
			at = row[len(row)-1].to
		}
		for len(row) < width {
			row = append(row, area{at, at})
		}
		t.cells[i] = row
	}
	for len(t.align) < width {
		t.align = append(t.align, document.None)
	}
	t.stretch()
	r.add(part{
		block: document.Block{Kind: document.Table, Align: t.align[:width]},
		rows:  t.cells, header: t.header, area: area{r.begun, r.place},
	})
	r.begun = r.place
	r.close()
}

// stretch has the last cell hold what comes after it.
func (t *tabled) stretch() {
	row := t.cells[len(t.cells)-1]
	row[len(row)-1].to = t.reader.place
	if row[len(row)-1].from > t.last {
		row[len(row)-1].from = t.last
	}
}
