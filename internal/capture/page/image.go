package page

import (
	"net/url"

	"github.com/PuerkitoBio/goquery"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/capture/structure"
)

const (
	maxImages = 200 // examined per page
	fitImage  = 800 // pixels: of several sizes the smallest with as many is used
)

// imageOf returns the address of the page's picture: the declared one, else the first in its
// article that is not decoration, else its video's poster. Empty if there is none.
func imageOf(doc *goquery.Document, base *url.URL, named ...string) string {
	if u := metadata.FirstURL(base, named...); u != "" {
		return u
	}
	for _, where := range []string{"article img, main img, [role=main] img, [itemprop=articleBody] img", "img", "video[poster]"} {
		found := ""
		doc.Find(where).EachWithBreak(func(i int, s *goquery.Selection) bool {
			found = metadata.FirstURL(base, sourceOf(s))
			return found == "" && i < maxImages
		})
		if found != "" {
			return found
		}
	}
	return ""
}

// sourceOf returns the address of an image; empty for decoration, tiny images and other content.
func sourceOf(s *goquery.Selection) string {
	n := s.Get(0)
	if n.Data == "video" {
		return markup.Attribute(n, "poster")
	}
	if isElsewhere(s) || structure.IsDecoration(markup.Attribute(n, "alt")) {
		return ""
	}
	return structure.SourceOf(n, fitImage)
}
