package pdf

import (
	"slices"
	"strings"
)

// frame is one line of JSON that the child says to its parent, in this order: ready, about, pages, that all of them are
// said, the picture, and a failure or done. What came before a child died is kept.
type frame struct {
	Ready   bool       `json:"ready,omitempty"` // the reader is loaded: from here on the PDF's own time runs
	About   *about     `json:"about,omitempty"`
	Page    *pageText  `json:"page,omitempty"`
	Read    bool       `json:"read,omitempty"`    // there is no more text to come
	Picture []byte     `json:"picture,omitempty"` // a JPEG of the first page
	Failure pdfFailure `json:"failure,omitempty"`
	Done    bool       `json:"done,omitempty"`
}

// about is what a PDF says of itself.
type about struct {
	Title   string `json:"title"`
	Author  string `json:"author"`
	Created string `json:"created"` // a date as PDFs write it: D:20240131120000+01'00'
	Pages   int    `json:"pages"`
}

// pageText is the text of one page, counted from 1: Head, Text and Foot one after the other. Head and Foot are lines at
// the page's edges, each with the white space after it: what other pages repeat of them is not part of the text.
type pageText struct {
	Number int      `json:"number"`
	Title  string   `json:"title,omitempty"` // the largest text of the first page, where that is clearly a title
	Head   []string `json:"head,omitempty"`
	Text   string   `json:"text"`
	Foot   []string `json:"foot,omitempty"`
	Lost   bool     `json:"lost,omitempty"` // it could not be read
}

// whole is all of the page's text.
func (p pageText) whole() string {
	return strings.Join(slices.Concat(p.Head, []string{p.Text}, p.Foot), "")
}

// pdfFailure is why a PDF can't be read: a word, for which the parent has the sentence.
type pdfFailure string

const (
	failurePassword pdfFailure = "password"
	failureDamaged  pdfFailure = "damaged"
)
