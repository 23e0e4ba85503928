package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

const maxPage = 5 << 20 // bytes of a page that are read; the rest is left

// decode turns a body in any charset into UTF-8: as its byte order mark says, else the server, else a meta tag. Without
// any of them it is UTF-8 when it can be, and Windows-1252 when not.
func decode(body []byte, contentType string) []byte {
	body = body[:min(len(body), maxPage)]
	encoding, name, certain := charset.DetermineEncoding(body, contentType)
	if name == "utf-8" || (!certain && utf8.Valid(body)) {
		return body
	}
	decoded, err := encoding.NewDecoder().Bytes(body)
	if err != nil {
		return body
	}
	return decoded
}

// fold puts s on one line of at most limit characters: what can't be shown is dropped, white space becomes one blank.
func fold(s string, limit int) string {
	s = strings.Join(strings.Fields(clean(s)), " ")
	return shorten(s, limit)
}

// shorten cuts s to at most limit characters, at a blank when one is near, and marks the cut.
func shorten(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	runes := []rune(s)[:limit-1]
	cut := string(runes)
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)*3/4 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:.") + "…"
}

// clean drops what has no place in text: invalid bytes, control characters, soft hyphens, invisible and bidirectional
// marks that could make a text read otherwise than it is written.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\r':
			return r
		case r == utf8.RuneError, r == '\u00ad', r == '\u200b', r == '\u2060', r == '\ufeff', unicode.IsControl(r):
			return -1
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, s)
}
