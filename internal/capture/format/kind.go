// Package format detects the format of a body and selects its reader.
package format

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/filetype"
	"engram/internal/zipfile"
)

// Kind is a kind of content: one of these, or the media type of a file format.
type Kind string

const (
	Other Kind = "" // without a reader
	HTML  Kind = "html"
	Text  Kind = "text" // plain text, markdown, tables and data
	Feed  Kind = "feed" // RSS and Atom
	Image Kind = "image"
)

func fileOf(t *filetype.Type) Kind { return Kind(t.MediaType) }

// KindOf detects the kind of a body. Its first bytes count for more than the declared type, since
// many servers declare PDFs and pages as plain text; if they are ambiguous, the declared type wins.
func KindOf(contentType string, body []byte) Kind {
	begins := beginsAs(body)
	if filetype.OfMedia(begins) == nil && !strings.HasPrefix(begins, "text/") && !isBinary(body) {
		begins = "text/plain" // a text that begins with a signature's letters, such as BMW
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

// isBinary reports whether a body contains bytes that no text has.
func isBinary(body []byte) bool {
	return bytes.ContainsFunc(body[:min(len(body), sniffed)], func(r rune) bool {
		return r < '\t' || (r > '\r' && r < ' ' && r != '\x1b')
	})
}

// kindAsSaid returns the declared kind for a body that may be any text.
func kindAsSaid(said, begins string) Kind {
	switch said {
	case "", "application/octet-stream", "binary/octet-stream", "application/unknown", "unknown/unknown", "*/*":
		return kindOfType(begins)
	case "application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml":
		return Feed
	}
	return kindOfType(said)
}

// beginsAs returns the media type of a body's first bytes, without parameters.
func beginsAs(body []byte) string {
	head := body[:min(len(body), sniffed)]
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		head = markup.Decode(head[:len(head)&^1], "")
	}
	if t := filetype.Strictly(head); t != nil {
		return t.MediaType
	}
	if bytes.HasPrefix(body, []byte(zipfile.Magic)) {
		if t, err := filetype.Of(bytes.NewReader(body), ""); err == nil && t != nil {
			return t.MediaType
		}
	}
	return metadata.MediaType(http.DetectContentType(head))
}

const sniffed = filetype.Head // bytes

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

// isDocument reports whether a body is an HTML document, unlike markdown that begins with a tag.
func isDocument(body []byte) bool {
	return documentStart.Match(bytes.TrimPrefix(markup.Decode(body[:min(len(body), sniffed)], ""), []byte("\ufeff")))
}

// kindOfXML goes by the root element.
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
