// Package extract reads the text and the metadata out of what strangers wrote: web pages, plain text, PDFs and pictures.
//
// Every reader bounds the time and the memory that its input can cost, whatever that input claims to be.
package extract

import (
	"bytes"
	"mime"
	"net/http"
	"strings"
)

// Kind is the sort of content that a reader of this package takes.
type Kind uint8

const (
	KindOther Kind = iota // nothing here reads it
	KindHTML              // for HTMLReader
	KindText              // for ReadText: plain text and markdown
	KindPDF               // for PDFReader
	KindImage             // for PictureMaker
)

// KindOf tells the kind of body from what the server said and, where that says nothing, from how the body begins. What
// begins like a PDF, a picture, a recording or an archive is one, whatever the server said: many serve PDFs as octet-stream
// or even as text/html.
func KindOf(contentType string, body []byte) Kind {
	begins := sniff(body)
	found, known := kindOfType(begins)
	if found == KindPDF || known && !strings.HasPrefix(begins, "text/") && isBinary(body) {
		return found
	}
	if k, known := kindOfType(contentType); known {
		return k
	}
	return found
}

// isBinary tells a picture from a text that begins with the same letters, such as BMW.
func isBinary(body []byte) bool { return bytes.IndexByte(body[:min(len(body), 512)], 0) >= 0 }

func sniff(body []byte) string { return http.DetectContentType(body) }

func kindOfType(contentType string) (k Kind, known bool) {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		media, _, _ = strings.Cut(strings.ToLower(contentType), ";")
		media = strings.TrimSpace(media)
	}
	switch media {
	case "", "application/octet-stream", "binary/octet-stream", "application/unknown", "unknown/unknown", "*/*":
		return KindOther, false
	case "text/html", "application/xhtml+xml":
		return KindHTML, true
	case "text/plain", "text/markdown", "text/x-markdown", "application/json", "text/csv":
		return KindText, true
	case "application/pdf", "application/x-pdf":
		return KindPDF, true
	case "image/jpeg", "image/jpg", "image/pjpeg", "image/png", "image/x-png", "image/apng", "image/gif", "image/webp", "image/bmp", "image/x-ms-bmp":
		return KindImage, true
	}
	return KindOther, true
}
