// Package page reads web pages: metadata and article.
package page

import (
	"context"
	"net/url"
	"runtime"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"engram/internal/capture"
	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/capture/page/article"
	"engram/internal/capture/structure"
	"engram/internal/cputime"
	"engram/internal/plaintext"
)

const readLimit = 3 * time.Second // CPU time, so that the result does not depend on the load

// Reader reads web pages. It is safe for concurrent use.
type Reader struct {
	now   func() time.Time // later dates are in the future
	slots capture.Slots    // one per CPU: more gain nothing, and a page may take much memory
}

// NewReader returns a reader of web pages.
func NewReader() Reader {
	return Reader{now: time.Now, slots: make(capture.Slots, runtime.GOMAXPROCS(0))}
}

var _ capture.PageReader = Reader{}

// ReadPage reads the first 5 MB of a page in any charset. Parsing stops after three seconds of CPU
// time, and the article is searched only if that took less than one. A page made to exhaust the
// reader gives title and description only. The only error is ctx's.
func (r Reader) ReadPage(ctx context.Context, p capture.Page) (capture.Document, error) {
	if err := ctx.Err(); err != nil {
		return capture.Document{}, err
	}
	giveBack, err := r.slots.Acquire(ctx)
	if err != nil {
		return capture.Document{}, err
	}
	defer giveBack()
	limited, release := cputime.WithLimit(ctx, readLimit)
	defer release()

	page := markup.Decode(p.Body, p.ContentType)
	seen := markup.Scan(limited, page)
	outline := capture.Document{Title: seen.Title, Description: seen.Description}
	if seen.Heavy {
		return outline, ctx.Err()
	}
	root, err := markup.Parse(limited, page)
	if err != nil {
		return outline, ctx.Err()
	}
	return read(limited, root, p.URL, r.now()), ctx.Err()
}

// read returns the document of a parsed page.
func read(ctx context.Context, root *html.Node, address string, now time.Time) capture.Document {
	doc := goquery.NewDocumentFromNode(root)
	base := baseOf(doc, address)
	about := readMeta(ctx, doc, base, address, now)
	relieve(doc)
	doc.Find(".mw-editsection").Remove() // "[edit]" behind the headings of a wiki
	outline := outlineOf(ctx, root, base)
	art := article.Find(ctx, root, base, about.Hints)
	for _, other := range []func() string{func() string { return about.body }, func() string { return unscripted(ctx, doc) }} {
		if article.IsThin(art.Text) {
			art.Text = longer(art.Text, other())
		}
	}
	art.Text = withRecipe(art.Text, about)
	d := capture.Document{
		Title:       about.title,
		Description: plaintext.OneLine(plaintext.First(about.Description, plaintext.FirstParagraph(art.Text)), capture.MaxDescription),
		ImageURL:    about.image,
		Site:        plaintext.OneLine(about.site, capture.MaxName),
		Author:      plaintext.OneLine(plaintext.First(about.author, bylineOf(art, about)), capture.MaxName),
		Canonical:   about.canonical,
		Language:    plaintext.First(about.language, metadata.LanguageOfScript(about.title+" "+art.Text)),
		Published:   about.published,
		Duration:    about.duration,
	}
	if art.Text != "" {
		d.Sections = []capture.Section{{Text: art.Text, Blocks: outline.Of(art.Text)}}
	}
	return d
}

// outlineOf returns the page's structure; an empty one if time is up.
func outlineOf(ctx context.Context, root *html.Node, base *url.URL) (o structure.Outline) {
	if ctx.Err() == nil {
		o = structure.Read(root, base)
	}
	return o
}

const maxContent = 4000 // characters of a meta tag that are kept after it was read

// relieve truncates long metadata that has been read: the search for the article compares each
// heading with it.
func relieve(doc *goquery.Document) {
	doc.Find(`script[type*="ld+json" i]`).Remove()
	doc.Find("title").Each(func(_ int, s *goquery.Selection) {
		for c := s.Get(0).FirstChild; c != nil; c = c.NextSibling {
			c.Data = plaintext.Beginning(c.Data, maxClaim)
		}
	})
	doc.Find("meta[content]").Each(func(_ int, s *goquery.Selection) {
		attrs := s.Get(0).Attr
		for i := range attrs {
			attrs[i].Val = plaintext.Beginning(attrs[i].Val, maxContent)
		}
	})
}

// bylineOf returns the author in the article, if the article is the content.
func bylineOf(art article.Article, about meta) string {
	if about.isIndex {
		return ""
	}
	return metadata.ShownName(art.Byline, about.language)
}

func longer(a, b string) string {
	if len(b) > len(a) {
		return b
	}
	return a
}

const minUnscripted = 200 // bytes: less only asks to enable scripts

// unscripted returns the text of the page's largest noscript part.
func unscripted(ctx context.Context, doc *goquery.Document) string {
	largest := ""
	doc.Find("body noscript").Each(func(_ int, s *goquery.Selection) {
		largest = longer(largest, s.Text())
	})
	if text := markup.Unmarked(ctx, largest); len(text) >= minUnscripted {
		return text
	}
	return ""
}

// baseOf returns the base of the page's relative addresses.
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
