package mhtml

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"regexp"
	"strings"
)

const (
	maxParts   = 2000
	maxHeaders = 64 << 10 // bytes of the file's own
)

// saved is a file with its page and its other parts by their addresses.
type saved struct {
	location string
	page     part
	parts    map[string]part
}

// part is a file within the file.
type part struct {
	location, mediaType string // as they are declared
	content             []byte
}

// open reads the parts of a file: the page is the one that its header names, or the first of HTML.
// A file that is cut keeps the parts before.
func open(body []byte) (s saved, err error) {
	headers, content, err := cutHeaders(body)
	if err != nil {
		return s, err
	}
	file, err := mail.ReadMessage(bytes.NewReader(headers))
	if err != nil {
		return s, errBroken("headers", err)
	}
	kind, about, err := mime.ParseMediaType(file.Header.Get("Content-Type"))
	if err != nil {
		return s, errBroken("type", err)
	}
	s.location, s.parts = file.Header.Get("Snapshot-Content-Location"), map[string]part{}
	if !strings.HasPrefix(kind, "multipart/") {
		s.add(read(textproto.MIMEHeader(file.Header), content), "", "")
		return s, s.complete()
	}
	list := multipart.NewReader(bytes.NewReader(content), about["boundary"])
	for range maxParts {
		found, err := list.NextRawPart()
		if err != nil {
			break
		}
		content, _ := io.ReadAll(found) // of a part that is cut its beginning
		s.add(read(found.Header, content), strings.Trim(about["start"], "<> "), found.Header.Get("Content-Id"))
	}
	return s, s.complete()
}

var blankLine = regexp.MustCompile(`\n\r?\n`)

// cutHeaders parts a file's headers, with the blank line that ends them, from its content.
func cutHeaders(body []byte) (headers, content []byte, err error) {
	at := blankLine.FindIndex(body[:min(len(body), maxHeaders)])
	if at == nil {
		return nil, nil, errNoHeaders
	}
	return body[:at[1]], body[at[1]:], nil
}

var errNoHeaders = errors.New("mhtml: no headers, or more than are read")

func (s *saved) add(p part, start, id string) {
	isHTML := strings.HasPrefix(p.mediaType, "text/html") || strings.HasPrefix(p.mediaType, "application/xhtml")
	if isHTML && (s.page.content == nil || start != "" && strings.Trim(id, "<> ") == start) {
		s.page = p
	}
	if at := webAddress(p.location); at != "" && s.parts[at].content == nil {
		s.parts[at] = p
	}
}

// complete returns an error if there is no page.
func (s *saved) complete() error {
	if s.page.content == nil {
		return errMissing
	}
	return nil
}

// read decodes a part.
func read(h textproto.MIMEHeader, content []byte) part {
	p := part{location: h.Get("Content-Location"), mediaType: strings.ToLower(h.Get("Content-Type")), content: content}
	var decoded io.Reader
	switch strings.ToLower(strings.TrimSpace(h.Get("Content-Transfer-Encoding"))) {
	case "base64":
		decoded = base64.NewDecoder(base64.StdEncoding, bytes.NewReader(content))
	case "quoted-printable":
		decoded = quotedprintable.NewReader(bytes.NewReader(content))
	default:
		return p
	}
	p.content, _ = io.ReadAll(decoded) // what can't be decoded ends it
	return p
}
