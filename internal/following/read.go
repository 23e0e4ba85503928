package following

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mmcdole/gofeed"
	"golang.org/x/net/html"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

// parsedAtOnce is the number of feeds that are parsed at once, each of some megabytes.
const parsedAtOnce = 2

const (
	maxBody  = 5 << 20 // bytes of a feed
	maxItems = 200     // read of a feed
	maxGUID  = 2000    // bytes
	accept   = "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, text/html;q=0.7, */*;q=0.5"
)

// contents holds what a feed says. Its items are newest first.
type contents struct {
	url, title, site string
	moved            bool // for good, to url
	etag, modified   string
	items            []item
}

// item is an entry of a feed.
type item struct {
	key       string // a hash of its guid
	link      string
	title     string
	published time.Time // zero: unknown
}

func noFeed() error {
	return fault.New(fault.Invalid, "There is no feed at this address. Feeds are RSS, Atom or JSON Feed.")
}

// get fetches the address of a feed. Nothing that changed is a fault with status 304.
func (s *Service) get(ctx context.Context, f Feed) (capture.Page, error) {
	return s.Fetcher.Fetch(ctx, capture.Request{
		URL: f.URL, Accept: accept, Limit: maxBody, UserID: f.UserID, ETag: f.ETag, Modified: f.Modified,
	})
}

// discover reads the feed at an address, or the first that the page there names, and sets its
// address.
func (s *Service) discover(ctx context.Context, f *Feed) (contents, error) {
	for range 2 {
		page, err := s.get(ctx, *f)
		if err != nil {
			return contents{}, err
		}
		found, err := s.parse(ctx, page)
		if err == nil {
			page.Release()
			return found, nil
		}
		next := named(page)
		page.Release()
		if next == "" || next == f.URL {
			return contents{}, err
		}
		f.URL = next
	}
	return contents{}, noFeed()
}

// parse reads a feed when its turn comes.
func (s *Service) parse(ctx context.Context, page capture.Page) (contents, error) {
	select {
	case s.parsing <- struct{}{}:
		defer func() { <-s.parsing }()
		return parse(page, s.Now())
	case <-ctx.Done():
		return contents{}, ctx.Err()
	}
}

// parse reads a feed of any form; fault.Invalid if it is none.
func parse(page capture.Page, now time.Time) (c contents, err error) {
	defer func() {
		if cause := recover(); cause != nil { // of a library that reads what strangers wrote
			c, err = contents{}, fault.Wrap(fault.Invalid, "The feed can't be read.", fmt.Errorf("following: %v", cause))
		}
	}()
	if gofeed.DetectFeedType(bytes.NewReader(page.Body)) == gofeed.FeedTypeUnknown {
		return contents{}, noFeed()
	}
	body, err := bounded(page.Body)
	if err != nil {
		return contents{}, err
	}
	read, err := gofeed.NewParser().Parse(bytes.NewReader(body))
	if err != nil {
		return contents{}, fault.Wrap(fault.Invalid, "The feed can't be read.", err)
	}
	base, err := url.Parse(page.URL)
	if err != nil {
		return contents{}, noFeed()
	}
	c = contents{
		url: page.URL, moved: page.Moved, etag: page.ETag, modified: page.Modified,
		title: cmp.Or(titled(read.Title), base.Host), site: webAddress(base, read.Link),
	}
	known := map[string]bool{}
	for _, i := range read.Items {
		if one, ok := itemOf(base, i, now); ok && !known[one.key] {
			known[one.key] = true
			c.items = append(c.items, one)
		}
	}
	slices.SortStableFunc(c.items, func(a, b item) int { return b.published.Compare(a.published) })
	c.items = c.items[:min(len(c.items), maxItems)]
	return c, nil
}

// itemOf returns an entry; ok is false if it leads nowhere.
func itemOf(base *url.URL, i *gofeed.Item, now time.Time) (one item, ok bool) {
	if i == nil {
		return item{}, false
	}
	one = item{link: webAddress(base, i.Link), title: titled(i.Title)}
	if one.link == "" {
		one.link = webAddress(nil, i.GUID)
	}
	guid := cmp.Or(strings.TrimSpace(i.GUID), memory.KeyOf(one.link))
	hash := sha256.Sum256([]byte(guid[:min(len(guid), maxGUID)]))
	one.key = hex.EncodeToString(hash[:16])
	for _, at := range []*time.Time{i.PublishedParsed, i.UpdatedParsed} {
		if at != nil && at.Year() > 1970 && at.Before(now.Add(24*time.Hour)) {
			one.published = at.UTC().Truncate(time.Second)
			break
		}
	}
	return one, one.link != ""
}

// webAddress returns an address of the web, relative to base; empty if it is none.
func webAddress(base *url.URL, address string) string {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || address == "" || base == nil && !u.IsAbs() {
		return ""
	}
	if base != nil {
		u = base.ResolveReference(u)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	u.User = nil
	return u.String()
}

// feedTypes are the media types of feeds that pages name.
var feedTypes = []string{"application/rss+xml", "application/atom+xml", "application/feed+json", "application/json"}

// named returns the address of the first feed that a page names; empty: none.
func named(page capture.Page) string {
	base, err := url.Parse(page.URL)
	if err != nil {
		return ""
	}
	tokens := html.NewTokenizer(bytes.NewReader(page.Body))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.SelfClosingTagToken:
			switch name, hasAttributes := tokens.TagName(); string(name) {
			case "base":
				href := attributesOf(tokens, hasAttributes)["href"]
				if u, err := base.Parse(href); err == nil && href != "" {
					base = u
				}
			case "link":
				if found := alternate(base, attributesOf(tokens, hasAttributes)); found != "" {
					return found
				}
			}
		}
	}
}

// attributesOf returns what leads to feeds of a tag's attributes.
func attributesOf(tokens *html.Tokenizer, more bool) map[string]string {
	all := map[string]string{}
	for more {
		var name, value []byte
		name, value, more = tokens.TagAttr()
		switch key := string(name); key {
		case "rel", "type", "href":
			all[key] = string(value)
		}
	}
	return all
}

// alternate returns the address of the feed that a link names; empty: none.
func alternate(base *url.URL, attributes map[string]string) string {
	kind, _, _ := strings.Cut(strings.ToLower(attributes["type"]), ";")
	if !slices.Contains(strings.Fields(strings.ToLower(attributes["rel"])), "alternate") || !slices.Contains(feedTypes, strings.TrimSpace(kind)) {
		return ""
	}
	return webAddress(base, attributes["href"])
}

// apply takes over what a feed says of itself.
func (f *Feed) apply(c contents) {
	if !f.OwnTitle {
		f.Title = c.title
	}
	if f.Site = c.site; c.moved {
		f.URL = c.url
	}
	f.ETag, f.Modified = c.etag, c.modified
}
