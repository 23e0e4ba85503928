package answer

import (
	"html"
	"regexp"
	"strings"
)

// escaped matches a character that is written otherwise: behind a backslash, or as an entity; and a backslash by itself, unless
// a letter stands behind it, where it stays one.
var escaped = regexp.MustCompile("\\\\(?:[!-/:-@\\[-`{-~]|[^0-9A-Za-z]|$)|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")

// inert are characters that mean something to markdown and stay escaped, in a way that a bar or a backslash beside them
// can't undo.
var inert = map[string]string{`\*`: `\*`, `\_`: `\_`, `\#`: `\#`, `\~`: `\~`, `\\`: "&#92;", `\|`: "&#124;", `\<`: "&lt;", `\&`: "&amp;"}

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// unescape writes characters as they are read, since renderers find addresses and numbers in what they have decoded. Those that
// begin markup stay as they are written.
func unescape(s string) string {
	return escaped.ReplaceAllStringFunc(s, func(found string) string {
		if kept, ok := inert[found]; ok {
			return kept
		}
		if behind, ok := strings.CutPrefix(found, `\`); ok {
			if strings.Trim(behind, punctuation) != "" || behind == "" {
				return "&#92;" + behind
			}
			return behind
		}
		read := visible(html.UnescapeString(found))
		if read == found || strings.ContainsAny(read, "&<>`*_~#|\\") {
			return found
		}
		return read
	})
}
