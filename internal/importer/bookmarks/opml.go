package bookmarks

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/xmlfile"
)

// OPML is the list of feeds of a feed reader. An outline around others is a folder.
var OPML = importer.Format{
	Name: "opml", Title: "Feeds (OPML)",
	Is: func(_ context.Context, in *importer.Input) bool {
		return in.IsMarkup() && opmlBegin.MatchString(in.Head)
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		o := opml{out: out}
		r := xmlfile.New(importer.Text(in))
		for {
			token, err := r.Next()
			switch {
			case errors.Is(err, io.EOF):
				return o.finish()
			case errors.Is(err, xmlfile.ErrDamaged):
				return cmp.Or(o.finish(), out.Note("", "byte "+strconv.FormatInt(r.Offset(), 10), msgDamaged))
			case err != nil:
				return err
			}
			if err := o.token(token); err != nil {
				return err
			}
		}
	},
}

var opmlBegin = regexp.MustCompile(`(?i)<opml[\s>]|<outline\s[^>]*xmlurl\s*=`)

const (
	msgDamaged = "The file is damaged or ends too early. What follows is missing."
	msgOutline = "It has neither a feed nor an address."
)

type opml struct {
	out     *importer.Out
	count   int
	folders []string // of every outline around; empty: it is a feed, or has no name
	deeper  int      // outlines beyond maxNesting
	leaf    string   // an outline without address that is still empty
}

func (o *opml) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		if strings.EqualFold(t.Name.Local, "outline") {
			return o.outline(t)
		}
	case xml.EndElement:
		if !strings.EqualFold(t.Name.Local, "outline") {
			return nil
		}
		switch {
		case o.deeper > 0:
			o.deeper--
		case len(o.folders) > 0:
			o.folders = o.folders[:len(o.folders)-1]
		}
		return o.finish()
	}
	return nil
}

// finish reports an outline that had nothing in it.
func (o *opml) finish() error {
	if o.leaf == "" {
		return nil
	}
	name := o.leaf
	o.leaf = ""
	return o.out.Note(name, o.place(), msgOutline)
}

func (o *opml) place() string { return "outline " + strconv.Itoa(o.count) }

func (o *opml) outline(e xml.StartElement) error {
	o.leaf = "" // what has something in it is a folder
	o.count++
	attrs := map[string]string{}
	for _, a := range e.Attr {
		attrs[strings.ToLower(a.Name.Local)] = strings.TrimSpace(a.Value)
	}
	title := cmp.Or(attrs["title"], attrs["text"])
	around := o.folders
	name := nameOf(title)
	if attrs["xmlurl"] != "" {
		name = ""
	}
	if len(o.folders) < maxNesting {
		o.folders = append(o.folders, name)
	} else {
		o.deeper++
	}
	address := cmp.Or(attrs["url"], attrs["htmlurl"])
	if attrs["xmlurl"] == "" && address == "" {
		o.leaf = cmp.Or(name, "(no title)")
		return nil
	}
	var item importer.Item
	tags := append(folderTags(&item, around), strings.Split(attrs["category"], ",")...)
	if attrs["xmlurl"] != "" {
		return o.out.Feed(importer.Feed{URL: attrs["xmlurl"], Title: title, Tags: tags}, o.place())
	}
	item.URL, item.Title, item.Remark, item.Tags, item.Place = address, title, attrs["description"], tags, o.place()
	item.CreatedAt = o.out.Date(&item, attrs["created"])
	return o.out.Item(item)
}
