// Package odt reads the texts of OpenDocument: their structure, and metadata.
package odt

import (
	"cmp"
	"context"
	"encoding/xml"
	"io"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plaintext"
	"engram/internal/zipfile"
)

const (
	msgEncrypted = "This document is protected by a password."

	maxContent = 48 << 20 // bytes of the text's XML
	maxAside   = 8 << 20  // bytes of styles and metadata
	maxThumb   = 10 << 20
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
	r := &reader{ctx: ctx, archive: archive, styles: map[string]style{}, lists: map[string]list{}}
	r.pictures.Part = func(name string, limit int64) ([]byte, error) { return archive.Read(ctx, name, limit) }
	if strings.Contains(string(r.part("META-INF/manifest.xml")), "encryption-data") {
		return capture.Document{}, fault.New(fault.Invalid, msgEncrypted)
	}
	d := r.metadata()
	items, err := r.read()
	return flow.Fill(ctx, d, items, err)
}

// reader reads one file.
type reader struct {
	ctx     context.Context
	archive *zipfile.File
	styles  map[string]style
	lists   map[string]list
	x       *markup.XML
	notes   [][]flow.Item

	pictures flow.Pictures
}

// part returns a small part of the document; nil if it is missing or too large.
func (r *reader) part(name string) []byte {
	content, err := r.archive.Read(r.ctx, name, maxAside)
	if err != nil {
		return nil
	}
	return content
}

// metadata returns what the document says about itself.
func (r *reader) metadata() (d capture.Document) {
	said := map[string]string{}
	x := markup.NewXML(r.ctx, r.part("meta.xml"))
	var within func(e xml.StartElement) error
	within = func(e xml.StartElement) error {
		switch e.Name.Local {
		case "document-meta", "meta":
			return x.Each(within)
		}
		text, err := x.Text()
		said[e.Name.Local] = strings.TrimSpace(text)
		return err
	}
	_ = x.Each(within)
	d.Title = plaintext.OneLine(said["title"], capture.MaxTitle)
	d.Author = plaintext.OneLine(cmp.Or(said["initial-creator"], said["creator"]), capture.MaxName)
	d.Language = metadata.Language(said["language"])
	d.Published = metadata.ParseDate(cmp.Or(said["creation-date"], said["date"]))
	if thumbnail, err := r.archive.Read(r.ctx, "Thumbnails/thumbnail.png", maxThumb); err == nil {
		d.Image = thumbnail
	}
	return d
}

// read returns the paragraphs, with the notes at their end. On an error those before it.
func (r *reader) read() (items []flow.Item, err error) {
	content, err := r.archive.Read(r.ctx, "content.xml", maxContent)
	if err != nil {
		return nil, err
	}
	r.readStyles(r.part("styles.xml"))
	r.x = markup.NewXML(r.ctx, content)
	var within func(e xml.StartElement) error
	within = func(e xml.StartElement) error {
		switch e.Name.Local {
		case "document-content", "body":
			return r.x.Each(within)
		case "automatic-styles":
			return r.styleList(r.x)
		case "text":
			return r.blocks(&items, place{})
		}
		return nil
	}
	err = r.x.Each(within)
	for n, note := range r.notes {
		for i, item := range note {
			item.Depth = 0
			if i == 0 {
				item.Depth, item.Ordered, item.Number, item.Anchor = 1, true, n+1, noteAnchor(n)
			}
			items = append(items, item)
		}
	}
	return items, err
}
