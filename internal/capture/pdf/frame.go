package pdf

import (
	"slices"
	"strings"
)

// frame is a line of JSON from the child: ready, about, pages, read, the picture, and a failure or
// done, in this order. The frames before a crash are used.
type frame struct {
	Ready   bool       `json:"ready,omitempty"` // loaded: the PDF's own time starts
	About   *about     `json:"about,omitempty"`
	Page    *pageText  `json:"page,omitempty"`
	Read    bool       `json:"read,omitempty"`    // all text was sent
	Picture []byte     `json:"picture,omitempty"` // JPEG of the first page
	Failure pdfFailure `json:"failure,omitempty"`
	Done    bool       `json:"done,omitempty"`
}

// about is a PDF's metadata.
type about struct {
	Title   string `json:"title"`
	Author  string `json:"author"`
	Created string `json:"created"` // in the format of PDFs, D:20240131120000+01'00'
	Pages   int    `json:"pages"`
}

// pageText is the text of a page, numbered from 1: Head, Text and Foot. Head and Foot are lines at
// the page's edges with the white space after them; what other pages repeat of them is dropped.
type pageText struct {
	Number int `json:"number"`
	// the largest text of the first page, if it is clearly a title
	Title string   `json:"title,omitempty"`
	Head  []string `json:"head,omitempty"`
	Text  string   `json:"text"`
	Foot  []string `json:"foot,omitempty"`
	Lost  bool     `json:"lost,omitempty"`  // unreadable
	Lines string   `json:"lines,omitempty"` // of all of it, see writtenLines
}

// whole returns all text of the page.
func (p pageText) whole() string {
	return strings.Join(slices.Concat(p.Head, []string{p.Text}, p.Foot), "")
}

// pdfFailure is a code for why a PDF can't be read; the parent has the message.
type pdfFailure string

const (
	failurePassword pdfFailure = "password"
	failureDamaged  pdfFailure = "damaged"
)
