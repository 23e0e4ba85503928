package page

import (
	"slices"
	"strings"
	"unicode"

	"engram/internal/plaintext"
)

const (
	maxEnds      = 4 // separators from the end of a title that may precede the site's name
	minHostName  = 3 // bytes of letters: shorter parts of a host are too often words of a headline
	maxSiteWords = 6 // of a site's name
)

// withoutSite removes the site's name from a title. At the end it removes a declared name, or one
// from the host if most of the title is left; at the beginning only before a bar or the like, since
// "Apple: the year in review" is about Apple.
func (t titles) withoutSite(title string) string {
	found := separators.FindAllStringIndex(title, -1)
	for i := max(0, len(found)-maxEnds); i < len(found); i++ {
		next := len(title)
		if i+1 < len(found) {
			next = found[i+1][0]
		}
		head, sign, tail, part := title[:found[i][0]], title[found[i][0]:found[i][1]], title[found[i][1]:], title[found[i][1]:next]
		switch {
		case plaintext.Letters(head) == "":
		case isNameOf(t.sites, tail),
			isMostOf(title, head) && isNameOf(t.sites, part),
			isMostOf(title, head) && endSigns[strings.TrimSpace(sign)] && isNameOf(t.hosts, tail):
			return head
		}
	}
	for _, at := range found[:min(len(found), 1)] {
		head, sign, rest := title[:at[0]], title[at[0]:at[1]], title[at[1]:]
		if beginSigns[strings.TrimSpace(sign)] && isMostOf(title, rest) && (t.isSite(head) || isNameOf(t.sites, head)) {
			return rest
		}
	}
	return title
}

// The separators before a name known only from the host, and those after a name at the beginning.
var (
	endSigns   = map[string]bool{"|": true, "│": true, "｜": true, "-": true, "–": true, "—": true, "·": true, "•": true, "»": true, "::": true}
	beginSigns = map[string]bool{"|": true, "│": true, "｜": true, "»": true, "›": true, "·": true, "•": true, "::": true}
)

// isMostOf reports whether a part has more than half of a title's letters.
func isMostOf(title, part string) bool {
	return 2*len(plaintext.Letters(part)) > len(plaintext.Letters(title))
}

// isSite reports whether a title is only the site's name.
func (t titles) isSite(title string) bool {
	said := plaintext.Letters(title)
	return said != "" && slices.ContainsFunc(slices.Concat(t.sites, t.hosts), func(name string) bool { return plaintext.Letters(name) == said })
}

// isNameOf reports whether a part of a title is one of names, with at most one word more, such as
// "The" or "News".
func isNameOf(names []string, part string) bool {
	words := strings.Fields(part)
	if len(words) == 0 || len(words) > maxSiteWords {
		return false
	}
	whole := plaintext.Letters(part)
	return slices.ContainsFunc(names, func(name string) bool {
		name = plaintext.Letters(name)
		if name == "" || whole == name {
			return name != ""
		}
		before, hasBefore := strings.CutPrefix(whole, name)
		behind, hasBehind := strings.CutSuffix(whole, name)
		return len(name) >= minHostName &&
			((hasBefore && isWord(before, words[len(words)-1])) || (hasBehind && isWord(behind, words[0])))
	})
}

// isWord reports whether letters are those of a word, without digits.
func isWord(said, word string) bool {
	return said == plaintext.Letters(word) && strings.IndexFunc(said, unicode.IsDigit) < 0
}
