package page

import (
	"slices"

	"github.com/PuerkitoBio/goquery"

	"engram/internal/capture/metadata"
	"engram/internal/plaintext"
)

const (
	maxAuthors = 20 // elements that are examined
)

const authorSelector = `[itemprop~=author] [itemprop~=name],[itemprop~=author],[rel~=author],.author-name,.byline-name,.byline__name,.author__name,` +
	`.post-author,.entry-author,.article-author,.p-author,.author .fn,.byline .fn,.byline,.author`

// authorOf returns the first candidate that is a name, else the author shown on the page, else a
// candidate that is the site's name.
func authorOf(doc *goquery.Document, listed entries, language string, sites []string, candidates ...string) string {
	site := ""
	for _, c := range candidates {
		name := metadata.AuthorName(c)
		switch {
		case name == "":
		case slices.ContainsFunc(cutAll(sites), func(s string) bool { return same(s, name) }):
			site = plaintext.First(site, name)
		default:
			return name
		}
	}
	return plaintext.First(shownAuthor(doc, listed, language), site)
}

func shownAuthor(doc *goquery.Document, listed entries, language string) string {
	found := ""
	doc.Find(authorSelector).EachWithBreak(func(i int, s *goquery.Selection) bool {
		if !isElsewhere(s) && !listed.hold(s.Get(0)) {
			found = plaintext.First(metadata.AuthorName(s.AttrOr("content", "")), linkedName(s), metadata.ShownName(shortText(s), language))
		}
		return found == "" && i < maxAuthors
	})
	return found
}

// linkedName returns the linked name in a line that also has a date.
func linkedName(s *goquery.Selection) string {
	if link := s.Find("a"); link.Length() == 1 && !metadata.ParseDate(shortText(s)).IsZero() {
		return metadata.AuthorName(shortText(link))
	}
	return ""
}
