package docx

import (
	"encoding/xml"
	"strconv"

	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
	"engram/internal/document"
)

// table adds a table, or the content of one with a single column.
func (r *reader) table(items *[]flow.Item) error {
	var rows [][]document.Cell
	var alone []flow.Item // the content, while no row has two cells
	wide := false
	err := r.each("tr", func() error {
		var row []document.Cell
		err := r.each("tc", func() error {
			var content []flow.Item
			span, err := r.cell(&content)
			row = append(row, flow.Cell(content))
			for range min(span, maxSpan) - 1 {
				row = append(row, nil)
			}
			if wide = wide || len(row) > 1; !wide {
				alone = append(alone, content...)
			}
			return err
		})
		rows = append(rows, row)
		return err
	})
	if wide {
		*items = append(*items, flow.Item{Rows: rows})
	} else {
		*items = append(*items, alone...)
	}
	return err
}

const maxSpan = 100 // columns of one cell

// each reads the elements with a name, also in content controls.
func (r *reader) each(name string, read func() error) error {
	return r.x.Each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case name:
			return read()
		case "sdt", "sdtContent", "ins", "customXml":
			return r.each(name, read)
		}
		return nil
	})
}

// cell reads a cell and returns the number of columns that it spans.
func (r *reader) cell(content *[]flow.Item) (span int, err error) {
	span = 1
	err = r.x.Each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "p":
			return r.paragraph(content)
		case "tbl":
			return r.table(content)
		case "sdt", "sdtContent":
			return r.blocks(content)
		case "tcPr":
			return r.x.Each(func(e xml.StartElement) error {
				if n, err := strconv.Atoi(markup.Attr(e, "val")); err == nil && e.Name.Local == "gridSpan" {
					span = n
				}
				return nil
			})
		}
		return nil
	})
	return span, err
}
