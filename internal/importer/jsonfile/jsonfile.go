// Package jsonfile reads JSON of any size value by value, so that a long or broken value costs itself
// alone.
package jsonfile

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
)

var (
	// ErrTooLong is returned for a value that is too long. It was skipped.
	ErrTooLong = errors.New("jsonfile: a value is too long")
	// ErrSyntax is returned for a text that is no JSON, or ends too early. Nothing more can be read.
	ErrSyntax = errors.New("jsonfile: it is no JSON")
)

const maxKey = 64 << 10 // bytes

// Reader reads a text.
type Reader struct {
	r    *bufio.Reader
	read int64 // bytes
}

// New returns a reader of a text.
func New(text io.Reader) *Reader { return &Reader{r: bufio.NewReaderSize(text, 64<<10)} }

// Offset returns the number of bytes that were read.
func (r *Reader) Offset() int64 { return r.read }

// Kind returns the first byte of the next value, or the sign that comes instead; 0 at the end.
func (r *Reader) Kind() byte {
	for {
		b, err := r.r.ReadByte()
		switch {
		case err != nil:
			return 0
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			r.read++
			continue
		}
		_ = r.r.UnreadByte()
		return b
	}
}

// Each calls visit for every element of the list that comes next. It skips those that visit does not
// read, and a value that is no list.
func (r *Reader) Each(visit func() error) error {
	return r.within('[', ']', visit)
}

// Fields calls visit for every field of the object that comes next, before its value. It skips values
// that visit does not read, and a value that is no object.
func (r *Reader) Fields(visit func(key string) error) error {
	return r.within('{', '}', func() error {
		raw, err := r.Raw(maxKey)
		if err != nil && !errors.Is(err, ErrTooLong) {
			return err
		}
		var key string
		if json.Unmarshal(raw, &key) != nil && err == nil || r.Kind() != ':' {
			return ErrSyntax
		}
		r.skip()
		return r.visited(func() error { return visit(key) })
	})
}

func (r *Reader) within(open, end byte, visit func() error) error {
	if r.Kind() != open {
		return r.Skip()
	}
	r.skip()
	for {
		switch r.Kind() {
		case 0:
			return ErrSyntax
		case end:
			r.skip()
			return nil
		case ',':
			r.skip()
		default:
			if err := r.visited(visit); err != nil {
				return err
			}
		}
	}
}

// visited calls visit and skips the next value if it was not read.
func (r *Reader) visited(visit func() error) error {
	r.Kind()
	before := r.read
	if err := visit(); err != nil {
		return err
	}
	if r.read == before {
		return r.Skip()
	}
	return nil
}

func (r *Reader) skip() {
	_, _ = r.r.ReadByte()
	r.read++
}

// Skip skips the next value.
func (r *Reader) Skip() error {
	_, err := r.Raw(0)
	if errors.Is(err, ErrTooLong) {
		return nil
	}
	return err
}

// Raw returns the next value as it is written; ErrTooLong if it has more than limit bytes.
func (r *Reader) Raw(limit int) ([]byte, error) {
	v := value{limit: limit}
	r.Kind()
	for !v.complete {
		b, err := r.r.ReadByte()
		if err != nil {
			if v.size > 0 && v.depth == 0 && !v.quoted {
				break // a number ends with the text
			}
			return nil, ErrSyntax
		}
		if !v.add(b) {
			_ = r.r.UnreadByte()
			break
		}
		r.read++
	}
	switch {
	case v.size == 0:
		return nil, ErrSyntax
	case v.size > limit:
		return nil, ErrTooLong
	}
	return v.raw, nil
}

// value collects the bytes of a value up to a limit.
type value struct {
	limit, size, depth int
	raw                []byte
	quoted, escaped    bool
	complete           bool
}

// add takes the next byte. It reports false for one that is behind the value.
func (v *value) add(b byte) bool {
	switch {
	case v.escaped:
		v.escaped = false
	case v.quoted:
		v.escaped = b == '\\'
		v.quoted = b != '"'
		v.complete = !v.quoted && v.depth == 0
	case b == '"':
		if v.size > 0 && v.depth == 0 {
			return false
		}
		v.quoted = true
	case b == '{' || b == '[':
		if v.size > 0 && v.depth == 0 {
			return false
		}
		v.depth++
	case b == '}' || b == ']':
		if v.depth == 0 {
			return false
		}
		v.depth--
		v.complete = v.depth == 0
	case v.depth == 0 && (b == ',' || b == ':' || b <= ' '):
		return false
	}
	if v.size++; v.size <= v.limit {
		v.raw = append(v.raw, b)
	} else {
		v.raw = nil
	}
	return true
}

// To steps into the fields of a path and calls visit there; of a field that occurs twice, twice.
func (r *Reader) To(path []string, visit func() error) error {
	if len(path) == 0 {
		return visit()
	}
	return r.Fields(func(key string) error {
		if key != path[0] {
			return nil
		}
		return r.To(path[1:], visit)
	})
}
