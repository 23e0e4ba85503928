// Package csvfile reads tables of any size, row by row.
package csvfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
)

const (
	maxRow      = 4 << 20   // bytes
	maxRestarts = 200       // after rows that are too long
	maxAgain    = 100 << 20 // bytes that are read again after stray quotes
)

var (
	// ErrTooLong is returned for a row that is too long, or has a quote that never ends. The next row is
	// that of the following line.
	ErrTooLong = errors.New("csvfile: a row is too long")
	// ErrStray is returned for a row with a quote that a later row closes. The next row is that of the
	// following line.
	ErrStray = errors.New("csvfile: a quote is not closed in its row")
	// ErrGivenUp is returned in place of what follows too many of these.
	ErrGivenUp = errors.New("csvfile: too many rows are too long")
)

// Reader reads rows. A row may have fewer or more cells than the first.
type Reader struct {
	in       *window
	csv      *csv.Reader
	comma    rune
	columns  int // of the first row
	restarts int
	again    int // bytes that were read again after stray quotes
}

// New returns a reader of a text, whose cells are separated by comma.
func New(text io.Reader, comma rune) *Reader {
	r := &Reader{in: &window{r: text}, comma: comma}
	r.restart()
	return r
}

func (r *Reader) restart() {
	r.csv = csv.NewReader(r.in)
	r.csv.Comma, r.csv.FieldsPerRecord, r.csv.LazyQuotes = r.comma, -1, true
	r.in.base, r.in.done = 0, 0
}

// Next returns the next row; io.EOF after the last one, ErrTooLong and ErrStray in place of a broken one,
// and ErrGivenUp once.
func (r *Reader) Next() ([]string, error) {
	if r.givenUp() {
		return nil, io.EOF
	}
	row, err := r.csv.Read()
	end := int(r.csv.InputOffset() - r.in.base)
	switch {
	case errors.Is(err, ErrTooLong), err == nil && r.in.isLast(end) && swallows(r.in.kept[r.in.done:end], r.comma):
		r.restarts++
		return nil, r.skip(ErrTooLong)
	case err == nil && r.hidesRows(r.in.kept[r.in.done:end]):
		r.again += end - r.in.done
		return nil, r.skip(ErrStray)
	case err == nil && r.columns == 0:
		r.columns = len(row)
	}
	r.in.done = end
	r.in.drop(maxRow / 8)
	return row, err
}

func (r *Reader) givenUp() bool { return r.restarts > maxRestarts || r.again > maxAgain }

// skip goes on behind the line that the current row begins with. It returns why.
func (r *Reader) skip(why error) error {
	if r.givenUp() {
		return ErrGivenUp
	}
	r.in.drop(0)
	r.in.skipLine()
	r.restart()
	return why
}

// hidesRows reports whether a row of several lines is as many rows, which a stray quote in the first holds
// together: each has the cells that a row has, and what quotes there are, or an address in each, tell it from a text.
func (r *Reader) hidesRows(row []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimLeft(row, "\r\n"), []byte("\n"))
	if len(bytes.TrimSpace(rest)) == 0 || r.columns < 2 || cellsOf(bytes.TrimRight(first, "\r"), byte(r.comma)) != r.columns {
		return false
	}
	strict := csv.NewReader(bytes.NewReader(row))
	strict.Comma = r.comma
	_, err := strict.Read()
	stray := err != nil
	addressed := func(line string) bool { return strings.Contains(line, "://") }
	if !stray && !addressed(string(first)) {
		return false
	}
	lines := csv.NewReader(bytes.NewReader(rest))
	lines.Comma, lines.FieldsPerRecord, lines.LazyQuotes = r.comma, r.columns, true
	for {
		cells, err := lines.Read()
		switch {
		case errors.Is(err, io.EOF):
			return true
		case err != nil, !stray && !addressed(strings.Join(cells, " ")):
			return false
		}
	}
}

