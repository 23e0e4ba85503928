// Package filetype is the one list of the formats of files that people upload.
package filetype

import (
	"bytes"
	"slices"
	"strings"
)

// Type is a format of files.
type Type struct {
	Name      string `json:"name"`      // what people call it
	Extension string `json:"extension"` // with its dot
	MediaType string `json:"mediaType"`

	aliases []string // what servers call it besides
	magic   string   // a file has it behind so many bytes
	at      int
	loose   bool // readers take a file that has it anywhere in its head
}

// PDF is read page by page.
var PDF = &Type{
	Name: "PDF", Extension: ".pdf", MediaType: "application/pdf",
	aliases: []string{"application/x-pdf"}, magic: "%PDF-", loose: true,
}

// All are the formats that can be uploaded.
var All = []*Type{PDF}

// Head is how many bytes of a file tell its format.
const Head = 1024

// Of returns the format of an uploaded file by its first bytes; nil when it has none of All.
func Of(head []byte) *Type {
	head = head[:min(len(head), Head)]
	return find(func(t *Type) bool { return t.begins(head) || t.loose && bytes.Contains(head, []byte(t.magic)) })
}

// Strictly returns the format of a body that may as well be a page or a text, which only mention what a file begins with.
func Strictly(head []byte) *Type {
	return find(func(t *Type) bool { return t.begins(head) })
}

// OfMedia returns the format that a bare media type in lower case names; nil when it is none of All.
func OfMedia(media string) *Type {
	return find(func(t *Type) bool { return t.MediaType == media || slices.Contains(t.aliases, media) })
}

func find(is func(*Type) bool) *Type {
	if i := slices.IndexFunc(All, is); i >= 0 {
		return All[i]
	}
	return nil
}

func (t *Type) begins(head []byte) bool {
	return len(head) >= t.at && bytes.HasPrefix(head[t.at:], []byte(t.magic))
}

// Names lists what can be uploaded as a sentence does, such as "PDF, EPUB and DOCX" with the last word "and".
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
