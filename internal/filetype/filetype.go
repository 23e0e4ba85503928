// Package filetype is the list of formats that users can upload.
package filetype

import (
	"bytes"
	"slices"
	"strings"
)

// Type is a file format.
type Type struct {
	Name      string `json:"name"`      // for users
	Extension string `json:"extension"` // with its dot
	MediaType string `json:"mediaType"`

	aliases []string // other media types in use
	magic   string   // signature at this offset
	at      int
	loose   bool // the signature may be anywhere in the head
}

// PDF is read page by page.
var PDF = &Type{
	Name: "PDF", Extension: ".pdf", MediaType: "application/pdf",
	aliases: []string{"application/x-pdf"}, magic: "%PDF-", loose: true,
}

// All are the formats that can be uploaded.
var All = []*Type{PDF}

// Head is the number of bytes needed to detect a format.
const Head = 1024

// Of returns the format of an uploaded file by its first bytes; nil if unknown.
func Of(head []byte) *Type {
	head = head[:min(len(head), Head)]
	return find(func(t *Type) bool { return t.begins(head) || t.loose && bytes.Contains(head, []byte(t.magic)) })
}

// Strictly returns the format of a body that may also be a page or text, which may contain a
// signature.
func Strictly(head []byte) *Type {
	return find(func(t *Type) bool { return t.begins(head) })
}

// OfMedia returns the format with a bare, lower-case media type; nil if unknown.
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

// Names lists the formats in a sentence, such as "PDF, EPUB and DOCX" with the last word "and".
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
