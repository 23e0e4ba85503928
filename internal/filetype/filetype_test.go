package filetype

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestGuess(t *testing.T) {
	for what, test := range map[string]struct {
		head, name    string
		upload, fetch *Type
	}{
		"a PDF":                            {"%PDF-1.7\n", "", PDF, PDF},
		"a PDF behind a mail's first line": {"Content-Type: application/pdf\n%PDF-1.4", "", PDF, nil},
		"too far into it":                  {strings.Repeat("x", Head) + "%PDF-1.4", "a.pdf", nil, nil},
		"a picture named as a PDF":         {"\x89PNG\r\n\x1a\n", "a.pdf", PNG, nil},
		"a JPEG":                           {"\xff\xd8\xff\xe0", "", JPEG, nil},
		"a WebP":                           {"RIFF\x10\x00\x00\x00WEBPVP8 ", "", WebP, nil},
		"a GIF":                            {"GIF89a\x01\x00", "", GIF, nil},
		"a page":                           {"\ufeff<!-- x -->\n<!DOCTYPE html><title>x", "x.txt", HTML, nil},
		"a page that begins with XML":      {`<?xml version="1.0"?><html xmlns="x">`, "", HTML, nil},
		"a part of a page, by its name":    {"<p>x</p>", "x.HTM", HTML, nil},
		"markdown":                         {"# x", "x.md", Markdown, nil},
		"markdown without a name":          {"# x", "", Text, nil},
		"a table":                          {"a,b\n1,2", "rows.csv", Text, nil},
		"a text in UTF-16":                 {"\xff\xfex\x00", "x.txt", Text, nil},
		"a text named as a PDF":            {"not found", "x.pdf", nil, nil},
		"a text named as a picture":        {"not found", "x.jpeg", nil, nil},
		"a book":                           {"PK\x03\x04" + strings.Repeat("\x00", 26) + "mimetypeapplication/epub+zip", "a.zip", EPUB, EPUB},
		"a ZIP file, which may be of Word": {"PK\x03\x04" + strings.Repeat("\x00", 26) + "[Content_Types].xml", "", DOCX, nil},
		"a page that Chrome saved":         {"From: <Saved by Blink>\r\nSnapshot", "x", MHTML, MHTML},
		"a page that others saved":         {"MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary=b", "x.mht", MHTML, nil},
		"a message of another name":        {"MIME-Version: 1.0\r\n", "x.txt", Text, nil},
		"a text named as a saved page":     {"Dear Ida,\nit rains", "x.mhtml", nil, nil},
		"an RTF":                           {"{\\rtf1", "x.doc", RTF, RTF},
		"a program":                        {"\x7fELF\x02\x01", "x.txt", nil, nil},
		"nothing":                          {"", "x.txt", nil, nil},
		"blanks":                           {" \n\n", "x.txt", nil, nil},
	} {
		if got := Guess([]byte(test.head), test.name); got != test.upload {
			t.Errorf("%s, uploaded, is %v", what, got)
		}
		if got := Strictly([]byte(test.head)); got != test.fetch {
			t.Errorf("%s, fetched, is %v", what, got)
		}
	}
	for media, want := range map[string]*Type{"application/pdf": PDF, "application/x-pdf": PDF, "text/html": nil, "image/png": nil, "": nil} {
		if got := OfMedia(media); got != want {
			t.Errorf("%q is %v", media, got)
		}
	}
}

func TestOfReturnsToTheBeginning(t *testing.T) {
	file := bytes.NewReader([]byte("%PDF-1.7\n"))
	_, _ = file.Seek(5, io.SeekStart)
	if got, err := Of(file, ""); got != PDF || err != nil || file.Len() != 9 {
		t.Errorf("%v, %v, %d bytes left", got, err, file.Len())
	}
	broken := errors.New("the disk is gone")
	_, err := Of(struct {
		io.Reader
		io.Seeker
	}{iotest.ErrReader(broken), bytes.NewReader(nil)}, "")
	if !errors.Is(err, broken) {
		t.Errorf("a broken disk: %v", err)
	}
}

func TestAdvice(t *testing.T) {
	for head, says := range map[string]string{
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "DOCX", "\x00\x00\x00\x18ftypheic": "JPEG", "\x00\x00\x00\x18ftypmp42": "", "": "",
	} {
		if got := Advice([]byte(head)); !strings.Contains(got, says) || says == "" && got != "" {
			t.Errorf("%q: %q", head, got)
		}
	}
}

func TestNames(t *testing.T) {
	before := All
	defer func() { All = before }()
	for want, list := range map[string][]*Type{"PDF": {PDF}, "PDF and GIF": {PDF, GIF}, "PDF, GIF and text": {PDF, GIF, Text}} {
		if All = list; Names("and") != want {
			t.Errorf("%q, want %q", Names("and"), want)
		}
	}
}

// zipped returns a ZIP file of entries, by name and content in turn.
func zipped(entries ...string) *bytes.Reader {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		entry, _ := w.Create(entries[i])
		_, _ = entry.Write([]byte(entries[i+1]))
	}
	_ = w.Close()
	return bytes.NewReader(b.Bytes())
}

func TestOfLooksIntoZIPFiles(t *testing.T) {
	for name, test := range map[string]struct {
		file *bytes.Reader
		want *Type
	}{
		"a book whose type is not first": {zipped("a", "", "mimetype", "application/epub+zip\n"), EPUB},
		"a book without a type":          {zipped("META-INF/container.xml", ""), EPUB},
		"a text":                         {zipped("a", "", "mimetype", "application/vnd.oasis.opendocument.text"), ODT},
		"a spreadsheet of OpenDocument":  {zipped("mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", ""), nil},
		"Word":                           {zipped("[Content_Types].xml", "", "word/document.xml", ""), DOCX},
		"a spreadsheet":                  {zipped("[Content_Types].xml", "", "xl/workbook.xml", ""), nil},
		"files":                          {zipped("a.txt", ""), nil},
		"cut":                            {bytes.NewReader([]byte("PK\x03\x04")), nil},
	} {
		if got, err := Of(test.file, "x.docx"); got != test.want || err != nil {
			t.Errorf("%s is %v, %v", name, got, err)
		}
	}
}
