package records

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"engram/internal/importer"
	"engram/internal/importer/jsonfile"
)

const (
	msgKarakeepFile  = "Karakeep's export leaves files out: export the file itself and add it."
	msgLinkwardenPDF = "Linkwarden's export leaves files out: download the file itself and add it."
)

// Karakeep is the export of Karakeep, formerly Hoarder. Its lists are folders.
var Karakeep = importer.Format{
	Name: "karakeep", Title: "Karakeep",
	Is: func(_ context.Context, in *importer.Input) bool {
		return in.JSON.In("bookmarks", "content") || in.JSON.In("bookmarks", "createdAt", "tags")
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		lists := folders{}
		err := Pass(in, func(r *jsonfile.Reader) error {
			return r.To([]string{"lists"}, func() error {
				return r.Each(func() error {
					l, err := Small[karakeepList](r)
					lists.add(l.ID, l.Name, l.ParentID)
					return err
				})
			})
		})
		if err != nil {
			return err
		}
		return Each(in, out, []string{"bookmarks"}, func(b karakeepMark, place string) error {
			return b.send(lists, place, out)
		})
	},
}

type karakeepList struct{ ID, Name, ParentID text }

type karakeepMark struct {
	Title, Note, CreatedAt text
	Tags, Lists            names
	Archived, Favourited   flag
	Content                struct{ Type, URL, Text, SourceURL text }
}

func (b karakeepMark) send(lists folders, place string, out *importer.Out) error {
	item := importer.Item{
		URL: string(b.Content.URL), Title: string(b.Title), Remark: string(b.Note), Place: place,
		Archived: bool(b.Archived), Starred: bool(b.Favourited),
	}
	for _, id := range b.Lists {
		item.Tags = append(item.Tags, lists.path(id, &item)...)
	}
	item.Tags = append(item.Tags, b.Tags...)
	item.CreatedAt = out.Date(&item, string(b.CreatedAt))
	switch {
	case b.Content.Type == "text", b.Content.URL == "" && b.Content.Text != "":
		item.Kind, item.Text, item.URL = importer.KindNote, string(b.Content.Text), string(b.Content.SourceURL)
	case b.Content.URL == "":
		return out.Note(cmp.Or(item.Title, item.Remark), place, msgKarakeepFile)
	}
	return out.Item(item)
}

// Linkwarden is the export of Linkwarden: the user with collections, which are folders.
var Linkwarden = importer.Format{
	Name: "linkwarden", Title: "Linkwarden",
	Is: func(_ context.Context, in *importer.Input) bool {
		return in.JSON.Keys["collections"] && !in.JSON.List && (in.JSON.Has("username") || in.JSON.In("collections", "links") || in.JSON.In("collections", "parentId"))
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		w := linkwarden{out: out, collections: folders{}, pinned: map[string]bool{}}
		if err := Pass(in, w.outline); err != nil {
			return err
		}
		r := jsonfile.New(importer.Text(in))
		return Ended(w.links(r), r, out)
	},
}

const maxPinned = 100_000

type linkwarden struct {
	out         *importer.Out
	collections folders
	pinned      map[string]bool
	count       int
}

// outline reads the names of the collections, and which links are pinned.
func (w *linkwarden) outline(r *jsonfile.Reader) error {
	return r.Fields(func(key string) error {
		return r.Each(func() error {
			var id, name, parent text
			err := r.Fields(func(field string) (err error) {
				switch {
				case field == "id":
					id, err = Small[text](r)
				case key == "collections" && field == "name":
					name, err = Small[text](r)
				case key == "collections" && field == "parentId":
					parent, err = Small[text](r)
				}
				return err
			})
			switch {
			case key == "collections":
				w.collections.add(id, name, parent)
			case key == "pinnedLinks" && len(w.pinned) < maxPinned && len(id) <= maxID:
				w.pinned[string(id)] = true
			}
			return err
		})
	})
}

// links sends the links of all collections.
func (w *linkwarden) links(r *jsonfile.Reader) error {
	return r.To([]string{"collections"}, func() error {
		return r.Each(func() error {
			return r.To([]string{"links"}, func() error {
				return r.Each(func() error {
					w.count++
					return record(r, w.out, "entry "+strconv.Itoa(w.count), w.send)
				})
			})
		})
	})
}

type linkwardenLink struct {
	ID, Name, Type, Description, URL, CreatedAt, ImportDate, CollectionID text

	Tags       names
	Highlights marks
}

func (w *linkwarden) send(l linkwardenLink, place string) error {
	if l.URL == "" {
		return w.out.Note(cmp.Or(string(l.Name), string(l.Description)), place, msgLinkwardenPDF)
	}
	item := importer.Item{
		URL: string(l.URL), Title: string(l.Name), Remark: string(l.Description), Starred: w.pinned[string(l.ID)], Place: place,
	}
	item.Tags = append(w.collections.path(string(l.CollectionID), &item), l.Tags...)
	item.CreatedAt = w.out.Date(&item, string(cmp.Or(l.ImportDate, l.CreatedAt)))
	l.Highlights.add(&item, w.out)
	return w.out.Item(item)
}

// Pass reads the file once for what the entries refer to. A damaged file is reported when its entries
// are read.
func Pass(in *importer.Input, read func(r *jsonfile.Reader) error) error {
	if err := read(jsonfile.New(importer.Text(in))); !errors.Is(err, jsonfile.ErrSyntax) {
		return err
	}
	return nil
}

const maxSmall = 64 << 10 // bytes

// Small returns the next value; its zero if it is long or another.
func Small[T any](r *jsonfile.Reader) (v T, err error) {
	raw, err := r.Raw(maxSmall)
	if errors.Is(err, jsonfile.ErrTooLong) {
		return v, nil
	}
	if err == nil {
		v, _ = decoded[T](raw)
	}
	return v, err
}
