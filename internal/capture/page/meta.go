package page

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"engram/internal/capture/metadata"
	"engram/internal/capture/page/article"
	"engram/internal/plaintext"
)

// meta is the page's metadata. Empty fields are unknown.
type meta struct {
	article.Hints
	title, author, site string
	image, canonical    string // absolute
	language            string
	published           time.Time
	duration            time.Duration
	body                string // text of the article, if the metadata has it
	// the page lists entries: metadata of one of them does not apply
	isIndex                   bool
	ingredients, instructions []string
}

// readMeta reads OpenGraph, Twitter, Dublin Core and plain meta tags, JSON-LD, microdata and
// visible elements, most reliable first: metadata for cards is better than that for search engines.
// address is that of the page, base that of its links.
func readMeta(ctx context.Context, doc *goquery.Document, base *url.URL, address string, now time.Time) meta {
	tags := metaTags(doc)
	ld := readJSONLD(ctx, doc)
	root := doc.Find("html").First()
	sites := []string{tags["og:site_name"], tags["application-name"], ld.publisher}
	whole, parts := namesOfHost(address)
	title := titles{
		claimed: []string{tags["og:title"], tags["twitter:title"], ld.headline, tags["dc.title"], tags["dcterms.title"]},
		window:  windowTitle(doc),
		sites:   append(whole, sites...),
		hosts:   parts,
	}
	listed := entriesOf(doc, title.claims(), isSiteFront(tags, address))
	title.headings = headings(doc, listed)
	link := func(rel string) string { return doc.Find(`link[rel~="`+rel+`" i][href]`).First().AttrOr("href", "") }
	lang := metadata.Language(root.AttrOr("lang", ""), root.AttrOr("xml:lang", ""), tags["content-language"], tags["og:locale"], tags["dc.language"])
	return meta{
		title: titleOf(title),
		Hints: article.Hints{
			Description: plaintext.First(tags["og:description"], tags["twitter:description"], tags["description"], ld.description, tags["dc.description"]),
			IsArticle:   ld.isArticle || strings.EqualFold(tags["og:type"], "article") || doc.Find(commentForm).Length() > 0,
			Discussed:   ld.discussed || doc.Find(`[itemtype$="QAPage"],[itemtype$="DiscussionForumPosting"]`).Length() > 0,
		},
		author: authorOf(doc, listed, lang, sites, ld.author, tags["author"], tags["article:author"], tags["parsely-author"], tags["dc.creator"], tags["dcterms.creator"], tags["citation_author"], tags["sailthru.author"]),
		site:   plaintext.First(sites...),
		image: imageOf(doc, base, tags["og:image:secure_url"], tags["og:image"], tags["og:image:url"], tags["twitter:image"],
			tags["twitter:image:src"], ld.image, itemImage(doc), link("image_src")),
		canonical:    metadata.Canonical(base, address, link("canonical"), tags["og:url"]),
		language:     lang,
		published:    published(doc, listed, tags, ld.published, address, now),
		duration:     durationOf(doc, tags, ld.duration),
		body:         ld.body,
		isIndex:      len(listed) > 0,
		ingredients:  ingredientsOf(doc, ld.ingredients),
		instructions: ld.instructions,
	}
}

// commentForm selects the form for comments on an article.
const commentForm = "#respond,#commentform,.comment-respond"

// windowTitle returns the title element; SVG has titles too.
func windowTitle(doc *goquery.Document) string {
	title := ""
	doc.Find("title").EachWithBreak(func(i int, s *goquery.Selection) bool {
		if s.Get(0).Namespace == "" {
			title = strings.TrimSpace(s.Text())
		}
		return title == "" && i < maxHeadings
	})
	return title
}

// metaTags returns the first content of each meta name, property, itemprop or http-equiv, keys in
// lower case.
func metaTags(doc *goquery.Document) map[string]string {
	tags := map[string]string{}
	doc.Find("meta[content]").Each(func(_ int, s *goquery.Selection) {
		content := strings.TrimSpace(s.AttrOr("content", ""))
		if content == "" {
			return
		}
		for _, key := range []string{"property", "name", "itemprop", "http-equiv"} {
			for name := range strings.FieldsSeq(strings.ToLower(s.AttrOr(key, ""))) {
				name = strings.ReplaceAll(name, "dc:", "dc.")
				name = strings.ReplaceAll(name, "dcterms:", "dcterms.")
				if _, known := tags[name]; !known {
					tags[name] = content
				}
			}
		}
	})
	return tags
}

// itemImage returns the image in the page's microdata.
func itemImage(doc *goquery.Document) string {
	item := doc.Find("[itemprop~=image], [itemprop~=thumbnailUrl]").First()
	return plaintext.First(item.AttrOr("content", ""), item.AttrOr("href", ""), item.AttrOr("src", ""))
}

// durationOf returns the duration of the page's recording.
func durationOf(doc *goquery.Document, tags map[string]string, described time.Duration) time.Duration {
	for _, name := range []string{"og:video:duration", "video:duration", "og:audio:duration", "music:duration"} {
		if d := metadata.ParseDuration(tags[name]); d > 0 {
			return d
		}
	}
	if described > 0 {
		return described
	}
	item := doc.Find(`[itemtype$="VideoObject"] [itemprop~=duration], [itemtype$="AudioObject"] [itemprop~=duration], [itemtype$="Episode"] [itemprop~=duration]`).First()
	return metadata.ParseDuration(plaintext.First(item.AttrOr("content", ""), item.AttrOr("datetime", ""), item.Text()))
}

// namesOfHost returns a host and its registered domain, and the parts its owner chose:
// "blog.example.co.uk" and "example.co.uk", and "blog" and "example".
func namesOfHost(address string) (whole, parts []string) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, nil
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	own := host
	if dot := strings.Index(metadata.SiteOf(host), "."); dot >= 0 {
		own = host[:len(host)-len(metadata.SiteOf(host))+dot]
	}
	return []string{host, metadata.SiteOf(host)}, strings.Split(own, ".")
}
