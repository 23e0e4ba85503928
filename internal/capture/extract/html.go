package extract

import (
	"context"
	"net/url"
	"runtime"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"engram/internal/capture"
)

const (
	readTimeout = 3 * time.Second
)

// HTMLReader reads web pages. It is safe for concurrent use.
type HTMLReader struct {
	now   func() time.Time // what lies after it was not published yet
	slots capture.Slots    // as many as there are processors: more gains nothing, and each page may take much memory
}

// NewHTML returns a reader of web pages.
func NewHTML() HTMLReader {
	return HTMLReader{now: time.Now, slots: make(capture.Slots, runtime.GOMAXPROCS(0))}
}

var _ capture.PageReader = HTMLReader{}

// ReadPage reads the first 5 MB of a page, in any charset. Parsing ends after three seconds, and the article is looked
// for in pages alone where that takes less than one. It never fails for what is on the page: one that nests or repeats
// elements to exhaust its reader gives title and description alone. The error is ctx's.
func (r HTMLReader) ReadPage(ctx context.Context, p capture.Page) (capture.Document, error) {
	if err := ctx.Err(); err != nil {
		return capture.Document{}, err
	}
	giveBack, err := r.slots.Take(ctx)
	if err != nil {
		return capture.Document{}, err
	}
	defer giveBack()
	limited, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()

	page := decode(p.Body, p.ContentType)
	seen := scan(limited, page)
	outline := capture.Document{Title: seen.title, Description: seen.description}
	if seen.heavy {
		return outline, ctx.Err()
	}
	root, err := parse(limited, page)
	if err != nil {
		return outline, ctx.Err()
	}
	return read(limited, root, p.URL, r.now()), ctx.Err()
}

// read gives everything that a parsed page tells about itself.
func read(ctx context.Context, root *html.Node, address string, now time.Time) capture.Document {
	doc := goquery.NewDocumentFromNode(root)
	base := baseOf(doc, address)
	about := readMeta(ctx, doc, base, address, now)
	relieve(doc)
	art := readArticle(ctx, root, base, about.hints)
	for _, other := range []func() string{func() string { return about.body }, func() string { return unscripted(ctx, doc) }} {
		if thin(art.text) {
			art.text = longer(art.text, other())
		}
	}
	art.text = withRecipe(art.text, about)
	d := capture.Document{
		Title:       about.title,
		Description: fold(first(about.description, firstParagraph(art.text)), capture.MaxDescription),
		ImageURL:    about.image,
		Site:        fold(about.site, capture.MaxName),
		Author:      fold(first(about.author, bylineOf(art, about)), capture.MaxName),
		Canonical:   about.canonical,
		Language:    first(about.language, languageOfScript(about.title+" "+art.text)),
		Published:   about.published,
		Duration:    about.duration,
	}
	if art.text != "" {
		d.Sections = []capture.Section{{Text: art.text}}
	}
	return d
}

const maxContent = 4000 // characters of a meta tag that are kept once it is read

// relieve takes off a page what it says about itself at length: it has been read, and the search for the article compares
// each heading with it.
func relieve(doc *goquery.Document) {
	doc.Find(`script[type*="ld+json" i]`).Remove()
	doc.Find("title").Each(func(_ int, s *goquery.Selection) {
		for c := s.Get(0).FirstChild; c != nil; c = c.NextSibling {
			c.Data = beginningOf(c.Data, maxClaim)
		}
	})
	doc.Find("meta[content]").Each(func(_ int, s *goquery.Selection) {
		attrs := s.Get(0).Attr
		for i := range attrs {
			attrs[i].Val = beginningOf(attrs[i].Val, maxContent)
		}
	})
}

// bylineOf is the author that stands beside the article, when that is what the page is there for.
func bylineOf(art article, about meta) string {
	if about.isIndex {
		return ""
	}
	return shownName(art.byline, about.language)
}

func longer(a, b string) string {
	if len(b) > len(a) {
		return b
	}
	return a
}

const minUnscripted = 200 // bytes: less only asks for scripts to be allowed

// unscripted is the text of the largest part of a page that is for those who run no scripts.
func unscripted(ctx context.Context, doc *goquery.Document) string {
	largest := ""
	doc.Find("body noscript").Each(func(_ int, s *goquery.Selection) {
		largest = longer(largest, s.Text())
	})
	if text := unmarked(ctx, largest); len(text) >= minUnscripted {
		return text
	}
	return ""
}

// baseOf is what relative addresses on the page are relative to.
func baseOf(doc *goquery.Document, address string) *url.URL {
	base, err := url.Parse(address)
	if err != nil {
		base = &url.URL{}
	}
	if href, ok := doc.Find("base[href]").First().Attr("href"); ok {
		if u, err := base.Parse(href); err == nil {
			return u
		}
	}
	return base
}
