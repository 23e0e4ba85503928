// Package docx reads the documents of Word: text with its structure, and metadata.
package docx

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/memory"
	"engram/internal/plaintext"
	"engram/internal/zipfile"
)

const (
	mainPart = "word/document.xml"
	maxPart  = 48 << 20 // bytes of the text's XML
	maxAside = 8 << 20  // bytes of styles, lists, notes
	maxThumb = 10 << 20
)

// Reader implements capture.FileReader.
type Reader struct{}

var _ capture.FileReader = Reader{}

// ReadFile returns the text, in one piece, with title, author, date and language.
func (Reader) ReadFile(ctx context.Context, file io.ReadSeeker, _ memory.Bookmark) (capture.Document, error) {
	archive, err := zipfile.Open(file)
	if err != nil {
		return capture.Document{}, flow.Damaged(err)
	}
	r := &reader{ctx: ctx, archive: archive, main: mainPart}
	r.pictures.Part = func(name string, limit int64) ([]byte, error) { return archive.Read(ctx, name, limit) }
	if found := r.related("", "officeDocument"); found != "" {
		r.main = found
	}
	d := r.metadata()
	items, err := r.read()
	return flow.Fill(ctx, d, items, err)
}

// reader reads one file.
type reader struct {
	ctx     context.Context
	archive *zipfile.File
	main    string // name of the part with the text
	styles  map[string]style
	lists   lists
	links   map[string]string // addresses by the id of their relation
	notes   map[string][]flow.Item
	cited   []string // ids of notes, in the order of their first mark
	x       *markup.XML

	pictures flow.Pictures
}

// part returns a part of the document; nil if it is missing or too large.
func (r *reader) part(name string, limit int64) []byte {
	content, err := r.archive.Read(r.ctx, name, limit)
	if err != nil {
		return nil
	}
	return content
}

// parse hands each element below the root of a part to visit. A missing part has none.
func (r *reader) parse(name string, visit func(x *markup.XML, e xml.StartElement) error) {
	x := markup.NewXML(r.ctx, r.part(name, maxAside))
	_ = x.Each(func(xml.StartElement) error {
		return x.Each(func(e xml.StartElement) error { return visit(x, e) })
	})
}

// beside returns the name of a part that the main part refers to by a relation of this type.
func (r *reader) beside(relation string) string {
	return cmp.Or(r.related(r.main, relation), path.Join(path.Dir(r.main), relation+".xml"))
}

// related returns the target of the first relation of a part with this type.
func (r *reader) related(part, relation string) (target string) {
	r.relations(part, func(e xml.StartElement) {
		if target == "" && strings.HasSuffix(markup.Attr(e, "Type"), "/"+relation) {
			target = strings.TrimPrefix(path.Join("/", path.Dir(part), markup.Attr(e, "Target")), "/")
			if to := markup.Attr(e, "Target"); strings.HasPrefix(to, "/") {
				target = to[1:]
			}
		}
	})
	return target
}

func (r *reader) relations(part string, visit func(e xml.StartElement)) {
	name := path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
	if part == "" {
		name = "_rels/.rels"
	}
	r.parse(name, func(_ *markup.XML, e xml.StartElement) error {
		visit(e)
		return nil
	})
}

// metadata returns what the document says about itself.
func (r *reader) metadata() (d capture.Document) {
	said := map[string]string{}
	r.parse(cmp.Or(r.related("", "core-properties"), "docProps/core.xml"), func(x *markup.XML, e xml.StartElement) error {
		text, err := x.Text()
		said[e.Name.Local] = strings.TrimSpace(text)
		return err
	})
	d.Title = plaintext.OneLine(said["title"], capture.MaxTitle)
	d.Author = plaintext.OneLine(said["creator"], capture.MaxName)
	d.Language = metadata.Language(said["language"])
	d.Published = metadata.ParseDate(cmp.Or(said["created"], said["modified"]))
	if thumbnail := r.related("", "thumbnail"); thumbnail != "" {
		d.Image = r.part(thumbnail, maxThumb)
	}
	return d
}

// read returns the paragraphs, with the notes at their end. On an error those before it.
func (r *reader) read() (items []flow.Item, err error) {
	content, err := r.archive.Read(r.ctx, r.main, maxPart)
	if errors.Is(err, fs.ErrNotExist) || err != nil {
		return nil, err
	}
	r.readStyles()
	r.readLists()
	r.links = map[string]string{}
	r.relations(r.main, func(e xml.StartElement) { r.links[markup.Attr(e, "Id")] = markup.Attr(e, "Target") })
	r.readNotes("footnotes")
	r.readNotes("endnotes")
	r.x = markup.NewXML(r.ctx, content)
	err = r.blocks(&items)
	return append(items, r.endnotes()...), err
}

// endnotes returns the notes that the text refers to, as a list.
func (r *reader) endnotes() (items []flow.Item) {
	for n, id := range r.cited {
		for i, item := range r.notes[id] {
			item.Depth, item.Ordered, item.Number = 1, true, 1
			if i > 0 {
				item.Depth = 0
			} else {
				item.Number, item.Anchor = n+1, noteAnchor(n)
			}
			items = append(items, item)
		}
	}
	return items
}

// readNotes reads the footnotes or endnotes.
func (r *reader) readNotes(kind string) {
	if r.notes == nil {
		r.notes = map[string][]flow.Item{}
	}
	r.parse(r.beside(kind), func(x *markup.XML, e xml.StartElement) error {
		if kind := markup.Attr(e, "type"); kind != "" && kind != "normal" {
			return nil // the line above them
		}
		before := r.x
		defer func() { r.x = before }()
		r.x = x
		var items []flow.Item
		err := r.blocks(&items)
		r.notes[kind+markup.Attr(e, "id")] = items
		return err
	})
}

// addressOf returns the address of a link; empty if it is none of the web.
func addressOf(target string) string {
	if strings.HasPrefix(target, "http://") || strings.HasPrefix(target, "https://") {
		return target
	}
	return ""
}
