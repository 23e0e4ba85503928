package page

import (
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/plaintext"
)

// The meta tags for the date of publishing, most reliable first: unambiguous ones, and those that
// are tried after JSON-LD.
var (
	publishedTags = []string{
		"article:published_time", "og:published_time", "datepublished", "article:published", "og:article:published_time", "parsely-pub-date",
	}
	dateTags = []string{
		"sailthru.date", "dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created", "dc.date", "dcterms.date",
		"dc.date.published", "dcterms.available", "citation_publication_date", "citation_online_date", "pubdate", "publishdate",
		"publish-date", "publish_date", "publication_date", "publicationdate", "rnews:datepublished", "cxenseparse:recs:publishtime",
		"bt:pubdate", "ptime", "displaydate", "date", "datecreated", "og:release_date", "video:release_date", "music:release_date",
		"weibo:article:create_at", "uploaddate",
	}
)

const maxDateElements = 60 // examined per page

// published returns the date of publishing: from meta tags, JSON-LD, microdata, visible text, or
// the address, in this order. Dates before 1900 or more than a day in the future are ignored.
func published(doc *goquery.Document, listed entries, tags map[string]string, described []string, address string, now time.Time) time.Time {
	var declared []string
	for _, name := range publishedTags {
		declared = append(declared, tags[name])
	}
	declared = append(declared, described...)
	for _, name := range dateTags {
		declared = append(declared, tags[name])
	}
	for _, find := range []func() []string{
		func() []string { return declared },
		func() []string { return shownDates(doc, listed) },
		func() []string { return linesByHeadline(doc, listed) },
		func() []string { return []string{dateOfAddress(address)} },
	} {
		if t := metadata.FirstPast(find(), now); !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}

const dateSelector = `[itemprop~=datePublished],[itemprop~=uploadDate],[itemprop~=dateCreated],time,[class*=date i],[class*=publish i],[class*=posted i],` +
	`[class*=timestamp i],[class*=datum i],[class*=byline i],[id*=date i],[class*=fecha i]`

// shownDates returns the dates shown with the article, microdata and time elements first, without
// those of comments, entries, other articles, updates, and in sentences.
func shownDates(doc *goquery.Document, listed entries) []string {
	var declared, timed, shown []string
	headline := doc.Find("h1").First()
	doc.Find(dateSelector).EachWithBreak(func(i int, s *goquery.Selection) bool {
		text := plaintext.First(s.AttrOr("datetime", ""), s.AttrOr("content", ""), s.AttrOr("title", ""))
		own := strings.ToLower(s.AttrOr("class", "") + " " + s.AttrOr("id", "") + " " + s.AttrOr("itemprop", ""))
		switch {
		case strings.Contains(own, "modif") || strings.Contains(own, "update") || isElsewhere(s) || listed.hold(s.Get(0)) || isOpinion(s, headline):
		case s.AttrOr("itemprop", "") != "":
			declared = append(declared, plaintext.First(text, shortText(s)))
		case goquery.NodeName(s) == "time":
			if !isWithinText(s.Get(0)) {
				timed = append(timed, text, shortText(s))
			}
		case isDateline(shortText(s)):
			shown = append(shown, shortText(s))
		}
		return i < maxDateElements
	})
	return append(append(declared, timed...), shown...)
}

// elsewhere matches names of parts that don't belong to the article.
var elsewhere = regexp.MustCompile(`(?i)comment|kommentar|related|recommend|sidebar|widget|teaser|footer|copyright|recent|latest|popular|calendar|event|archive|reference|citation|infobox|(?:^|[\s_-])(?:nav|menu|more|next|prev)(?:[\s_-]|$)`)

const (
	maxAncestors = 12  // examined per element
	maxNameOf    = 300 // bytes of a class or ID
)

// isElsewhere reports whether s is in a part that does not belong to the article.
func isElsewhere(s *goquery.Selection) bool {
	n := s.Get(0)
	for range maxAncestors {
		if n == nil || n.Data == "body" || n.Data == "main" {
			return false
		}
		if n.Data == "aside" || n.Data == "footer" || n.Data == "nav" || elsewhere.MatchString(nameOf(n)) {
			return true
		}
		n = n.Parent
	}
	return false
}

// nameOf returns the class and ID of an element, truncated.
func nameOf(n *html.Node) string {
	class, id := markup.Attribute(n, "class"), markup.Attribute(n, "id")
	return class[:min(len(class), maxNameOf)] + " " + id[:min(len(id), maxNameOf)]
}

// shortText returns the text of an element if it is short, else "".
func shortText(s *goquery.Selection) string {
	if text := strings.TrimSpace(markup.TextWithin(s.Get(0), metadata.MaxDateText+1)); len(text) <= metadata.MaxDateText {
		return text
	}
	return ""
}

var addressDate = regexp.MustCompile(`(?:^|\D)((?:19|20)\d{2})([/_-])(\d{1,2})([/_-])(\d{1,2})(?:\D|$)`)

// dateOfAddress returns the date in a path such as /2024/05/13/.
func dateOfAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	found := addressDate.FindStringSubmatch(u.Path)
	if found == nil || found[2] != found[4] {
		return ""
	}
	return found[1] + "-" + found[3] + "-" + found[5]
}
