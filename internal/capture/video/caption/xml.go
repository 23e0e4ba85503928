package caption

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"time"

	"engram/internal/capture/video/length"
)

const maxDepth = 64 // of elements

// xml reads three forms: <text start dur> in seconds, <p t d> in milliseconds, and TTML's <p begin end>.
func (l *list) xml(track []byte) {
	d := xml.NewDecoder(bytes.NewReader(track))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // what is no UTF-8 is dropped later
	var cue *xml.StartElement
	var text strings.Builder
	for depth := 0; depth <= maxDepth && !l.full(); {
		token, err := d.Token()
		if err != nil {
			return
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			switch e.Name.Local {
			case "text", "p":
				e = e.Copy()
				cue = &e
				text.Reset()
			case "br":
				text.WriteByte('\n')
			}
		case xml.CharData:
			if cue != nil {
				text.Write(e)
			}
		case xml.EndElement:
			depth--
			if cue != nil && e.Name.Local == cue.Name.Local {
				l.addElement(*cue, text.String())
				cue = nil
			}
		}
	}
}

func (l *list) addElement(e xml.StartElement, text string) {
	times := map[string]time.Duration{}
	for _, a := range e.Attr {
		if d, ok := momentOf(a); ok {
			times[a.Name.Local] = d
		}
	}
	for _, form := range []struct{ start, end, duration string }{{"start", "", "dur"}, {"t", "", "d"}, {"begin", "end", "dur"}} {
		start, ok := times[form.start]
		if !ok {
			continue
		}
		end, ok := times[form.end]
		if !ok {
			end = start + times[form.duration]
		}
		l.add(start, end, text)
		return
	}
}

// momentOf reads an attribute that holds a time. TTML's seconds may carry their unit.
func momentOf(a xml.Attr) (time.Duration, bool) {
	if a.Name.Local == "t" || a.Name.Local == "d" {
		d, ok := length.Parse(a.Value)
		return d / 1000, ok
	}
	return length.Parse(strings.TrimSuffix(a.Value, "s"))
}
