package odt

import (
	"cmp"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"

	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
	"engram/internal/document"
)

// place positions a paragraph in lists and their styles.
type place struct {
	depth   int
	list    string // style
	ordered bool
}

const maxRepeat = 100 // blanks, cells or rows that one element stands for

// blocks adds the paragraphs, lists and tables within the current element.
func (r *reader) blocks(items *[]flow.Item, at place) error {
	return r.x.Each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "h", "p":
			return r.paragraph(items, e, at)
		case "list":
			return r.list(items, e, at)
		case "table":
			return r.table(items)
		case "section", "index-title", "frame", "text-box", "g":
			return r.blocks(items, at)
		}
		return nil // such as changes, forms and tables of contents
	})
}

// list adds the items of a list. A style that is not named is that of the list around.
func (r *reader) list(items *[]flow.Item, e xml.StartElement, at place) error {
	at.depth++
	if name := markup.Attr(e, "style-name"); name != "" {
		at.list = name
	}
	at.ordered = r.lists[at.list][strconv.Itoa(at.depth)]
	number := 0
	return r.x.Each(func(e xml.StartElement) error {
		if e.Name.Local != "list-item" && e.Name.Local != "list-header" {
			return nil
		}
		number++
		if start, err := strconv.Atoi(markup.Attr(e, "start-value")); err == nil {
			number = start
		}
		begin := len(*items)
		err := r.blocks(items, at)
		if begin < len(*items) && (*items)[begin].Depth == at.depth {
			(*items)[begin].Number = number
		}
		return err
	})
}

// paragraph is one that is being read.
type paragraph struct {
	flow.Item
	pictures []flow.Item
	boxes    []flow.Item // of text boxes, which follow it
}

func (r *reader) paragraph(items *[]flow.Item, e xml.StartElement, at place) error {
	p := &paragraph{}
	id := markup.Attr(e, "style-name")
	r.apply(&p.Item, id)
	look := document.Span{}
	if e.Name.Local == "h" {
		level, _ := strconv.Atoi(markup.Attr(e, "outline-level"))
		p.Level = min(max(level, 1), 6)
	} else {
		p.Depth, p.Ordered = at.depth, at.ordered
		look = r.styles[id].span
	}
	err := r.inline(p, look)
	if p.Code || len(p.Spans) > 0 {
		*items = append(*items, p.Item)
	}
	*items = append(append(*items, p.pictures...), p.boxes...)
	return err
}

// inline reads the content of a paragraph, or of an element within one.
func (r *reader) inline(p *paragraph, look document.Span) error {
	say := func(text string) {
		said := look
		said.Text = text
		p.Spans = append(p.Spans, said)
	}
	return r.x.Mixed(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "span":
			return r.inline(p, r.spanStyle(look, markup.Attr(e, "style-name")))
		case "a":
			inner := look
			if to := markup.Attr(e, "href"); strings.HasPrefix(to, "http://") || strings.HasPrefix(to, "https://") {
				inner.Link = to
			}
			return r.inline(p, inner)
		case "s":
			say(strings.Repeat(" ", repeated(e, "c")))
		case "tab":
			say("\t")
		case "line-break":
			say("\n")
		case "note":
			return r.note(p)
		case "frame", "custom-shape", "text-box", "g", "image", "object":
			var shown flow.Item
			err := r.drawing(p, &shown)
			if shown.Alt != "" || shown.Picture != nil {
				p.pictures = append(p.pictures, shown)
			}
			return err
		case "annotation", "annotation-end", "bookmark", "bookmark-start", "bookmark-end", "tracked-changes":
		default: // fields and what else has words
			return r.inline(p, look)
		}
		return nil
	}, func(text string) {
		if !p.Code {
			text = folded(text)
		}
		say(text)
	})
}

// folded returns text with its white space, which means one blank, folded.
func folded(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	if words == "" && text != "" {
		return " "
	}
	if text != "" && strings.ContainsRune(" \t\r\n", rune(text[0])) {
		words = " " + words
	}
	if strings.ContainsRune(" \t\r\n", rune(text[len(text)-1])) {
		words += " "
	}
	return words
}

// note adds the mark of a note, whose text is kept for the end.
func (r *reader) note(p *paragraph) error {
	return r.x.Each(func(e xml.StartElement) error {
		if e.Name.Local != "note-body" {
			return nil
		}
		n := len(r.notes)
		p.Spans = append(p.Spans, document.Span{Text: "[" + strconv.Itoa(n+1) + "]", Ref: noteAnchor(n)})
		r.notes = append(r.notes, nil)
		var note []flow.Item
		err := r.blocks(&note, place{})
		r.notes[n] = note
		return err
	})
}

func noteAnchor(n int) string { return "note-" + strconv.Itoa(n+1) }

// drawing adds what a picture shows in words, and the text of boxes in it.
func (r *reader) drawing(p *paragraph, shown *flow.Item) error {
	return r.x.Each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "title", "desc":
			text, err := r.x.Text()
			shown.Alt = cmp.Or(strings.TrimSpace(text), shown.Alt)
			return err
		case "image":
			if shown.Picture == nil {
				shown.Picture = r.pictures.Read(markup.Attr(e, "href"))
			}
			return nil
		case "text-box":
			return r.blocks(&p.boxes, place{})
		case "p":
			return r.paragraph(&p.boxes, e, place{})
		}
		return r.drawing(p, shown)
	})
}

func repeated(e xml.StartElement, name string) int {
	n, err := strconv.Atoi(markup.Attr(e, name))
	if err != nil {
		return 1
	}
	return min(max(n, 1), maxRepeat)
}

func (r *reader) table(items *[]flow.Item) error {
	var rows [][]document.Cell
	var row func(e xml.StartElement) error
	row = func(e xml.StartElement) error {
		switch e.Name.Local {
		case "table-header-rows", "table-rows", "table-row-group":
			return r.x.Each(row)
		case "table-row":
			cells, err := r.row()
			for range repeated(e, "number-rows-repeated") {
				rows = append(rows, slices.Clone(cells))
			}
			return err
		}
		return nil
	}
	err := r.x.Each(row)
	*items = append(*items, flow.Item{Rows: rows})
	return err
}

func (r *reader) row() (cells []document.Cell, err error) {
	err = r.x.Each(func(e xml.StartElement) error {
		if e.Name.Local != "table-cell" && e.Name.Local != "covered-table-cell" {
			return nil
		}
		var content []flow.Item
		err := r.blocks(&content, place{})
		cell := flow.Cell(content)
		for range repeated(e, "number-columns-repeated") {
			cells = append(cells, slices.Clone(cell))
		}
		return err
	})
	return cells, err
}
