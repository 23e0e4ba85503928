package markup

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	unicode16 "golang.org/x/text/encoding/unicode"
)

// MaxPage is the number of bytes of a page that are read.
const MaxPage = 5 << 20

// Decode converts a body in any charset to UTF-8. Valid UTF-8 is kept whatever is declared.
// Otherwise it uses the byte order mark, the declared charset, a meta tag, or UTF-16 by its looks,
// and Windows-1252 as the last resort.
func Decode(body []byte, contentType string) []byte {
	body = body[:min(len(body), MaxPage)]
	encoding, name, certain := charset.DetermineEncoding(body, contentType)
	switch {
	case name == "utf-8" && utf8.Valid(body), !strings.HasPrefix(name, "utf-16") && isUTF8(body):
		return bytes.TrimPrefix(body, []byte("\ufeff"))
	case !certain || name == "utf-8":
		if late := declared(body); late != nil {
			encoding = late
		} else if name == "utf-8" {
			return bytes.TrimPrefix(body, []byte("\ufeff"))
		}
	}
	decoded, err := encoding.NewDecoder().Bytes(body)
	if err != nil {
		return body
	}
	return bytes.TrimPrefix(decoded, []byte("\ufeff"))
}

// isUTF8 reports whether a body is valid UTF-8, except for a truncated last character, and has none
// of the bytes that mark UTF-16 and ISO-2022.
func isUTF8(body []byte) bool {
	if bytes.IndexByte(body, 0) >= 0 || bytes.IndexByte(body, '\x1b') >= 0 {
		return false
	}
	for cut := range utf8.UTFMax {
		if cut <= len(body) && utf8.Valid(body[:len(body)-cut]) {
			return true
		}
	}
	return false
}

const headSize = 64 << 10 // bytes searched for a charset

var charsetTag = regexp.MustCompile(`(?i)<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{2,40})|<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{2,40})`)

// declared returns the encoding that a page's head names or its bytes suggest; nil if there is
// none.
func declared(body []byte) encoding.Encoding {
	head := body[:min(len(body), headSize)]
	if found := charsetTag.FindSubmatch(head); found != nil {
		if e, name := charset.Lookup(string(found[1]) + string(found[2])); e != nil && name != "utf-8" && !strings.HasPrefix(name, "utf-16") {
			return e
		}
	}
	even, odd := 0, 0 // zeros in the first and second bytes of pairs
	for i, b := range head {
		switch {
		case b != 0:
		case i%2 == 0:
			even++
		default:
			odd++
		}
	}
	switch quarter := len(head) / 4; {
	case odd > quarter && even < quarter/8:
		return unicode16.UTF16(unicode16.LittleEndian, unicode16.IgnoreBOM)
	case even > quarter && odd < quarter/8:
		return unicode16.UTF16(unicode16.BigEndian, unicode16.IgnoreBOM)
	}
	return nil
}
