// Package mhtml reads web pages that a browser saved as one file, with their pictures.
package mhtml

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
	"engram/internal/fault"
	"engram/internal/memory"
)

const msgDamaged = "This saved page is damaged and could not be read."

// Reader implements capture.FileReader.
type Reader struct {
	Pages capture.PageReader // reads the page itself
}

var _ capture.FileReader = Reader{}

// ReadFile returns the page with the pictures that the file holds. Nothing is fetched for it.
func (r Reader) ReadFile(ctx context.Context, file io.ReadSeeker, _ memory.Bookmark) (capture.Document, error) {
	body, remark, err := markup.ReadSaved(file)
	if err != nil {
		return capture.Document{}, err
	}
	saved, err := open(trimmed(body))
	if err != nil {
		return capture.Document{}, fault.Wrap(fault.Invalid, msgDamaged, err)
	}
	page := saved.page
	doc, err := r.Pages.ReadPage(ctx, capture.Page{
		URL: cmp.Or(webAddress(page.location), webAddress(saved.location), "file:///page.html"), ContentType: page.mediaType,
		Body: withoutSrcset(page.content),
	})
	saved.illustrate(&doc)
	if doc.Remark = remark; len(page.content) > markup.MaxPage {
		doc.Remark = markup.MsgCut
	}
	return doc, err
}

// webAddress returns an address of the web without its fragment; empty for others.
func webAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}

var (
	picture = regexp.MustCompile(`(?i)<(?:img|source)\s(?:[^<>"']|"[^"]*"|'[^']*')*>`)
	srcset  = regexp.MustCompile(`(?i)\ssrcset\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)`)
)

// withoutSrcset returns a page whose pictures have one address, that of src: the file holds no other.
func withoutSrcset(page []byte) []byte {
	return picture.ReplaceAllFunc(page, func(tag []byte) []byte { return srcset.ReplaceAll(tag, nil) })
}

// illustrate puts the pictures of the file in place of their addresses, and drops those of others.
func (s saved) illustrate(doc *capture.Document) {
	doc.Image, doc.ImageURL = s.parts[doc.ImageURL].content, ""
	pictures := flow.Pictures{Part: func(name string, limit int64) ([]byte, error) {
		part, ok := s.parts[name]
		if !ok || int64(len(part.content)) > limit {
			return nil, errMissing
		}
		return part.content, nil
	}}
	known := map[string]string{}
	for _, section := range doc.Sections {
		for leaf := range section.Blocks.Leaves() {
			if leaf.Image == nil || strings.HasPrefix(leaf.Image.Address, "data:") {
				continue
			}
			address := webAddress(leaf.Image.Address)
			if _, read := known[address]; !read {
				known[address] = flow.Address(pictures.Read(address))
			}
			leaf.Image.Address = known[address]
		}
	}
}

var errMissing = errors.New("mhtml: the file does not hold it")

// errBroken says what of a file is not as it should be.
func errBroken(what string, cause error) error { return fmt.Errorf("mhtml: %s: %w", what, cause) }

// trimmed drops what may stand before the first header.
func trimmed(body []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(body, []byte("\ufeff")), "\r\n \t")
}
