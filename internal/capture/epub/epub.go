// Package epub reads books: their chapters with structure, metadata and cover.
package epub

import (
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/flow"
	"engram/internal/capture/metadata"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plaintext"
	"engram/internal/zipfile"

	"golang.org/x/net/html/charset"
)

const (
	msgDamaged   = "This book is damaged and could not be read."
	msgEmpty     = "This book holds no text (its pages may be pictures)."
	msgProtected = "This book is protected against copying (DRM), and can't be read."
	msgCut       = "Only its beginning was read: it holds more than can be read."

	maxPackage = 4 << 20  // bytes of a list of the book's parts
	maxChapter = 5 << 20  // bytes, as of a page
	maxCover   = 10 << 20 // bytes
	maxText    = 20 << 20 // bytes of all chapters
	maxOrder   = 10_000   // chapters
)

// Reader implements capture.FileReader.
type Reader struct{}

var _ capture.FileReader = Reader{}

// ReadFile returns a section for each chapter, with title, authors, date, language and cover.
func (Reader) ReadFile(ctx context.Context, file io.ReadSeeker, _ memory.Bookmark) (capture.Document, error) {
	archive, err := zipfile.Open(file)
	if err != nil {
		return capture.Document{}, fault.Wrap(fault.Invalid, msgDamaged, err)
	}
	b := &book{ctx: ctx, archive: archive, parts: map[string]item{}}
	b.pictures.Part = func(name string, limit int64) ([]byte, error) { return archive.Read(ctx, name, limit) }
	if err := b.open(); err != nil {
		return capture.Document{}, err
	}
	d := b.about()
	if b.isProtected() {
		return d, fault.New(fault.Invalid, msgProtected)
	}
	d.Sections, d.Remark = b.chapters()
	if err := ctx.Err(); err != nil {
		return d, err
	}
	if len(d.Sections) == 0 {
		return d, fault.New(fault.Invalid, cmp.Or(d.Remark, msgEmpty))
	}
	return d, nil
}

// book is an open book.
type book struct {
	ctx     context.Context
	archive *zipfile.File
	root    string // name of the package document
	opf     packaged
	parts   map[string]item // of the manifest, by id

	pictures flow.Pictures
}

// packaged is the package document.
type packaged struct {
	Metadata struct {
		Titles    []string `xml:"title"`
		Creators  []string `xml:"creator"`
		Languages []string `xml:"language"`
		Dates     []string `xml:"date"`
		Metas     []struct {
			Name    string `xml:"name,attr"`
			Content string `xml:"content,attr"`
		} `xml:"meta"`
	} `xml:"metadata"`
	Items []item `xml:"manifest>item"`
	Spine struct {
		Contents string `xml:"toc,attr"`
		Order    []struct {
			ID string `xml:"idref,attr"`
		} `xml:"itemref"`
	} `xml:"spine"`
}

type item struct {
	ID         string `xml:"id,attr"`
	Href       string `xml:"href,attr"`
	MediaType  string `xml:"media-type,attr"`
	Properties string `xml:"properties,attr"`
}

// open reads the package document.
func (b *book) open() error {
	var container struct {
		Roots []struct {
			Path string `xml:"full-path,attr"`
		} `xml:"rootfiles>rootfile"`
	}
	if err := b.decode("META-INF/container.xml", &container); err != nil || len(container.Roots) == 0 {
		return fault.Wrap(fault.Invalid, msgDamaged, err)
	}
	b.root = strings.TrimPrefix(container.Roots[0].Path, "/")
	if err := b.decode(b.root, &b.opf); err != nil {
		return fault.Wrap(fault.Invalid, msgDamaged, err)
	}
	for _, part := range b.opf.Items {
		b.parts[part.ID] = part
	}
	return nil
}

// decode reads a small XML file of the book. encoding/xml expands no entities.
func (b *book) decode(name string, into any) error {
	content, err := b.archive.Read(b.ctx, name, maxPackage)
	if err != nil {
		return fmt.Errorf("epub: read a part: %w", err)
	}
	decoder := xml.NewDecoder(strings.NewReader(string(content)))
	decoder.CharsetReader, decoder.Strict = charset.NewReaderLabel, false
	return decoder.Decode(into)
}

// path returns the name in the archive of what a part refers to; empty if it is outside.
func (b *book) path(from, href string) string {
	u, err := url.Parse(href)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" {
		return ""
	}
	return strings.TrimPrefix(path.Join("/", path.Dir(from), u.Path), "/")
}

// about returns the metadata and the cover.
func (b *book) about() (d capture.Document) {
	m := b.opf.Metadata
	d.Title = plaintext.OneLine(plaintext.First(m.Titles...), capture.MaxTitle)
	d.Author = plaintext.OneLine(strings.Join(m.Creators, ", "), capture.MaxName)
	d.Language = metadata.Language(m.Languages...)
	d.Published = metadata.ParseDate(plaintext.First(m.Dates...))
	if cover := b.cover(); cover.Href != "" {
		d.Image, _ = b.archive.Read(b.ctx, b.path(b.root, cover.Href), maxCover)
	}
	return d
}

// cover returns the picture that the book names as its cover.
func (b *book) cover() item {
	for _, part := range b.opf.Items {
		if strings.Contains(part.Properties, "cover-image") {
			return part
		}
	}
	for _, meta := range b.opf.Metadata.Metas {
		if part := b.parts[meta.Content]; meta.Name == "cover" && strings.HasPrefix(part.MediaType, "image/") {
			return part
		}
	}
	return item{}
}

// isProtected reports whether chapters are encrypted. Fonts may be disguised.
func (b *book) isProtected() bool {
	var list struct {
		Data []struct {
			Method struct {
				Algorithm string `xml:"Algorithm,attr"`
			} `xml:"EncryptionMethod"`
			Cipher struct {
				Reference struct {
					URI string `xml:"URI,attr"`
				} `xml:"CipherReference"`
			} `xml:"CipherData"`
		} `xml:"EncryptedData"`
	}
	if b.decode("META-INF/encryption.xml", &list) != nil {
		return false
	}
	for _, data := range list.Data {
		switch data.Method.Algorithm {
		case "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC":
		default:
			if ending := strings.ToLower(path.Ext(data.Cipher.Reference.URI)); strings.HasPrefix(ending, ".x") || strings.HasPrefix(ending, ".ht") || ending == "" {
				return true
			}
		}
	}
	return false
}
