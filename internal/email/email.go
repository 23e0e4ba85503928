// Package email says what an email address looks like, and whom a mail is from. It sends nothing.
package email

import (
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxLength = 254 // bytes, as mail servers take them (RFC 5321)

// Valid takes a bare address with a domain, and nothing that a reader, a database, a terminal or a spreadsheet would stumble
// over.
func Valid(s string) bool {
	if len(s) > maxLength || strings.ContainsFunc(s, odd) {
		return false
	}
	at, err := mail.ParseAddress(s)
	if err != nil || at.Address != s {
		return false
	}
	_, domain, _ := strings.Cut(s, "@")
	return strings.Contains(strings.Trim(domain, "."), ".") && !strings.ContainsRune("=+-@", rune(s[0]))
}

// odd are signs that are not seen, such as one that turns the direction of what follows, and those that stand for others.
func odd(r rune) bool {
	return unicode.IsSpace(r) || !unicode.IsPrint(r) || r == '"' || r == utf8.RuneError
}
