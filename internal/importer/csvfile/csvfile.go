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
	maxRow      = 4 << 20 // bytes
	maxRestarts = 200     // after rows that are too long
)

var (
	// ErrTooLong is returned for a row that is too long, or has a quote that never ends. The next row is
	// that of the following line.
	ErrTooLong = errors.New("csvfile: a row is too long")
	// ErrGivenUp is returned in place of what follows too many of these.
	ErrGivenUp = errors.New("csvfile: too many rows are too long")
)

// Reader reads rows. A row may have fewer or more cells than the first.
type Reader struct {
	in       *window
	csv      *csv.Reader
	comma    rune
	restarts int
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

// Next returns the next row; io.EOF after the last one, ErrTooLong in place of one that is too long, and
// ErrGivenUp once.
func (r *Reader) Next() ([]string, error) {
	if r.restarts > maxRestarts {
		return nil, io.EOF
	}
	row, err := r.csv.Read()
	end := int(r.csv.InputOffset() - r.in.base)
	if errors.Is(err, ErrTooLong) || err == nil && r.in.isLast(end) && swallows(r.in.kept[r.in.done:end], r.comma) {
		return nil, r.skip()
	}
	r.in.done = end
	r.in.drop(maxRow / 8)
	return row, err
}

// skip goes on behind the line that the current row begins with.
func (r *Reader) skip() error {
	if r.restarts++; r.restarts > maxRestarts {
		return ErrGivenUp
	}
	r.in.drop(0)
	r.in.skipLine()
	r.restart()
	return ErrTooLong
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
