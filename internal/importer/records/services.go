package records

import (
	"cmp"
	"encoding/json"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/jsonfile"
)

type (
	text  = jsonfile.Text
	flag  = jsonfile.Flag
	names = jsonfile.List
)

// Wallabag is the export of wallabag, of version 1 as well. Its texts are captured pages.
var Wallabag = list("wallabag", "wallabag",
	func(s jsonfile.Shape) bool {
		return s.List && s.Has("url") && (s.Has("is_archived") || s.Has("is_read", "is_fav"))
	}, nil,
	func(w wallabag, item *importer.Item, out *importer.Out) {
		item.URL, item.Title, item.Language, item.Tags = string(w.URL), string(w.Title), string(w.Language), w.Tags
		item.Author = strings.Join(w.PublishedBy, ", ")
		item.Archived, item.Starred = bool(w.IsArchived || w.IsRead), bool(w.IsStarred || w.IsFav)
		item.Unread = !item.Archived
		item.CreatedAt, item.PublishedAt = out.Date(item, string(w.CreatedAt)), out.Published(item, string(w.PublishedAt))
		if !strings.Contains(string(w.Content), "wallabag can't retrieve contents") {
			item.HTML = page(string(w.Content))
		}
		for _, a := range w.Annotations {
			item.Highlights = append(item.Highlights, importer.Highlight{
				Text: string(a.Quote), Remark: string(a.Text), At: out.Date(item, string(a.CreatedAt)),
			})
		}
	})

type wallabag struct {
	URL, Title, Language, Content text
	Tags                          names
	PublishedBy                   names `json:"published_by"`
	IsArchived                    flag  `json:"is_archived"`
	IsStarred                     flag  `json:"is_starred"`
	IsRead                        flag  `json:"is_read"`
	IsFav                         flag  `json:"is_fav"`
	CreatedAt                     text  `json:"created_at"`
	PublishedAt                   text  `json:"published_at"`
	Annotations                   []struct {
		Quote, Text text
		CreatedAt   text `json:"created_at"`
	}
}

// Pinboard is the export of Pinboard, whose tags are separated by blanks.
var Pinboard = list("pinboard", "Pinboard",
	func(s jsonfile.Shape) bool { return s.List && s.Has("href", "description") }, nil,
	func(p pinboard, item *importer.Item, out *importer.Out) {
		item.URL, item.Title, item.Remark = string(p.Href), string(p.Description), string(p.Extended)
		item.Tags, item.Unread = strings.Fields(string(p.Tags)), bool(p.ToRead)
		item.CreatedAt = out.Date(item, string(p.Time))
	})

type pinboard struct {
	Href, Description, Extended, Time, Tags text
	ToRead                                  flag
}

// Readability is the export of Readability.
var Readability = list("readability", "Readability",
	func(s jsonfile.Shape) bool { return s.In("bookmarks", "article__url") }, []string{"bookmarks"},
	func(b readability, item *importer.Item, out *importer.Out) {
		item.URL, item.Title, item.Description = string(b.URL), string(b.Title), string(b.Excerpt)
		item.Starred, item.Archived, item.Unread = bool(b.Favorite), bool(b.Archive), !bool(b.Archive)
		item.CreatedAt = out.Date(item, string(b.DateAdded))
	})

type readability struct {
	URL               text `json:"article__url"`
	Title             text `json:"article__title"`
	Excerpt           text `json:"article__excerpt"`
	DateAdded         text `json:"date_added"`
	Favorite, Archive flag
}

// Omnivore is a list of Omnivore without its archive.
var Omnivore = list("omnivore", "Omnivore",
	func(s jsonfile.Shape) bool {
		return s.List && s.Has("slug", "url") && (s.Has("savedAt") || s.Has("state"))
	}, nil,
	func(p OmnivorePage, item *importer.Item, out *importer.Out) { p.Fill(item, out) })

// OmnivorePage is an entry of Omnivore's lists.
type OmnivorePage struct {
	Slug, Title, Description, Author, URL, State text
	ReadingProgress                              float64
	Labels                                       names
	SavedAt, PublishedAt                         text
}

// Fill writes what the entry says into an item.
func (p OmnivorePage) Fill(item *importer.Item, out *importer.Out) {
	item.URL, item.Title, item.Description, item.Author = string(p.URL), string(p.Title), string(p.Description), string(p.Author)
	item.Tags, item.Progress = p.Labels, p.ReadingProgress/100
	item.Archived = strings.EqualFold(string(p.State), "archived")
	item.Unread = !item.Archived && p.ReadingProgress == 0
	item.CreatedAt, item.PublishedAt = out.Date(item, string(p.SavedAt)), out.Published(item, string(p.PublishedAt))
}

// Any is a list of objects that have an address, such as that of Delicious or elCurator.
var Any = list("json", "List of links (JSON)",
	func(s jsonfile.Shape) bool {
		return s.List && (s.Has("url") || s.Has("uri") || s.Has("href") || s.Has("link"))
	}, nil,
	func(l anything, item *importer.Item, out *importer.Out) {
		item.URL = string(cmp.Or(l.URL, l.URI, l.Href, l.Link))
		item.Title, item.Author = string(cmp.Or(l.Title, l.Name)), string(l.Author)
		item.Description, item.Remark = string(cmp.Or(l.Description, l.Excerpt)), string(cmp.Or(l.Note, l.Notes, l.Comment))
		item.Tags = append(l.Tags, l.Labels...)
		item.Starred, item.Archived = bool(l.Starred || l.Favorite), bool(l.Archived)
		item.Unread = bool(l.Unread || l.ToRead)
		item.CreatedAt = out.Date(item, string(cmp.Or(l.Created, l.CreatedAt, l.CreatedAtOther, l.SavedAt, l.DateAdded, l.Date, l.Time)))
		l.Highlights.add(item, out)
	})

type anything struct {
	URL, URI, Href, Link, Title, Name, Author   text
	Description, Excerpt, Note, Notes, Comment  text
	Tags, Labels                                names
	Created, Date, Time, CreatedAt, SavedAt     text
	CreatedAtOther                              text `json:"created_at"`
	DateAdded                                   text `json:"date_added"`
	Starred, Favorite, Archived, Unread, ToRead flag
	Highlights                                  marks
}

// marks are highlights; none if they are written in another way.
type marks []mark

type mark struct {
	Quote, Text, Note, Comment, Color, Created, CreatedAt text
	CreatedAtOther                                        text `json:"created_at"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (m *marks) UnmarshalJSON(raw []byte) error {
	var all []mark
	if json.Unmarshal(raw, &all) == nil {
		*m = all
	}
	return nil
}

// add gives the highlights to an item.
func (m marks) add(item *importer.Item, out *importer.Out) {
	for _, h := range m {
		item.Highlights = append(item.Highlights, importer.Highlight{
			Text: string(cmp.Or(h.Quote, h.Text)), Remark: string(cmp.Or(h.Note, h.Comment)), Color: string(h.Color),
			At: out.Date(item, string(cmp.Or(h.CreatedAt, h.CreatedAtOther, h.Created))),
		})
	}
}
