// Command trafilatura reads the pages of a corpus with go-trafilatura and prints what it makes of them, as captureeval
// takes it. It is a module of its own, so that neither it nor what it needs is part of the product.
package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/markusmobius/go-trafilatura"
)

type reading struct {
	Page      string    `json:"page"`
	Text      string    `json:"text"`
	Title     string    `json:"title"`
	Author    string    `json:"author"`
	Site      string    `json:"site"`
	Published time.Time `json:"published"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: trafilatura corpus")
		os.Exit(2)
	}
	sources, err := filepath.Glob(filepath.Join(os.Args[1], "*", "source.html"))
	exitOn(err)
	out := json.NewEncoder(os.Stdout)
	for _, source := range sources {
		r, err := read(source)
		exitOn(err)
		exitOn(out.Encode(r))
	}
}

// read is empty for a page in which nothing is found.
func read(source string) (reading, error) {
	r := reading{Page: filepath.Base(filepath.Dir(source))}
	f, err := os.Open(source)
	if err != nil {
		return r, err
	}
	defer func() { _ = f.Close() }()
	base, err := url.Parse("http://fakehost/test/page.html")
	if err != nil {
		return r, err
	}
	found, err := trafilatura.Extract(f, trafilatura.Options{EnableFallback: true, ExcludeComments: true, OriginalURL: base})
	if err != nil || found == nil {
		return r, nil
	}
	m := found.Metadata
	r.Text, r.Title, r.Author, r.Site, r.Published = found.ContentText, m.Title, m.Author, m.Sitename, m.Date
	return r, nil
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "trafilatura:", err)
		os.Exit(1)
	}
}
