package format

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"engram/internal/capture"
	"engram/internal/capture/markup"
	"engram/internal/filetype"
	"engram/internal/memory"
)

// seen keeps the page that it is given.
type seen struct{ page *capture.Page }

func (s seen) ReadPage(_ context.Context, p capture.Page) (capture.Document, error) {
	*s.page = p
	return capture.Document{Title: "a b#.html", ImageURL: "https://example.com/x.png"}, nil
}

func TestUploadedPages(t *testing.T) {
	var page capture.Page
	readers := map[*filetype.Type]capture.PageReader{}
	for _, t := range filetype.All {
		readers[t] = seen{&page}
	}
	files := NewFiles(nil, readers)
	read := func(name, body string) capture.Document {
		t.Helper()
		doc, err := files.ReadUpload(t.Context(), bytes.NewReader([]byte(body)), name, memory.Bookmark{})
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	doc := read("a b#.html", "<p>x")
	if page.URL != "file:///a%20b%23.html" || page.ContentType != "text/html" || doc.Title != "" || doc.ImageURL != "" || doc.Remark != "" {
		t.Errorf("%+v of %+v", doc, page)
	}
	picture := `<img src="data:image/png;base64,` + strings.Repeat("A", markup.MaxPage) + `"><p>words`
	if doc = read("saved.html", "<html>"+picture); string(page.Body) != `<html><img src=""><p>words` || doc.Remark != "" {
		t.Errorf("what a page carries counts: %d bytes, %q", len(page.Body), doc.Remark)
	}
	if doc = read("long.txt", strings.Repeat("x ", markup.MaxPage)); doc.Remark != markup.MsgCut {
		t.Errorf("a cut text: %q", doc.Remark)
	}
}
