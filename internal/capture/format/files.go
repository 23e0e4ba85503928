package format

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/url"
	"regexp"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/markup"
	"engram/internal/filetype"
	"engram/internal/memory"
)

// Files implements capture.UploadReader with a reader per format.
type Files struct {
	files map[*filetype.Type]capture.FileReader
	pages map[*filetype.Type]capture.PageReader
}

var _ capture.UploadReader = Files{}

// NewFiles returns a Files. Formats that the web has as pages are read by a PageReader. It panics
// if a format that can be uploaded has no reader.
func NewFiles(files map[*filetype.Type]capture.FileReader, pages map[*filetype.Type]capture.PageReader) Files {
	for _, t := range filetype.All {
		if files[t] == nil && pages[t] == nil {
			panic("nothing reads " + t.Name)
		}
	}
	return Files{files, pages}
}

// ReadUpload reads a file with the reader of its format. An unknown format goes to the PDF reader,
// whose error says that the file is damaged.
func (f Files) ReadUpload(ctx context.Context, file io.ReadSeeker, name string, from memory.Bookmark) (capture.Document, error) {
	t, err := filetype.Of(file, name)
	if err != nil {
		return capture.Document{}, err
	}
	t = cmp.Or(t, filetype.PDF)
	if reader := f.files[t]; reader != nil {
		return reader.ReadFile(ctx, file, from)
	}
	address := url.URL{Scheme: "file", Path: "/" + name}
	doc, err := f.page(ctx, t, file, address.String())
	if doc.Title == name {
		doc.Title = ""
	}
	return doc, err
}

// ReadSavedPage implements capture.SavedPageReader.
func (f Files) ReadSavedPage(ctx context.Context, file io.Reader, address string) (capture.Document, error) {
	return f.page(ctx, filetype.HTML, file, address)
}

// embedded matches the pictures and fonts that a page saved as one file carries.
var embedded = regexp.MustCompile(`data:[\w/+.;=-]{0,100};base64,[A-Za-z0-9+/=]{200,}`)

// page reads a page or text that was saved as one of an address, which may be a file's.
func (f Files) page(ctx context.Context, t *filetype.Type, file io.Reader, address string) (capture.Document, error) {
	body, remark, err := markup.ReadSaved(file)
	if err != nil {
		return capture.Document{}, err
	}
	if t == filetype.HTML && len(body) > markup.MaxPage {
		body = embedded.ReplaceAll(body, nil)
	}
	doc, err := f.pages[t].ReadPage(ctx, capture.Page{URL: address, ContentType: t.MediaType, Body: body})
	withoutRequests(&doc)
	if doc.Remark == "" {
		doc.Remark = remark
	}
	if len(body) > markup.MaxPage {
		doc.Remark = markup.MsgCut
	}
	return doc, err
}

// withoutRequests keeps a file that was uploaded from asking anything of the web: pictures that it
// does not hold are left out.
func withoutRequests(doc *capture.Document) {
	doc.ImageURL = ""
	for _, s := range doc.Sections {
		for leaf := range s.Blocks.Leaves() {
			if leaf.Image != nil && !strings.HasPrefix(leaf.Image.Address, "data:") {
				leaf.Image.Address = ""
			}
		}
	}
}

// fetched is a capture.PageReader of files of one format.
type fetched struct{ capture.FileReader }

// ReadPage reads a fetched file from its bookmark on.
func (f fetched) ReadPage(ctx context.Context, p capture.Page) (capture.Document, error) {
	return f.ReadFile(ctx, bytes.NewReader(p.Body), p.Bookmark)
}

// SavedPages returns a reader of saved pages alone.
func SavedPages(pages capture.PageReader) capture.SavedPageReader {
	return Files{pages: map[*filetype.Type]capture.PageReader{filetype.HTML: pages}}
}
