package wallabag

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"engram/internal/document"
	"engram/internal/document/xhtml"
	"engram/internal/entry"
	"engram/internal/fault"
	"engram/internal/httpapi/route"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/upload"
)

// wireEntry is an entry as wallabag has it.
type wireEntry struct {
	ID          int       `json:"id"`
	UID         *string   `json:"uid"`
	UserID      int       `json:"user_id"`
	UserName    string    `json:"user_name"`
	Title       string    `json:"title"`
	URL         string    `json:"url"`
	Origin      *string   `json:"origin_url"`
	Domain      string    `json:"domain_name"`
	Content     *string   `json:"content,omitempty"`
	Archived    int       `json:"is_archived"`
	Starred     int       `json:"is_starred"`
	Public      bool      `json:"is_public"`
	CreatedAt   string    `json:"created_at"`
	UpdatedAt   string    `json:"updated_at"`
	PublishedAt *string   `json:"published_at"`
	StarredAt   *string   `json:"starred_at"`
	ArchivedAt  *string   `json:"archived_at"`
	Authors     []string  `json:"published_by"`
	MediaType   string    `json:"mimetype"`
	Language    *string   `json:"language"`
	Minutes     int       `json:"reading_time"`
	Picture     *string   `json:"preview_picture"`
	Tags        []wireTag `json:"tags"`
	Annotations []string  `json:"annotations"`
	Links       selfLink  `json:"_links"`
}

type wireTag struct {
	ID    int    `json:"id"`
	Label string `json:"label"`
	Slug  string `json:"slug"`
}

type href struct {
	Href string `json:"href"`
}

type selfLink struct {
	Self href `json:"self"`
}

const (
	// mostContent bounds the text of an entry, in bytes of HTML: apps hold it in memory.
	mostContent = 2 << 20
	// perMinute is the number of bytes of a text that are read in a minute, about 200 words.
	perMinute = 1200
	// pictureWindow is the time for which the link of a picture stays the same; it is good for as long again.
	pictureWindow = 7 * 24 * time.Hour
	timeForm      = "2006-01-02T15:04:05-0700"
)

func stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := t.UTC().Format(timeForm)
	return &text
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func bit(t time.Time) int { return map[bool]int{true: 1}[!t.IsZero()] }

// entryOf returns a memory as an entry, with its text if that is wanted.
func (c *calls) entryOf(ctx context.Context, who caller, m memory.Memory, e entry.Entry, numbers map[string]int, full bool) (wireEntry, error) {
	out := wireEntry{
		ID: e.Number, UserID: 1, UserName: who.User().Username, Title: m.Title, URL: m.URL, Archived: bit(m.ArchivedAt), Starred: bit(m.StarredAt),
		CreatedAt: *stamp(m.CreatedAt), UpdatedAt: *stamp(e.ChangedAt), PublishedAt: stamp(m.PublishedAt), StarredAt: stamp(m.StarredAt), ArchivedAt: stamp(m.ArchivedAt),
		MediaType: "text/html", Language: orNull(m.Language), Tags: tagsOf(m.Tags, numbers), Annotations: []string{},
		Links: selfLink{href{"/api/entries/" + strconv.Itoa(e.Number)}},
	}
	if out.URL == "" {
		out.URL = route.OriginOf(ctx) + "/home/memory/" + m.ID
	}
	if u, err := url.Parse(out.URL); err == nil {
		out.Domain = u.Hostname()
	}
	if m.Author != "" {
		out.Authors = []string{m.Author}
	}
	if m.ImageKey != "" {
		out.Picture = orNull(c.picture(ctx, who, m, m.ImageKey))
	}
	if !full {
		return out, nil
	}
	content, err := c.content(ctx, who, m)
	out.Content, out.Minutes = &content, len(content)/perMinute
	return out, err
}

// picture returns the link of a picture, which ends with the token.
func (c *calls) picture(ctx context.Context, who caller, m memory.Memory, key string) string {
	return route.OriginOf(ctx) + c.Links.Sign(upload.Link{
		Path: "/api/" + key, Session: who.SessionID(), Version: strconv.FormatInt(m.CapturedAt.Unix(), 36), Window: pictureWindow,
	})
}

// errLong ends a text that is too long for an app.
var errLong = errors.New("the text is longer than an entry")

// content returns the text of a memory as HTML.
func (c *calls) content(ctx context.Context, who caller, m memory.Memory) (string, error) {
	var out strings.Builder
	err := c.Memories.Document(ctx, m, func(doc document.Document) error {
		page := xhtml.New(doc, xhtml.Options{Picture: func(key string) (string, error) { return c.picture(ctx, who, m, key), nil }})
		if err := page.Blocks(doc); err != nil {
			return err
		}
		if out.Len()+page.Len() > mostContent {
			return errLong
		}
		_, err := page.WriteTo(&out)
		return err
	})
	switch {
	case errors.Is(err, errLong):
		out.WriteString("<p>The rest of this text is in Engram.</p>")
		err = nil
	case err == nil && out.Len() == 0 && m.Description != "":
		out.WriteString("<p>" + xhtml.Text(m.Description) + "</p>")
	}
	return out.String(), err
}

// tagsOf returns tags with their numbers.
func tagsOf(names []string, numbers map[string]int) []wireTag {
	all := []wireTag{}
	for _, name := range names {
		key := library.TagKey(name)
		all = append(all, wireTag{numbers[key], name, key})
	}
	return all
}

// numbersOf returns the numbers of the tags of memories.
func (c *calls) numbersOf(ctx context.Context, who caller, memories []memory.Memory) (map[string]int, error) {
	var keys []string
	for _, m := range memories {
		for _, name := range m.Tags {
			keys = append(keys, library.TagKey(name))
		}
	}
	if len(keys) == 0 {
		return nil, nil
	}
	return c.Entries.TagNumbers(ctx, who.userID(), keys)
}

// one returns a memory as a whole entry.
func (c *calls) one(ctx context.Context, who caller, id string) (wireEntry, error) {
	m, err := c.Memories.Get(ctx, who.userID(), id)
	if err != nil {
		return wireEntry{}, err
	}
	entries, err := c.Entries.Of(ctx, who.userID(), []string{id})
	if err != nil {
		return wireEntry{}, err
	}
	e, ok := entries[id]
	if !ok {
		return wireEntry{}, fault.New(fault.NotFound, "There is no such entry")
	}
	numbers, err := c.numbersOf(ctx, who, []memory.Memory{m})
	if err != nil {
		return wireEntry{}, err
	}
	return c.entryOf(ctx, who, m, e, numbers, true)
}

// answer writes a memory as an entry.
func (c *calls) answer(w http.ResponseWriter, r *http.Request, who caller, id string) error {
	out, err := c.one(r.Context(), who, id)
	if err == nil {
		err = writeJSON(w, out)
	}
	return err
}
