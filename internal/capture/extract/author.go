package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
)

var (
	byPrefix = regexp.MustCompile(`(?i)^\W*(?:(?:(?:written|posted|published|reported|edited|story|article|text|words|geschrieben|verfasst|publié|escrito)\s+)?(?:by|von|par|por|di)|(?:text|author|autor|autorin|auteur|autore|words|redaktion)\s*:)[\s:]+`)
	bySuffix = regexp.MustCompile(`(?i)\s*(?:[|•·/–—]|\s-\s|,?\s+(?:on|am|le|el)\s+\d|\s*\d{1,2}\.?\s*\pL{3,}\s*\d{4}|\s*\d{1,2}[./]\d{1,2}[./]|\s+\pL{3,}\s+\d{1,2},?\s+\d{4}|\s+\d+ \pL+ ago|,?\s*(?:published|posted|updated|veröffentlicht|publié)\b).*$`)
	mailbox  = regexp.MustCompile(`\s*[<(\[]?\S+@\S+\.\S+[>)\]]?`)
	nobody   = regexp.MustCompile(`(?i)^(?:admin|administrator|root|author|autor|publisher|editor|webmaster|user|guest|null|undefined|none|unknown|anonymous|name ?\*?|nom ?\*?)$`)
)

const (
	maxByline  = 100 // characters: more is no name
	maxAuthors = 20  // elements that are looked at
)

const authorSelector = `[itemprop~=author] [itemprop~=name],[itemprop~=author],[rel~=author],.author-name,.byline-name,.byline__name,.author__name,` +
	`.post-author,.entry-author,.article-author,.p-author,.author .fn,.byline .fn,.byline,.author`

// authorOf is the first of candidates that is a name, else what the page shows as its author, else a candidate that is
// the name of the site.
func authorOf(doc *goquery.Document, sites []string, candidates ...string) string {
	site := ""
	for _, c := range candidates {
		name := authorName(c)
		switch {
		case name == "":
		case slices.ContainsFunc(sites, func(s string) bool { return same(s, name) }):
			site = first(site, name)
		default:
			return name
		}
	}
	return first(shownAuthor(doc), site)
}

func shownAuthor(doc *goquery.Document) string {
	found := ""
	doc.Find(authorSelector).EachWithBreak(func(i int, s *goquery.Selection) bool {
		if !isElsewhere(s) {
			found = authorName(first(s.AttrOr("content", ""), shortText(s)))
		}
		return found == "" && i < maxAuthors
	})
	return found
}

// authorName takes the name out of a line that tells the author. Empty when that is an address, a date, or nobody.
func authorName(line string) string {
	if strings.Contains(line, "://") || strings.HasPrefix(strings.TrimSpace(line), "www.") {
		return ""
	}
	line = byPrefix.ReplaceAllString(clean(strings.TrimSpace(line)), "")
	line, _, _ = strings.Cut(strings.TrimSpace(line), "\n")
	line = mailbox.ReplaceAllString(line, "")
	line = strings.Trim(fold(bySuffix.ReplaceAllString(line, ""), maxName+1), " ,;:|-–")
	if len([]rune(line)) > maxByline || nobody.MatchString(line) || !dateIn(line).IsZero() || strings.IndexFunc(line, unicode.IsLetter) < 0 {
		return ""
	}
	return line
}
