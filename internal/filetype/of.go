package filetype

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"engram/internal/zipfile"
)

// Of returns the format of an uploaded file by its content and, of a text, by its name; nil if it
// is none of All. It reads from the beginning and returns there. Its errors are those of file.
func Of(file io.ReadSeeker, name string) (*Type, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	head := make([]byte, Head)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	t := Guess(head[:n], name)
	if bytes.HasPrefix(head, []byte(zipfile.Magic)) {
		t = within(file)
	}
	_, err = file.Seek(0, io.SeekStart)
	return t, err
}

// within returns the format of a ZIP file by what it holds; nil if unknown.
func within(file io.ReadSeeker) *Type {
	archive, err := zipfile.Open(file)
	if err != nil {
		return nil
	}
	said, _ := archive.Read(context.Background(), "mimetype", 100)
	switch {
	case strings.TrimSpace(string(said)) == EPUB.MediaType || archive.Has("META-INF/container.xml") && !archive.Has("content.xml"):
		return EPUB
	case strings.TrimSpace(string(said)) == ODT.MediaType:
		return ODT
	case archive.Has("[Content_Types].xml") && archive.Has("word/document.xml"):
		return DOCX
	}
	return nil
}

// Advice says what to do with a file of a known format that can't be read, by its first bytes;
// empty for others.
func Advice(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return "This is a document of an old format, or one with a password. Save it as DOCX without one and upload that"
	case len(head) >= 12 && isHEIC(string(head[4:12])):
		return "HEIC and AVIF pictures can't be read. Save it as JPEG and upload that"
	}
	return ""
}

func isHEIC(brand string) bool {
	switch brand {
	case "ftypheic", "ftypheix", "ftyphevc", "ftyphevx", "ftypmif1", "ftypmsf1", "ftypavif":
		return true
	}
	return false
}
