package rtf

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"golang.org/x/text/encoding"

	"engram/internal/capture/flow"
	"engram/internal/document"
)

// target receives the text of a group.
type target uint8

const (
	body   target = iota
	nobody        // dropped
	info          // a field of the metadata
	fonts
	styles
	instruction // of a field
	bullet      // of a list's item
	footnote
)

// group is the state that braces enclose.
type group struct {
	target target
	name   string // of the field of the metadata
	style  document.Span
	hidden bool
	font   int
	skip   int // characters after a \u that stand for it
	starts bool
	any    bool // after \*: an unknown destination is dropped
}

// shape is the state of a paragraph.
type shape struct {
	level, depth int
	ordered      bool
	listed       bool
	table        bool
}

// reader reads one document.
type reader struct {
	scanner
	group
	groups  []group
	shape   shape
	spans   []document.Span
	raw     []byte // text that is not decoded yet
	left    int    // characters to skip
	high    rune   // the first half of a pair
	code    encoding.Encoding
	charset map[int]encoding.Encoding // by font
	headed  map[int]int               // levels of headings, by style
	current int                       // font or style that is defined
	aside   strings.Builder           // text outside of the body
	info    map[string]string
	dates   map[string]int
	created time.Time
	link    string
	items   []flow.Item
	cells   []document.Cell
	rows    [][]document.Cell
	notes   []flow.Item
	outer   []document.Span // of the paragraph around a footnote
}

func newReader(source []byte) *reader {
	return &reader{
		scanner: scanner{source: source}, group: group{skip: 1}, code: encodingOf(1252),
		charset: map[int]encoding.Encoding{}, headed: map[int]int{}, info: map[string]string{}, dates: map[string]int{},
	}
}

// read reads all of the document and reports whether it stopped before its end.
func (r *reader) read(ctx context.Context) (cut bool) {
	for n := 0; ; n++ {
		t, ok := r.next()
		if !ok {
			break
		}
		if n%perCheck == 0 && ctx.Err() != nil || len(r.items) > maxItems || len(r.groups) > maxDepth {
			cut = true
			break
		}
		r.take(t)
	}
	r.flush()
	r.paragraph()
	r.endTable()
	return cut
}

func (r *reader) take(t token) {
	switch t.kind {
	case '{':
		r.flush()
		r.groups = append(r.groups, r.group)
		r.starts, r.any = true, false
	case '}':
		r.flush()
		r.close()
	case 't':
		r.starts = false
		r.text(t.text)
	case '\\':
		if t.word == "u" {
			r.unicode(t.number)
			return
		}
		r.flush()
		starts := r.starts
		r.starts = starts && t.word == "*"
		if starts && r.destination(t) {
			return
		}
		r.any = r.any && t.word == "*"
		r.control(t)
	}
}

// close ends a group.
func (r *reader) close() {
	if len(r.groups) == 0 {
		return
	}
	ended := r.group
	r.group = r.groups[len(r.groups)-1]
	r.groups = r.groups[:len(r.groups)-1]
	if ended.target == r.target && ended.name == r.name {
		return
	}
	said := strings.TrimSpace(r.aside.String())
	switch ended.target {
	case info:
		r.info[ended.name] = said
		if ended.name == "creatim" {
			r.created = date(r.dates)
		}
	case instruction:
		r.link = fieldLink(said)
	case bullet:
		r.shape.listed, r.shape.ordered = true, strings.ContainsFunc(said, isCounted)
		r.spans = nil
	case footnote:
		r.endNote()
	}
	r.aside.Reset()
}

func isCounted(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' && r != 'o'
}

var fieldAddress = regexp.MustCompile(`^HYPERLINK\s+"?(https?://[^"\s]+)`)

func fieldLink(said string) string {
	if m := fieldAddress.FindStringSubmatch(said); m != nil {
		return m[1]
	}
	return ""
}

// text takes bytes in the code page of the font.
func (r *reader) text(b []byte) {
	for len(b) > 0 && r.left > 0 {
		b, r.left = b[1:], r.left-1
	}
	r.raw = append(r.raw, b...)
}

// flush decodes the bytes so far.
func (r *reader) flush() {
	if len(r.raw) == 0 {
		return
	}
	code := r.code
	if of, ok := r.charset[r.font]; ok {
		code = of
	}
	said, err := code.NewDecoder().Bytes(r.raw)
	if err != nil {
		said = r.raw
	}
	r.raw = r.raw[:0]
	r.say(string(said))
}

// unicode takes a character by its number, which may be half of a pair.
func (r *reader) unicode(n int) {
	r.flush()
	r.starts = false
	c := rune(uint16(n))
	r.left = r.skip
	switch {
	case utf16.IsSurrogate(c) && r.high == 0:
		r.high = c
		return
	case r.high != 0:
		c = utf16.DecodeRune(r.high, c)
	}
	r.high = 0
	r.say(string(c))
}

// say adds text to where the group's goes.
func (r *reader) say(text string) {
	switch r.target {
	case body, footnote:
		if !r.hidden {
			said := r.style
			said.Text, said.Link = text, r.link
			r.spans = append(r.spans, said)
		}
	case fonts, nobody, styles:
	default:
		r.aside.WriteString(text)
	}
}

// paragraph ends one.
func (r *reader) paragraph() {
	item := flow.Item{Spans: r.spans, Level: r.shape.level}
	if r.shape.listed && item.Level == 0 {
		item.Depth, item.Ordered = r.shape.depth+1, r.shape.ordered
	}
	r.spans = nil
	r.shape.listed = false
	if len(item.Spans) == 0 {
		return
	}
	r.endTable()
	r.items = append(r.items, item)
}

func (r *reader) cell() {
	r.cells = append(r.cells, r.spans)
	r.spans = nil
}

func (r *reader) row() {
	if len(r.cells) > 0 {
		r.rows = append(r.rows, r.cells)
	}
	r.cells, r.shape.table = nil, false
}

// endTable ends a table before a paragraph outside of it.
func (r *reader) endTable() {
	if len(r.cells) > 0 {
		r.row()
	}
	if len(r.rows) > 0 {
		r.items = append(r.items, flow.Item{Rows: r.rows})
		r.rows = nil
	}
}

// beginNote keeps the paragraph around a footnote and marks the place.
func (r *reader) beginNote() {
	mark := document.Span{Text: "[" + strconv.Itoa(len(r.notes)+1) + "]", Ref: noteAnchor(len(r.notes))}
	r.spans = append(r.spans, mark)
	r.outer, r.spans = r.spans, nil
}

func (r *reader) endNote() {
	r.notes = append(r.notes, flow.Item{Spans: r.spans})
	r.spans, r.outer = r.outer, nil
}

func noteAnchor(n int) string { return "note-" + strconv.Itoa(n+1) }
