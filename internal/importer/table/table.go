// Package table reads the exports that are CSV.
package table

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/csvfile"
)

const (
	msgRow     = "The row is too long, or a quote in it never ends."
	msgStray   = "A quote in the row is not closed in it. The rows behind it are read."
	msgGivenUp = "Too many rows are too long, or have quotes that never end. What follows in the file is missing."
)

// format returns the format of tables whose first row has all these columns.
func format(name, title string, columns []string, item func(r row, out *importer.Out) error) importer.Format {
	return importer.Format{
		Name: name, Title: title,
		Is: func(_ context.Context, in *importer.Input) bool { return has(csvfile.Header(in.Head), columns...) },
		Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
			return each(in, out, func(r row) error { return item(r, out) })
		},
	}
}

func has(header []string, columns ...string) bool {
	return !slices.ContainsFunc(columns, func(column string) bool { return !slices.Contains(header, column) })
}

// row is a row of a table.
type row struct {
	number int // from 1, the header not counted
	header []string
	cells  []string
	broken string // why it can't be read
}

// each calls visit with the rows of a table, and sends a note for one that can't be read.
func each(in *importer.Input, out *importer.Out, visit func(r row) error) error {
	return eachRow(in, func(r row) error {
		if r.broken != "" {
			return out.Note("", r.place(), r.broken)
		}
		return visit(r)
	})
}

// eachRow calls visit with the rows of a table below its header. Blank ones are not counted.
func eachRow(in *importer.Input, visit func(r row) error) error {
	rows := csvfile.New(importer.Text(in), csvfile.Comma(in.Head))
	if _, err := rows.Next(); err != nil {
		return visit(row{broken: msgRow})
	}
	header := csvfile.Header(in.Head)
	for n := 1; ; n++ {
		cells, err := rows.Next()
		r := row{number: n, header: header, cells: cells, broken: brokenBy(err)}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case r.broken != "":
		case err != nil:
			return err
		case strings.TrimSpace(strings.Join(cells, "")) == "":
			continue
		}
		if err := visit(r); err != nil {
			return err
		}
	}
}

// brokenBy returns why a row can't be read; empty for any other error.
func brokenBy(err error) string {
	switch {
	case errors.Is(err, csvfile.ErrTooLong):
		return msgRow
	case errors.Is(err, csvfile.ErrStray):
		return msgStray
	case errors.Is(err, csvfile.ErrGivenUp):
		return msgGivenUp
	}
	return ""
}

func (r row) place() string { return "row " + strconv.Itoa(r.number) }

// get returns the first of these columns that is not blank.
func (r row) get(columns ...string) string {
	for _, column := range columns {
		if i := slices.Index(r.header, column); i >= 0 && i < len(r.cells) {
			if cell := strings.TrimSpace(r.cells[i]); cell != "" {
				return cell
			}
		}
	}
	return ""
}

// is reports whether a cell says yes.
func (r row) is(columns ...string) bool {
	switch strings.ToLower(r.get(columns...)) {
	case "true", "1", "yes", "x":
		return true
	}
	return false
}

// split returns the parts of a list, without blanks around.
func split(list, separator string) (parts []string) {
	for part := range strings.SplitSeq(list, separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// listed returns the strings of a list as JSON or Python writes it; other text by its commas.
func listed(list string) (parts []string) {
	if json.Unmarshal([]byte(list), &parts) == nil {
		return parts
	}
	inner, isList := strings.CutPrefix(strings.TrimSpace(list), "[")
	if !isList {
		return split(list, ",")
	}
	for rest := strings.TrimSuffix(inner, "]"); rest != ""; {
		quote := strings.IndexAny(rest, `'"`)
		if quote < 0 {
			return parts
		}
		var part string
		part, rest = unquoted(rest[quote+1:], rest[quote])
		parts = append(parts, part)
	}
	return parts
}

// unquoted returns a text up to its closing quote, and what follows.
func unquoted(s string, quote byte) (text, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == quote:
			return b.String(), s[i+1:]
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String(), ""
}

// titled returns a title that is more than the address.
func titled(title, address string) string {
	if title == address {
		return ""
	}
	return title
}
