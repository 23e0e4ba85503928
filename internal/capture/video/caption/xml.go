package caption

import (
	"bytes"
	"encoding/xml"
	"io"
	"time"
)

const (
	maxDepth = 64       // of elements
	maxToken = 16 << 10 // bytes of a tag with its attributes, of a comment, of text between tags
)

// tokens bounds the size of a token, which the decoder buffers.
type tokens struct {
	*bytes.Reader
	left int
}

func (t *tokens) ReadByte() (byte, error) {
	if t.left--; t.left < 0 {
		return 0, io.ErrUnexpectedEOF
	}
	return t.Reader.ReadByte()
}

// xml reads three formats: <text start dur> in seconds, <p t d> in milliseconds, and TTML's <p
// begin end>.
func (l *list) xml(track []byte) {
	from := &tokens{Reader: bytes.NewReader(track)}
	d := xml.NewDecoder(from)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	// invalid UTF-8 is dropped later
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	e := element{rates: usualRates}
	for depth := 0; depth <= maxDepth && !l.full(); {
		from.left = maxToken
		token, err := d.Token()
		if err != nil {
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			e.begin(t)
		case xml.CharData:
			e.add(t)
		case xml.EndElement:
			depth--
			if e.name != "" && t.Name.Local == e.name {
				e.finish(l)
			}
		}
	}
}

// element is the current cue.
type element struct {
	name  string // empty outside a cue
	times map[string]time.Duration
	text  []byte
	rates rates
}

func (e *element) begin(start xml.StartElement) {
	switch start.Name.Local {
	case "tt":
		e.rates.read(start.Attr)
	case "text", "p":
		e.name, e.times, e.text = start.Name.Local, map[string]time.Duration{}, e.text[:0]
		for _, a := range start.Attr {
			if d, ok := e.rates.attribute(a); ok {
				e.times[a.Name.Local] = d
			}
		}
	case "br":
		e.add([]byte("\n"))
	}
}

func (e *element) add(text []byte) {
	if e.name != "" {
		e.text = append(e.text, clip(text, len(e.text))...)
	}
}

// finish adds the cue, with the first pair of time attributes that it has.
func (e *element) finish(l *list) {
	e.name = ""
	for _, form := range []struct{ start, end, duration string }{{"start", "", "dur"}, {"t", "", "d"}, {"begin", "end", "dur"}} {
		start, ok := e.times[form.start]
		if !ok {
			continue
		}
		end, ok := e.times[form.end]
		if !ok {
			end = start + e.times[form.duration]
		}
		l.add(start, end, string(e.text))
		return
	}
}
