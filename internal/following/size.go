package following

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"

	"engram/internal/fault"
)

const (
	mostEntries = 5000    // of a feed in XML
	mostObjects = 20_000  // of a feed in JSON
	mostParts   = 200_000 // elements and attributes, or values
)

// bounded returns the body of a feed as it is to be parsed, without control characters; fault.Invalid if
// what a parser would build of it is out of proportion to what feeds are.
func bounded(body []byte) ([]byte, error) {
	body = slices.DeleteFunc(slices.Clone(body), func(b byte) bool { return b < ' ' && b != '\t' && b != '\n' && b != '\r' })
	if trimmed := bytes.TrimLeft(body, "\ufeff \t\r\n"); len(trimmed) > 0 && trimmed[0] == '{' {
		return body, boundedJSON(trimmed)
	}
	return body, boundedXML(body)
}

// boundedXML counts as a lenient parser reads: whatever stops it stops the parser as well.
func boundedXML(body []byte) error {
	d := xml.NewDecoder(bytes.NewReader(body))
	d.Strict, d.CharsetReader = false, charset.NewReaderLabel
	for entries, parts := 0, 0; ; {
		token, err := d.RawToken()
		if err != nil {
			return nil
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if name := strings.ToLower(element.Name.Local); name == "item" || name == "entry" {
			entries++
		}
		parts += 1 + len(element.Attr)
		switch {
		case entries > mostEntries:
			return fault.New(fault.Invalid, "The feed has more than 5,000 entries.")
		case parts > mostParts:
			return tooManyParts()
		}
	}
}

func boundedJSON(body []byte) error {
	d := json.NewDecoder(bytes.NewReader(body))
	for objects, parts := 0, 0; ; parts++ {
		token, err := d.Token()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fault.Wrap(fault.Invalid, "The feed can't be read.", err)
		case token == json.Delim('{'):
			objects++
		}
		if objects > mostObjects || parts > mostParts {
			return tooManyParts()
		}
	}
}

func tooManyParts() error {
	return fault.New(fault.Invalid, "The feed has more parts than a feed may.")
}
