package filetype

import (
	"bytes"
	"regexp"
)

var documentStart = regexp.MustCompile(`(?i)^(?:\s|\x{feff}|<\?xml.{0,200}?\?>|<!--.{0,300}?-->)*<(?:!doctype\s+html|html[\s>]|head[\s>])`)

// headers matches the beginning of a message, as a page saved by other browsers has it.
var headers = regexp.MustCompile(`(?i)^\s*(?:[a-z-]{1,40}:[^\n]{0,1000}\n(?:[ \t][^\n]{0,1000}\n)*)`)

// isText reports whether a file begins without bytes that no text has.
func isText(head []byte) bool {
	if len(bytes.TrimSpace(head)) == 0 {
		return false
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return true // UTF-16
	}
	return !bytes.ContainsFunc(head, func(r rune) bool {
		return r < '\t' || (r > '\r' && r < ' ' && r != '\x1b') || r == '\x7f'
	})
}

// ofText returns the format of a text; nil if it is named as a file that is none, which is damaged.
func ofText(head []byte, name string) *Type {
	if documentStart.Match(head) {
		return HTML
	}
	switch named := find(func(t *Type) bool { return t.names(name) }); named {
	case nil:
		return Text
	case HTML, Markdown, Text:
		return named
	case MHTML:
		if headers.Match(head) {
			return named
		}
	}
	return nil
}
