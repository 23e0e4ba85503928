package opds

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"engram/internal/account"
	"engram/internal/epub"
	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/httpapi/route"
	"engram/internal/memory"
	"engram/internal/plaintext"
	"engram/internal/recall"
)

const (
	// onPage is the number of memories on a page: as many as e-readers take at a time.
	onPage = 30
	// maxSearch bounds a search, in bytes.
	maxSearch = 1000
	// maxSummary bounds the description of a memory, in characters.
	maxSummary = 500
)

// newFeed returns a feed with what all have.
func (c *catalog) newFeed(r *http.Request, title, kind string) feed {
	f := feed{DC: "http://purl.org/dc/terms/", ID: "urn:engram:" + r.URL.RequestURI(), Title: title, Updated: c.Now().UTC().Truncate(time.Second), Author: author{"Engram"}}
	f.Links = []link{
		{Rel: "self", Href: hrefOf(r, r.URL.RequestURI()), Type: kind},
		{Rel: "start", Href: hrefOf(r, Path), Type: navigation},
		{Rel: "search", Href: hrefOf(r, Path+"/search.xml"), Type: searching},
	}
	return f
}

// hrefOf returns the address of a path of ours.
func hrefOf(r *http.Request, path string) string { return route.Origin(r) + path }

// listOf returns the path of the list of what a filter selects.
func listOf(f filter.Filter) string {
	return Path + "/memories?" + url.Values{"filter": {f.String()}}.Encode()
}

// shelves are the lists that the catalog begins with.
var shelves = []struct{ title, says, rel, filter string }{
	{"Newest", "All that you saved, the newest first", relNew, ""},
	{"Unread", "What you have not opened yet", relPart, "is:unread"},
	{"Starred", "What you starred", relPart, "is:starred"},
	{"Archived", "What you put away", relPart, "is:archived"},
}

// root answers with the beginning of the catalog.
func (c *catalog) root(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	f := c.newFeed(r, "Engram", navigation)
	shelf := func(title, says, rel, href, kind string) {
		f.Entries = append(f.Entries, entry{
			ID: "urn:engram:" + href, Title: title, Updated: f.Updated, Content: plain(says), Links: []link{{Rel: rel, Href: hrefOf(r, href), Type: kind}},
		})
	}
	for _, s := range shelves {
		words, _ := filter.Parse(s.filter)
		shelf(s.title, s.says, s.rel, listOf(words), acquisition)
	}
	shelf("Tags", "By the tags that you gave", relPart, Path+"/tags", navigation)
	return writeXML(w, navigation, f)
}

// tags answers with a list for each tag.
func (c *catalog) tags(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	found, err := c.Library.Tags(r.Context(), id.User().ID, "")
	if err != nil {
		return err
	}
	f := c.newFeed(r, "Tags", navigation)
	f.Links = append(f.Links, link{Rel: "up", Href: hrefOf(r, Path), Type: navigation})
	for _, tag := range found {
		word, ok := filter.NewWord(filter.Tag, tag.Name)
		if !ok {
			continue
		}
		href := listOf(filter.Filter{word})
		f.Entries = append(f.Entries, entry{
			ID: "urn:engram:" + href, Title: tag.Name, Updated: f.Updated, Content: plain(strconv.Itoa(tag.Count) + " saved"),
			Links: []link{{Rel: relPart, Href: hrefOf(r, href), Type: acquisition}},
		})
	}
	return writeXML(w, navigation, f)
}

// description says how the catalog is searched.
func (c *catalog) description(w http.ResponseWriter, r *http.Request, _ account.Identity) error {
	out := openSearch{ShortName: "Engram", Description: "Search what you saved", Encoding: "UTF-8"}
	out.URL.Type, out.URL.Template = acquisition, hrefOf(r, Path+"/memories?q={searchTerms}")
	return writeXML(w, searching, out)
}

