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

const maxPage = 5 << 20 // bytes of a page that are read; the rest is left

// decode turns a body in any charset into UTF-8: as its byte order mark says, else the server, else a tag, wherever in the
// head it stands. What is UTF-8 beyond doubt is that, whatever anybody says. Without a word on it a body is UTF-16 when
// it looks like it, and Windows-1252 at last.
func Decode(body []byte, contentType string) []byte {
	body = body[:min(len(body), maxPage)]
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

// isUTF8 reports whether a body is UTF-8: valid, apart from a last character that may be cut off, and without the bytes
// that mark UTF-16 and ISO-2022.
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

const headSize = 64 << 10 // bytes at the beginning of a page that are searched for a charset

var charsetTag = regexp.MustCompile(`(?i)<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{2,40})|<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{2,40})`)

// declared is the encoding that a page names in its head, or that its bytes betray; nil when there is none.
func declared(body []byte) encoding.Encoding {
	head := body[:min(len(body), headSize)]
	if found := charsetTag.FindSubmatch(head); found != nil {
		if e, name := charset.Lookup(string(found[1]) + string(found[2])); e != nil && name != "utf-8" && !strings.HasPrefix(name, "utf-16") {
			return e
		}
	}
	even, odd := 0, 0 // zeros in the first and the second byte of a pair
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
