package extract

import (
	"net/url"
	"regexp"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

const maxURL = 2048 // bytes

// meta is what a page says about itself, each as it stands. Empty means that it says nothing.
type meta struct {
	title, heading            string
	description, author, site string
	image                     string // absolute
	body                      string // the text of the article, where the page repeats it for search engines
}

// readMeta asks OpenGraph, Twitter, Dublin Core and plain meta tags and JSON-LD, in the order in which they tend to be
// right: what is written for a card is better than what is written for a search engine.
func readMeta(doc *goquery.Document, base *url.URL) meta {
	tags := metaTags(doc)
	ld := readJSONLD(doc)
	return meta{
		title:       first(tags["og:title"], tags["twitter:title"], ld.headline, tags["dc.title"], tags["dcterms.title"]),
		heading:     first(doc.Find("title").First().Text(), doc.Find("h1").First().Text()),
		description: first(tags["og:description"], tags["twitter:description"], tags["description"], ld.description, tags["dc.description"]),
		author:      author(first(ld.author, tags["author"], tags["article:author"], tags["parsely-author"], tags["dc.creator"])),
		site:        first(tags["og:site_name"], tags["application-name"], ld.publisher),
		image: firstURL(base, tags["og:image:secure_url"], tags["og:image"], tags["og:image:url"], tags["twitter:image"],
			tags["twitter:image:src"], ld.image, doc.Find("link[rel=image_src]").AttrOr("href", "")),
		body: ld.body,
	}
}

// metaTags collects the first content of each meta name, property or itemprop, in lower case.
func metaTags(doc *goquery.Document) map[string]string {
	tags := map[string]string{}
	doc.Find("meta[content]").Each(func(_ int, s *goquery.Selection) {
		content := strings.TrimSpace(s.AttrOr("content", ""))
		if content == "" {
			return
		}
		for _, key := range []string{"property", "name", "itemprop"} {
			for name := range strings.FieldsSeq(strings.ToLower(s.AttrOr(key, ""))) {
				if _, known := tags[name]; !known {
					tags[name] = content
				}
			}
		}
	})
	return tags
}

var byPrefix = regexp.MustCompile(`(?i)^\s*(?:written\s+by|by|von|par|por)[\s:]+`)

// author is a name, or empty when it is the address of a profile.
func author(s string) string {
	if strings.Contains(s, "://") {
		return ""
	}
	return byPrefix.ReplaceAllString(s, "")
}

// firstURL is the first of candidates that is a web address, made absolute.
func firstURL(base *url.URL, candidates ...string) string {
	for _, c := range candidates {
		u, err := base.Parse(strings.TrimSpace(c))
		if c == "" || err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
			continue
		}
		if s := u.String(); len(s) <= maxURL {
			return s
		}
	}
	return ""
}

// first is the first of candidates that is more than white space.
func first(candidates ...string) string {
	for _, c := range candidates {
		if strings.TrimSpace(c) != "" {
			return c
		}
	}
	return ""
}
