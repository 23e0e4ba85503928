package answer

import (
	"regexp"
	"strings"
)

// links reports whether an address may be linked to.
func (c *cleaner) links(address string) bool {
	return webAddress.MatchString(address) && !strings.ContainsRune(address, hole) && c.known(address)
}

var (
	webAddress = regexp.MustCompile(`(?i)^https?://[^\s<>]+$`)
	// anyAddress matches what is meant as one, wherever it leads; other words in brackets are just words.
	anyAddress = regexp.MustCompile(`(?i)^(?:[a-z][a-z0-9+.-]*:|//|/|#|\.|www\.|data|javascript)`)
)

// bare matches an address as renderers make links of by themselves.
var bare = regexp.MustCompile(`(?i)(?:https?://|www\.)[^\s<>()\[\]|` + "`" + string(hole) + `]*`)

// addresses keeps links to what was saved, leaves the words of the others, and sets what is left of addresses as code.
func (c *cleaner) addresses(s string) string {
	from := 0
	for {
		at := strings.Index(s[from:], "](")
		if at < 0 {
			return c.bareAddresses(s)
		}
		at += from
		address, rest, closed := destination(s[at+2:])
		switch {
		case closed && c.links(address) && !labelled.MatchString(s[:at]):
			s = s[:at] + "](" + address + ")" + rest
			from = at + len(address) + 3
		case closed && anyAddress.MatchString(address):
			label := withoutBracket(s[:at])
			s = label + holes(s[at:len(s)-len(rest)]) + rest
			from = max(len(label)-1, 0) // a bracket may meet what follows
		default:
			s = s[:at] + "] (" + s[at+2:]
			from = at + 2
		}
	}
}

func holes(s string) string { return strings.Repeat(string(hole), strings.Count(s, string(hole))) }

// destination reads what follows "](" up to its bracket: the address, without a title, and the rest of the line.
func destination(s string) (address, rest string, closed bool) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				address, _, _ = strings.Cut(strings.TrimSpace(s[:i]), " ")
				return strings.Trim(address, "<>"), s[i+1:], true
			}
		}
	}
	return "", s, false
}

// labelled matches the words of a link that end in a mark, or in brackets with one: within a link nobody sees it as a mark.
var labelled = regexp.MustCompile(`\[(?:[0-9]{1,3}|\?)(?:\][^\[]*)?$`)

// withoutBracket drops the bracket that opened a link, but not that of a mark.
func withoutBracket(s string) string {
	open := strings.LastIndexByte(s, '[')
	if open < 0 {
		return s
	}
	if labelled.MatchString(s) {
		return s + "]"
	}
	return s[:open] + s[open+1:]
}

func (c *cleaner) bareAddresses(s string) string {
	if spelled := c.spelledAddresses(s); spelled != s {
		return spelled // what it made code is none to look into; the line is cleaned again
	}
	var b strings.Builder
	from := 0
	for _, at := range bare.FindAllStringIndex(s, -1) {
		found := s[at[0]:at[1]]
		address := strings.TrimRight(found, `.,;:!?*_'"`)
		b.WriteString(s[from:at[0]])
		if from = at[1]; address == "" || c.known(address) && addressEnd.MatchString(s[at[1]:]) {
			b.WriteString(found)
			continue
		}
		b.WriteString("`" + address + "`" + found[len(address):])
	}
	return b.String() + s[from:]
}

// addressEnd matches what stands behind a bare address where every renderer sees its end: some take brackets into it.
var addressEnd = regexp.MustCompile(`^(?:\]?\)?[.,;:!?*_'"]*(?:[ \t]|$)|\]\()`)
