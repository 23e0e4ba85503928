package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
)

var (
	byPrefix = regexp.MustCompile(`(?i)^\W*(?:(?:(?:(?:written|posted|published|reported|edited|story|article|text|words)\s+)?by|` +
		`(?:geschrieben|verfasst|veröffentlicht)\s+von|(?:publié|écrit|rédigé)e?s?\s+par|(?:escrito|publicado)\s+por|(?:scritto|pubblicato)\s+da)[\s:]+|` +
		`(?:text|texte|texto|author|autor|autora|autorin|auteur|autore|words|redaktion|автор|作者)\s*[:：]\s*)`)
	bySuffix = regexp.MustCompile(`(?i)\s*(?:[|•·/–—»]|\s-\s|,?\s+(?-i:on|am|le|el)\s+\d|\s*\d{1,2}\.?\s*\pL{3,}\s*\d{4}|\s*\d{1,2}[./]\d{1,2}[./]|\s+\pL{3,}\s+\d{1,2},?\s+\d{4}|\s+\d+ \pL+ ago|,?\s*(?:published|posted|updated|veröffentlicht|publié)\b).*$`)
	mailbox  = regexp.MustCompile(`\s*[<(\[]?\S+@\S+\.\S+[>)\]]?`)
	homepage = regexp.MustCompile(`\s*[<(\[]?(?:https?://|www\.)\S*[>)\]]?`)
	nobody   = regexp.MustCompile(`(?i)^(?:(?:site |web ?)?admin|administrator|root|author|autor|publisher|editor|(?:news ?|web )?staff(?: (?:writer|reporter)s?)?|` +
		`webmaster|user|guest|null|undefined|none|unknown|anonymous|name ?\*?|nom ?\*?|` + weekdays + `)$`)
)

// weekdays and months stand where a date was cut.
const weekdays = `(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|` +
	`lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|` +
	`lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|` +
	`january|february|march|june|july|september|october|november|december|januar|februar|märz|juli|oktober|dezember`

const (
	maxByline     = 100 // characters: more is no name
	maxAuthorLine = 500 // characters that are looked through for one
	maxAuthors    = 20  // elements that are looked at
)

const authorSelector = `[itemprop~=author] [itemprop~=name],[itemprop~=author],[rel~=author],.author-name,.byline-name,.byline__name,.author__name,` +
	`.post-author,.entry-author,.article-author,.p-author,.author .fn,.byline .fn,.byline,.author`

// authorOf is the first of candidates that is a name, else what the page shows as its author, else a candidate that is
// the name of the site.
func authorOf(doc *goquery.Document, listed entries, language string, sites []string, candidates ...string) string {
	site := ""
	for _, c := range candidates {
		name := authorName(c)
		switch {
		case name == "":
		case slices.ContainsFunc(cutAll(sites), func(s string) bool { return same(s, name) }):
			site = first(site, name)
		default:
			return name
		}
	}
	return first(shownAuthor(doc, listed, language), site)
}

func shownAuthor(doc *goquery.Document, listed entries, language string) string {
	found := ""
	doc.Find(authorSelector).EachWithBreak(func(i int, s *goquery.Selection) bool {
		if !isElsewhere(s) && !listed.hold(s.Get(0)) {
			found = first(authorName(s.AttrOr("content", "")), linkedName(s), shownName(shortText(s), language))
		}
		return found == "" && i < maxAuthors
	})
	return found
}

// linkedName is the name that links to who has it, in a line that tells the time as well.
func linkedName(s *goquery.Selection) string {
	if link := s.Find("a"); link.Length() == 1 && !dateIn(shortText(s)).IsZero() {
		return authorName(shortText(link))
	}
	return ""
}

// by are the words before a name that some languages have, and that names in others begin with.
var by = map[string]string{"de": "von", "fr": "par", "es": "por", "pt": "por", "it": "di", "nl": "door", "sv": "av", "da": "af", "nb": "av", "no": "av"}

// shownName takes the name out of a line that a page in some language shows.
func shownName(line, language string) string {
	base, _, _ := strings.Cut(language, "-")
	line = strings.TrimSpace(line)
	if word, rest, ok := strings.Cut(line, " "); ok && by[base] != "" && strings.EqualFold(word, by[base]) {
		line = rest
	}
	return authorName(line)
}

// authorName takes the name out of a line that tells the author. Empty when that is an address, a date, or nobody.
func authorName(line string) string {
	line = homepage.ReplaceAllString(beginningOf(strings.TrimSpace(line), maxAuthorLine), "")
	line = byPrefix.ReplaceAllString(clean(strings.TrimSpace(line)), "")
	line, _, _ = strings.Cut(strings.TrimSpace(line), "\n")
	line = mailbox.ReplaceAllString(line, "")
	line = strings.Trim(fold(bySuffix.ReplaceAllString(line, ""), maxName+1), " ,;:|-–")
	if len([]rune(line)) > maxByline || nobody.MatchString(line) || !dateIn(line).IsZero() || strings.IndexFunc(line, unicode.IsLetter) < 0 {
		return ""
	}
	return line
}
