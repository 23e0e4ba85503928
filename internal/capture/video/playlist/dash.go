package playlist

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"time"

	"engram/internal/capture/video/length"
)

// DASH is the metadata of a DASH manifest.
type DASH struct {
	Title, Source string        // often empty
	Duration      time.Duration // zero if live
}

// The metadata is at the beginning.
const (
	maxTokens = 64       // tags and texts
	maxHead   = 64 << 10 // bytes
)

// ParseDASH parses the beginning of a manifest; false if it is not one.
func ParseDASH(body []byte) (DASH, bool) {
	d := xml.NewDecoder(bytes.NewReader(body[:min(len(body), maxHead)]))
	d.Strict = false
	// tags are ASCII in all common charsets
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var found DASH
	var within string
	known := false
	for range maxTokens {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch e := token.(type) {
		case xml.StartElement:
			within = e.Name.Local
			if !known && within != "MPD" {
				return DASH{}, false
			}
			if within == "MPD" {
				known, found.Duration = true, presentation(e.Attr)
			}
		case xml.EndElement:
			within = ""
		case xml.CharData:
			found.text(within, string(e))
		}
	}
	return found, known
}

func (d *DASH) text(element, text string) {
	switch element {
	case "Title":
		d.Title = strings.TrimSpace(text)
	case "Source":
		d.Source = strings.TrimSpace(text)
	}
}

func presentation(attributes []xml.Attr) time.Duration {
	var found time.Duration
	for _, a := range attributes {
		switch a.Name.Local {
		case "type":
			if a.Value == "dynamic" {
				return 0
			}
		case "mediaPresentationDuration":
			found, _ = length.Parse(a.Value)
		}
	}
	return found
}
