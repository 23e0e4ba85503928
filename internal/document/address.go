package document

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"
)

// addresses turns everything that reads as an address into code unless it is known. Known web
// addresses become links.
func (p parsing) addresses(spans []Span) []Span {
	text := flat(spans)
	var changes []change
	for _, at := range spelled.FindAllStringIndex(text, -1) {
		found := text[at[0]:at[1]]
		if !strings.ContainsAny(found, ".:/\\@%([。．｡：／＠") {
			continue // usual case
		}
		address := strings.Trim(found, edges)
		if address == "" {
			continue
		}
		from := at[0] + strings.Index(found, address)
		to := from + len(address)
		switch {
		case p.Known(address) && addressEnd.MatchString(text[to:]):
			if webAddress.MatchString(address) {
				changes = append(changes, change{from, to, linking(address)})
			}
		case isAddress(readAs(address)):
			changes = append(changes,
				change{from, to, func([]Span) []Span { return []Span{{Text: address, Code: true}} }})
		}
	}
	return apply(spans, changes)
}

// linking returns a function that links words to an address.
func linking(address string) func(words []Span) []Span {
	return func(words []Span) []Span {
		for i := range words {
			words[i].Link = cmp.Or(words[i].Link, address)
		}
		return words
	}
}

// addressEnd matches what follows an address where all readers agree on its end; some include
// brackets.
var addressEnd = regexp.MustCompile(`^(?:\]?\)?[.,;:!?*_'"]*(?:\s|$)|[^\x00-\x7f])`)

// spelled matches text between blanks and markdown signs, including a dot in brackets.
var spelled = regexp.MustCompile(`(?i)(?:` + dotted + `|[^\s<>()\[\]|` + hole + `])+`)

const (
	dotted = `\[(?:\.|:|dot)\]|\((?:\.|dot)\)`
	edges  = "*_~.,;:!?'\"“”‘’„«»{}。，、！？；："
)

// readAs returns a word as people and lenient programs read it: without invisible characters and
// emphasis, with lookalikes of letters and dots normalised.
func readAs(s string) string {
	s = inBrackets.ReplaceAllStringFunc(s, func(found string) string {
		if strings.Contains(found, ":") {
			return ":"
		}
		return "."
	})
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.Cf, unicode.Mn, unicode.Other_Default_Ignorable_Code_Point), strings.ContainsRune("*~", r):
			return -1
		case r == '。':
			return '.'
		case r == '\\':
			return '/'
		}
		return r
	}, norm.NFKC.String(s))
}

var inBrackets = regexp.MustCompile(`(?i)` + dotted)

// isAddress reports whether a word is a network address or a script.
func isAddress(s string) bool {
	if scheme.MatchString(s) {
		return true
	}
	for _, m := range host.FindAllStringSubmatch(s, -1) {
		if m[1] != "" || isDomain(m[2]) {
			return true
		}
	}
	return false
}

var (
	// scheme matches explicit schemes.
	scheme = regexp.MustCompile(`(?i)[a-z]://|//[^/\s]+\.[^/\s]|(?:javascript|vbscript|mailto|xmpp):[^\s]|data:[a-z]+/|file:/|tel:\+|https?:[^\s]|%3a%2f%2f|www\.[\pL\pN]`)
	// host matches host names, email addresses, and IP addresses with a port or path.
	host = regexp.MustCompile(`(\S@[^\s@]+\.\pL|(?:[0-9]{1,3}\.){3}[0-9]{1,3}[:/])|((?:[\pL\pN_-]+\.)+(?:[\pL]{2,}|[xX][nN]--[\pL\pN-]+))`)
	// reserved are top-level domains without a registry.
	reserved = regexp.MustCompile(`\.(?:example|test|invalid|localhost|local|internal|onion|lan)$`)
)

// isDomain reports whether s ends in a public suffix. A capital only at its start means that a
// blank is missing after a full stop.
func isDomain(s string) bool {
	end := s[strings.LastIndexByte(s, '.')+1:]
	if lower := strings.ToLower(end); end != lower && end != strings.ToUpper(end) {
		return false
	}
	s = strings.ToLower(s)
	_, icann := publicsuffix.PublicSuffix(s)
	return icann || reserved.MatchString(s) || strings.Contains(s, "xn--")
}
