// Package filetype is the list of formats that users can upload.
package filetype

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"engram/internal/zipfile"
)

// Type is a file format.
type Type struct {
	Name      string   `json:"name"`      // for users
	Extension string   `json:"extension"` // with its dot
	MediaType string   `json:"mediaType"`
	Others    []string `json:"others,omitempty"` // other extensions in use

	// Inline says that browsers show it without running anything in it.
	Inline bool `json:"-"`

	aliases []string // other media types in use
	magic   []string // signatures at this offset
	at      int
	loose   bool // the signature may be anywhere in the head
	web     bool // at an address it is a page, a text or a picture of the web
}

// The formats. Text is what is left of texts.
var (
	PDF = &Type{
		Name: "PDF", Extension: ".pdf", MediaType: "application/pdf", Inline: true,
		aliases: []string{"application/x-pdf"}, magic: []string{"%PDF-"}, loose: true,
	}
	EPUB = &Type{
		Name: "EPUB", Extension: ".epub", MediaType: "application/epub+zip",
		magic: []string{"mimetypeapplication/epub+zip"}, at: 30,
	}
	DOCX = &Type{
		Name: "DOCX", Extension: ".docx",
		MediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	}
	ODT = &Type{
		Name: "ODT", Extension: ".odt", MediaType: "application/vnd.oasis.opendocument.text",
		magic: []string{"mimetypeapplication/vnd.oasis.opendocument.text"}, at: 30,
	}
	RTF = &Type{
		Name: "RTF", Extension: ".rtf", MediaType: "application/rtf",
		aliases: []string{"text/rtf", "text/richtext"}, magic: []string{`{\rtf`},
	}
	HTML = &Type{
		Name: "HTML", Extension: ".html", MediaType: "text/html", Others: []string{".htm", ".xhtml"},
		web: true,
	}
	MHTML = &Type{
		Name: "MHTML", Extension: ".mhtml", MediaType: "multipart/related", Others: []string{".mht"},
		aliases: []string{"application/x-mimearchive"},
		magic:   []string{"From: <Saved by ", "From: \"Saved by "},
	}
	Markdown = &Type{
		Name: "Markdown", Extension: ".md", MediaType: "text/markdown", Others: []string{".markdown"},
		Inline: true, web: true,
	}
	Text = &Type{
		Name: "text", Extension: ".txt", MediaType: "text/plain", Others: []string{".text"},
		Inline: true, web: true,
	}
	PNG = &Type{
		Name: "PNG", Extension: ".png", MediaType: "image/png",
		Inline: true, web: true, magic: []string{"\x89PNG\r\n\x1a\n"},
	}
	JPEG = &Type{
		Name: "JPEG", Extension: ".jpg", MediaType: "image/jpeg", Others: []string{".jpeg"},
		Inline: true, web: true, magic: []string{"\xff\xd8\xff"},
	}
	WebP = &Type{
		Name: "WebP", Extension: ".webp", MediaType: "image/webp",
		Inline: true, web: true, magic: []string{"WEBPVP8"}, at: 8,
	}
	GIF = &Type{
		Name: "GIF", Extension: ".gif", MediaType: "image/gif",
		Inline: true, web: true, magic: []string{"GIF87a", "GIF89a"},
	}
)

// All are the formats that can be uploaded.
var All = []*Type{PDF, EPUB, DOCX, ODT, RTF, HTML, MHTML, Markdown, Text, PNG, JPEG, WebP, GIF}

// Head is the number of bytes needed to guess a format.
const Head = 1024

// Guess returns the format of an uploaded file by its first bytes and, of a text, by its name; nil
// if it can't be any. Of a ZIP file only Of knows what it holds.
func Guess(head []byte, name string) *Type {
	head = head[:min(len(head), Head)]
	t := find(func(t *Type) bool {
		return t.begins(head) || t.loose && slices.ContainsFunc(t.magic, func(magic string) bool { return bytes.Contains(head, []byte(magic)) })
	})
	switch {
	case t != nil:
		return t
	case bytes.HasPrefix(head, []byte(zipfile.Magic)):
		return DOCX // the only one whose beginning does not tell
	case isText(head):
		return ofText(head, name)
	}
	return nil
}

// Strictly returns the format of a body that may also be a page or text, which may contain a
// signature.
func Strictly(head []byte) *Type {
	return find(func(t *Type) bool { return !t.web && t.begins(head) })
}

// OfMedia returns the format with a bare, lower-case media type; nil if unknown, or if that of a
// page, a text or a picture of the web.
func OfMedia(media string) *Type {
	return find(func(t *Type) bool { return !t.web && (t.MediaType == media || slices.Contains(t.aliases, media)) })
}

func find(is func(*Type) bool) *Type {
	if i := slices.IndexFunc(All, is); i >= 0 {
		return All[i]
	}
	return nil
}

func (t *Type) begins(head []byte) bool {
	return len(head) >= t.at && slices.ContainsFunc(t.magic, func(magic string) bool {
		return bytes.HasPrefix(head[t.at:], []byte(magic))
	})
}

// names reports whether a file is named as one of this format.
func (t *Type) names(file string) bool {
	ending := strings.ToLower(path.Ext(file))
	return ending == t.Extension || slices.Contains(t.Others, ending)
}

// Names lists the formats in a sentence, such as "PDF, EPUB and DOCX" with the last word "and".
func Names(last string) string {
	var names []string
	for _, t := range All {
		names = append(names, t.Name)
	}
	n := len(names) - 1
	if n == 0 {
		return names[0]
	}
	return strings.Join(names[:n], ", ") + " " + last + " " + names[n]
}
