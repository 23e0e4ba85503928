// Package format tells what a body is, and leaves it to the reader of that format.
package format

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/filetype"
)

// Kind is the sort of content that a reader takes: one of these, or a format of files by its media type.
type Kind string

const (
	Other Kind = "" // nothing reads it
	HTML  Kind = "html"
	Text  Kind = "text" // plain text, markdown, tables and data
	Feed  Kind = "feed" // RSS and Atom
	Image Kind = "image"
)

func fileOf(t *filetype.Type) Kind { return Kind(t.MediaType) }

// KindOf tells what a body is. How it begins counts for more than what the server said of it: many serve PDFs and pages
// as plain text or octet-stream, and archives as pages. Where that says little, as with text, the server is believed.
func KindOf(contentType string, body []byte) Kind {
	begins := beginsAs(body)
	if filetype.OfMedia(begins) == nil && !strings.HasPrefix(begins, "text/") && !isBinary(body) {
		begins = "text/plain" // that begins with the same letters, such as BMW
	}
	switch {
	case begins == "text/xml":
		return kindOfXML(body, contentType)
	case begins == "text/html" && (isDocument(body) || kindOfType(metadata.MediaType(contentType)) != Text):
		return HTML
	case strings.HasPrefix(begins, "text/"), begins == "application/octet-stream":
		return kindAsSaid(metadata.MediaType(contentType), begins)
	}
	return kindOfType(begins)
}

// isBinary reports whether a body holds bytes that no text has.
func isBinary(body []byte) bool {
	return bytes.ContainsFunc(body[:min(len(body), sniffed)], func(r rune) bool {
		return r < '\t' || (r > '\r' && r < ' ' && r != '\x1b')
	})
}

// kindAsSaid is the kind of a body that may be any text, or anything.
func kindAsSaid(said, begins string) Kind {
	switch said {
	case "", "application/octet-stream", "binary/octet-stream", "application/unknown", "unknown/unknown", "*/*":
		return kindOfType(begins)
	case "application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml":
		return Feed
	}
	return kindOfType(said)
}

// beginsAs is the media type that a body's first bytes tell, without parameters.
func beginsAs(body []byte) string {
	head := body[:min(len(body), sniffed)]
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		head = markup.Decode(head[:len(head)&^1], "")
	}
	if t := filetype.Strictly(head); t != nil {
		return t.MediaType
	}
	return metadata.MediaType(http.DetectContentType(head))
}

const sniffed = filetype.Head // bytes that are looked at

func kindOfType(media string) Kind {
	if t := filetype.OfMedia(media); t != nil {
		return fileOf(t)
	}
	switch media {
	case "text/html", "application/xhtml+xml":
		return HTML
	case "image/jpeg", "image/jpg", "image/pjpeg", "image/png", "image/x-png", "image/apng", "image/gif", "image/webp", "image/bmp", "image/x-ms-bmp":
		return Image
	case "application/json", "application/x-ndjson", "application/javascript", "application/yaml", "application/x-yaml", "application/toml", "application/x-sh", "application/x-tex":
		return Text
	}
	if strings.HasPrefix(media, "text/") || (strings.HasSuffix(media, "+json") && strings.HasPrefix(media, "application/")) {
		return Text
	}
	return Other
}

var (
	documentStart = regexp.MustCompile(`(?i)^(?:\s|<!--.{0,300}?-->)*<(?:!doctype\s+html|html[\s>]|head[\s>])`)
	rootElement   = regexp.MustCompile(`<(?:[\w-]+:)?([A-Za-z]+)[\s>/]`)
)

// isDocument reports whether a body is a page from its first tag on, and not a text that begins with one, as markdown may.
func isDocument(body []byte) bool {
	return documentStart.Match(bytes.TrimPrefix(markup.Decode(body[:min(len(body), sniffed)], ""), []byte("\ufeff")))
}

// kindOfXML goes by the first element.
func kindOfXML(body []byte, contentType string) Kind {
	found := rootElement.FindSubmatch(markup.Decode(body[:min(len(body), 4*sniffed)], contentType))
	if found == nil {
		return Other
	}
	switch strings.ToLower(string(found[1])) {
	case "html":
		return HTML
	case "rss", "feed", "rdf":
		return Feed
	case "svg":
		return Other
	}
	return Text
}
