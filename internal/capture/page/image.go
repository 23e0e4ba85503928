package page

import (
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/plaintext"
)

const (
	maxImages = 200 // examined per page
	minImage  = 100 // pixels of a side, if the image has a size
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

var decoration = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:logo|icon|icons|favicon|avatar|gravatar|sprite|pixel|spacer|blank|badge|button|btn|emoji|smiley|smilies|loading|loader|placeholder|transparent|tracking|counter|banner|ads?|doubleclick)(?:[^a-z]|$)`)

// sourceOf returns the address of an image; empty for decoration, tiny images and other content.
func sourceOf(s *goquery.Selection) string {
	n := s.Get(0)
	if n.Data == "video" {
		return markup.Attribute(n, "poster")
	}
	source := plaintext.First(largest(markup.Attribute(n, "srcset")), largest(markup.Attribute(n, "data-srcset")), markup.Attribute(n, "data-src"),
		markup.Attribute(n, "data-lazy-src"), markup.Attribute(n, "data-original"), markup.Attribute(n, "src"))
	if source == "" || strings.HasPrefix(source, "data:") || isTiny(n) || isElsewhere(s) {
		return ""
	}
	name, _, _ := strings.Cut(source, "?")
	if strings.EqualFold(path.Ext(name), ".svg") || decoration.MatchString(name) || decoration.MatchString(markup.Attribute(n, "class")+" "+markup.Attribute(n, "id")+" "+markup.Attribute(n, "alt")) {
		return ""
	}
	return source
}

func isTiny(n *html.Node) bool {
	for _, side := range []string{"width", "height"} {
		pixels, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(markup.Attribute(n, side)), "px"))
		if err == nil && pixels < minImage {
			return true
		}
	}
	return false
}

// largest returns the image of a srcset with enough pixels, or with the most.
func largest(srcset string) string {
	best, most := "", -1.0
	for candidate := range strings.SplitSeq(srcset, ", ") {
		source, size, _ := strings.Cut(strings.TrimSpace(candidate), " ")
		if len(size) < 2 {
			size = "1x"
		}
		n, err := strconv.ParseFloat(size[:len(size)-1], 64)
		if err != nil || strings.HasPrefix(source, "data:") {
			continue
		}
		if n > most && most < fitImage {
			best, most = source, n
		}
	}
	return strings.TrimSuffix(best, ",")
}