// memories answers with what a filter selects, or with what is found by words.
func (c *catalog) memories(w http.ResponseWriter, r *http.Request, id account.Identity) error {
	query := r.URL.Query()
	ids, next, title, err := c.choose(r.Context(), id.User().ID, query)
	if err != nil {
		return err
	}
	found, err := c.Memories.Cards(r.Context(), id.User().ID, ids)
	if err != nil {
		return err
	}
	f := c.newFeed(r, title, acquisition)
	f.Links = append(f.Links, link{Rel: "up", Href: hrefOf(r, Path), Type: navigation})
	if next != "" {
		query.Set("cursor", next)
		f.Links = append(f.Links, link{Rel: "next", Href: hrefOf(r, Path+"/memories?"+query.Encode()), Type: acquisition})
	}
	for _, m := range found {
		f.Entries = append(f.Entries, c.entry(r, m))
	}
	return writeXML(w, acquisition, f)
}

// choose returns the ids of a page, the cursor of the next one, and what the list is called.
func (c *catalog) choose(ctx context.Context, userID string, query url.Values) (ids []string, next, title string, err error) {
	if words := strings.TrimSpace(query.Get("q")); words != "" {
		ids, err = c.search(ctx, userID, words)
		return ids, "", "Found: " + words, err
	}
	selects, err := filter.Read(query.Get("filter"))
	if err != nil {
		return nil, "", "", err
	}
	pending, _ := filter.NewWord(filter.Is, string(memory.Pending))
	pending.Not = true
	list, err := c.Filters.List(ctx, userID, filter.Request{
		Query: filter.Query{Filters: []filter.Filter{selects, {pending}}}, Sort: filter.Saved, Limit: onPage, Cursor: query.Get("cursor"),
	})
	return list.IDs, list.Next, titleOf(selects), err
}

func titleOf(f filter.Filter) string {
	for _, s := range shelves {
		if s.filter == f.String() {
			return s.title
		}
	}
	return f.String()
}

func (c *catalog) search(ctx context.Context, userID, words string) (ids []string, err error) {
	if len(words) > maxSearch {
		return nil, fault.New(fault.Invalid, "The search is longer than 1000 bytes")
	}
	matches, err := c.Finder.Find(ctx, userID, recall.Query{Text: words, Limit: onPage})
	for _, m := range matches {
		ids = append(ids, m.MemoryID)
	}
	return ids, err
}

// entry returns a memory with what can be had of it.
func (c *catalog) entry(r *http.Request, m memory.Memory) entry {
	e := entry{ID: "urn:uuid:" + m.ID, Title: m.Title, Updated: m.CreatedAt.UTC(), Language: m.Language, Publisher: m.Site}
	if e.Title == "" {
		e.Title = "Untitled"
	}
	if m.CapturedAt.After(m.CreatedAt) {
		e.Updated = m.CapturedAt.UTC()
	}
	if m.Author != "" {
		e.Authors = []author{{m.Author}}
	}
	if !m.PublishedAt.IsZero() {
		e.Issued = m.PublishedAt.UTC().Format(time.DateOnly)
	}
	for _, tag := range m.Tags {
		e.Categories = append(e.Categories, category{tag, tag})
	}
	e.Summary = plain(plaintext.Truncate(strings.TrimSpace(m.Remark+"\n\n"+m.Description), maxSummary))
	format := c.fileOf(r.Context(), m)
	if format != nil {
		e.Links = append(e.Links, link{Rel: relAcquire, Href: hrefOf(r, Path+"/files/"+m.ID+"/"+url.PathEscape(m.FileName())), Type: format.MediaType, Title: format.Name})
	}
	if format == nil || format.MediaType != epub.MediaType {
		e.Links = append(e.Links, link{Rel: relAcquire, Href: hrefOf(r, Path+"/books/"+m.ID+"/"+epub.FileName(m)), Type: epub.MediaType, Title: "EPUB"})
	}
	if m.ImageKey != "" {
		for _, rel := range []string{relImage, relThumbnail} {
			e.Links = append(e.Links, link{Rel: rel, Href: hrefOf(r, Path+"/covers/"+m.ID), Type: "image/jpeg"})
		}
	}
	return e
}
