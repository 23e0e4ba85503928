package markup

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
)

const (
	maxElements = 1_500_000 // of an XML document; a book of 500 pages has 200,000
	maxDepth    = 200       // of elements
	maxToken    = 1 << 20   // bytes of one tag or text
	perCheck    = 256       // elements until the context is asked again
)

// ErrTooMuch is returned for XML that is not worth reading to its end.
var ErrTooMuch = errors.New("markup: the document holds too much")

// XML reads untrusted XML, element by element. It knows no entities but the predefined ones, and
// nothing outside of the document.
type XML struct {
	ctx      context.Context
	decoder  *xml.Decoder
	in       *measured
	depth    int
	elements int
}

// NewXML returns a reader of a document in any charset that it declares.
func NewXML(ctx context.Context, document []byte) *XML {
	in := &measured{document: document}
	x := &XML{ctx: ctx, decoder: xml.NewDecoder(in), in: in}
	x.decoder.CharsetReader = charset.NewReaderLabel
	return x
}

// Each calls visit with each element within the current one, or with the root. What visit does not
// read of it is skipped.
func (x *XML) Each(visit func(e xml.StartElement) error) error {
	return x.each(visit, nil)
}

// Mixed is Each that also calls text with the text between the elements.
func (x *XML) Mixed(visit func(e xml.StartElement) error, text func(s string)) error {
	return x.each(visit, text)
}

func (x *XML) each(visit func(e xml.StartElement) error, text func(s string)) error {
	for level := x.depth; ; {
		token, err := x.next()
		if errors.Is(err, io.EOF) && x.depth == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := visit(token); err != nil {
				return err
			}
			for x.depth > level {
				if _, err := x.next(); err != nil {
					return err
				}
			}
		case xml.CharData:
			if text != nil {
				text(string(token))
			}
		case xml.EndElement:
			return nil
		}
	}
}

// Text returns the text of the current element and those in it.
func (x *XML) Text() (string, error) {
	var all strings.Builder
	var within func(xml.StartElement) error
	add := func(s string) { all.WriteString(s) }
	within = func(xml.StartElement) error { return x.Mixed(within, add) }
	err := x.Mixed(within, add)
	return all.String(), err
}

func (x *XML) next() (xml.Token, error) {
	x.in.left = maxToken
	token, err := x.decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token.(type) {
	case xml.StartElement:
		x.depth++
		if x.elements++; x.elements%perCheck == 0 && x.ctx.Err() != nil {
			return nil, x.ctx.Err()
		}
		if x.depth > maxDepth || x.elements > maxElements {
			return nil, ErrTooMuch
		}
	case xml.EndElement:
		x.depth--
	}
	return token, nil
}

// measured ends within a token that does not, before it fills the memory.
type measured struct {
	document []byte
	at, left int
}

func (m *measured) ReadByte() (byte, error) {
	if m.at >= len(m.document) {
		return 0, io.EOF
	}
	if m.left--; m.left < 0 {
		return 0, ErrTooMuch
	}
	m.at++
	return m.document[m.at-1], nil
}

func (m *measured) Read(p []byte) (int, error) {
	if m.at >= len(m.document) {
		return 0, io.EOF
	}
	n := copy(p, m.document[m.at:])
	m.at += n
	if m.left -= n; m.left < -len(p) {
		return 0, ErrTooMuch
	}
	return n, nil
}

// Attr returns an element's attribute by its local name, empty if it has none.
func Attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