// cellsOf returns the number of cells of a line in which a quote that is not closed is a sign like others.
func cellsOf(line []byte, comma byte) int {
	for n := 1; ; n++ {
		next := bytes.IndexByte(line[closing(line, comma):], comma)
		if next < 0 {
			return n
		}
		line = line[closing(line, comma)+next+1:]
	}
}

// closing returns where the quote stands that closes the cell at the beginning of a line; 0 if none does.
func closing(line []byte, comma byte) int {
	if len(line) == 0 || line[0] != '"' {
		return 0
	}
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] != '"':
		case i+1 < len(line) && line[i+1] == '"':
			i++
		case i+1 == len(line) || line[i+1] == comma:
			return i
		}
	}
	return 0
}

// swallows reports whether a row has a quote that does not end in it, and lines behind that.
func swallows(row []byte, comma rune) bool {
	begins, quoted, lines := true, false, 0 // a cell begins here; within quotes; ends of lines within those
	for i := 0; i < len(row); i++ {
		c := row[i]
		switch {
		case quoted && c == '"' && i+1 < len(row) && row[i+1] == '"':
			i++
		case quoted && c == '"':
			quoted = i+1 < len(row) && rune(row[i+1]) != comma && row[i+1] != '\n' && row[i+1] != '\r' // else it is a stray one
		case quoted && c == '\n' && i+1 < len(row):
			lines++
		case !quoted && c == '"' && begins:
			quoted, lines = true, 0
		}
		begins = !quoted && (rune(c) == comma || c == '\n')
	}
	return quoted && lines > 0
}

// window keeps what was read of the current row, so that it can be read again.
type window struct {
	r     io.Reader
	again int // bytes of kept that are still to be read
	kept  []byte
	done  int   // bytes of kept that are in rows before the current one
	base  int64 // offset of kept in what the csv.Reader has read
	ended bool  // r has
}

// isLast reports whether nothing stands behind an offset in kept.
func (w *window) isLast(offset int) bool { return w.ended && w.again == 0 && offset == len(w.kept) }

func (w *window) Read(p []byte) (int, error) {
	if w.again > 0 {
		n := copy(p, w.kept[len(w.kept)-w.again:])
		w.again -= n
		return n, nil
	}
	if len(w.kept)-w.done > maxRow {
		return 0, ErrTooLong
	}
	n, err := w.r.Read(p)
	w.kept, w.ended = append(w.kept, p[:n]...), err != nil
	return n, err
}

// drop forgets the rows before the current one if they have more than these bytes.
func (w *window) drop(bytes int) {
	if w.done > bytes {
		w.kept = append(w.kept[:0], w.kept[w.done:]...)
		w.base += int64(w.done)
		w.done = 0
	}
}

// skipLine forgets the line that the current row begins with; the rest is read again.
func (w *window) skipLine() {
	for {
		if line := bytes.IndexByte(w.kept, '\n') + 1; line > 0 {
			w.kept = append(w.kept[:0], w.kept[line:]...)
			w.again = len(w.kept)
			return
		}
		w.kept = w.kept[:cap(w.kept)]
		n, err := w.r.Read(w.kept)
		w.kept = w.kept[:n]
		if w.ended = err != nil; w.ended && n == 0 {
			return
		}
	}
}

// Comma returns the sign that separates the cells of a table's first row.
func Comma(head string) rune {
	line, _, _ := strings.Cut(head, "\n")
	best, most := ',', 0
	for _, comma := range []rune{',', ';', '\t'} {
		if n := strings.Count(line, string(comma)); n > most {
			best, most = comma, n
		}
	}
	return best
}

// Header returns the first row of a table, in lower case without blanks around; nil if it has none.
func Header(head string) []string {
	row, err := New(strings.NewReader(head), Comma(head)).Next()
	if err != nil {
		return nil
	}
	for i := range row {
		row[i] = strings.ToLower(strings.TrimSpace(row[i]))
	}
	return row
}
