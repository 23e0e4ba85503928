// Package xmlfile reads XML of any size token by token.
package xmlfile

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
)

// MaxToken is the number of bytes of one tag or text that are read.
const MaxToken = 32 << 20

// ErrDamaged is returned for a text that is no XML, ends too early or has a token that is too long.
// Nothing more can be read.
var ErrDamaged = errors.New("xmlfile: it is no XML")

// Reader reads a text.
type Reader struct {
	in      *measured
	decoder *xml.Decoder
}

// New returns a reader of a text, which is UTF-8 whatever it declares.
func New(text io.Reader) *Reader {
	in := &measured{r: bufio.NewReaderSize(text, 64<<10)}
	r := &Reader{in: in, decoder: xml.NewDecoder(in)}
	r.decoder.Strict, r.decoder.Entity = false, xml.HTMLEntity
	r.decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	return r
}

// Next returns the next token, which is valid until the one after it; io.EOF at the end.
func (r *Reader) Next() (xml.Token, error) {
	r.in.left = MaxToken
	token, err := r.decoder.RawToken()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		err = ErrDamaged
	}
	return token, err
}

// Offset returns the number of bytes that were read.
func (r *Reader) Offset() int64 { return r.decoder.InputOffset() }

// Attr returns an attribute by its local name; empty if there is none.
func Attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// measured ends within a token that does not, before it fills the memory.
type measured struct {
	r    *bufio.Reader
	left int
}

func (m *measured) ReadByte() (byte, error) {
	if m.left--; m.left < 0 {
		return 0, ErrDamaged
	}
	return m.r.ReadByte()
}

func (m *measured) Read(p []byte) (int, error) {
	if m.left -= len(p); m.left < 0 {
		return 0, ErrDamaged
	}
	return m.r.Read(p)
}
