package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// reading is the content of a page, also as other extractors write it in JSON.
type reading struct {
	Page      string    `json:"page"` // the name of its folder
	Text      string    `json:"text"`
	Title     string    `json:"title"`
	Author    string    `json:"author"`
	Site      string    `json:"site"`
	Published time.Time `json:"published"`
}

// page is one page of the corpus with what is expected of it.
type page struct {
	name   string
	source []byte
	want   reading

	address       string
	with, without []string // parts of the text, and what is none of it, where the text as a whole is not known
}

// labels is the content of labels.json for a page.
type labels struct {
	URL, Title, Date string
	Authors          []string
	With, Without    []string
}

// address is the address of every page in the corpus.
const address = "http://fakehost/test/page.html"

func readCorpus(dir string) ([]page, error) {
	sources, err := filepath.Glob(filepath.Join(dir, "*", "source.html"))
	if err != nil || len(sources) == 0 {
		return nil, fmt.Errorf("no pages in %s", dir)
	}
	pages := make([]page, 0, len(sources))
	for _, source := range sources {
		p, err := readPage(filepath.Dir(source))
		if err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

func readPage(dir string) (page, error) {
	p := page{name: filepath.Base(dir), address: address}
	if b, err := os.ReadFile(filepath.Join(dir, "labels.json")); err == nil {
		return readLabelled(dir, b)
	}
	var expected, about []byte
	for name, content := range map[string]*[]byte{"source.html": &p.source, "expected.html": &expected, "expected-metadata.json": &about} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return page{}, err
		}
		*content = b
	}
	var m struct{ Title, Byline, SiteName, PublishedTime string }
	if err := json.Unmarshal(about, &m); err != nil {
		return page{}, fmt.Errorf("%s: %w", p.name, err)
	}
	root, err := html.Parse(bytes.NewReader(expected))
	if err != nil {
		return page{}, fmt.Errorf("%s: %w", p.name, err)
	}
	p.want = reading{Page: p.name, Text: textOf(root), Title: m.Title, Author: m.Byline, Site: m.SiteName, Published: timeOf(m.PublishedTime)}
	return p, nil
}

func readLabelled(dir string, b []byte) (page, error) {
	var l labels
	if err := json.Unmarshal(b, &l); err != nil {
		return page{}, fmt.Errorf("%s: %w", dir, err)
	}
	source, err := os.ReadFile(filepath.Join(dir, "source.html"))
	name := filepath.Base(dir)
	return page{
		name: name, source: source, address: l.URL, with: l.With, without: l.Without,
		want: reading{Page: name, Title: l.Title, Author: strings.Join(l.Authors, ", "), Published: timeOf(l.Date)},
	}, err
}

// timeOf reads the forms that the corpus has; zero for none.
func timeOf(s string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

// textOf is the text below a node, with white space where a block begins or ends.
func textOf(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		block := n.Type == html.ElementNode && !runsOn[n.DataAtom]
		if block {
			b.WriteByte('\n')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if block {
			b.WriteByte('\n')
		}
	}
	walk(n)
	return b.String()
}

// runsOn are the elements that do not end a word.
var runsOn = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.B: true, atom.Bdi: true, atom.Bdo: true, atom.Cite: true, atom.Code: true, atom.Data: true,
	atom.Del: true, atom.Dfn: true, atom.Em: true, atom.Font: true, atom.I: true, atom.Ins: true, atom.Kbd: true, atom.Mark: true,
	atom.Q: true, atom.S: true, atom.Samp: true, atom.Small: true, atom.Span: true, atom.Strike: true, atom.Strong: true,
	atom.Sub: true, atom.Sup: true, atom.Time: true, atom.Tt: true, atom.U: true, atom.Var: true, atom.Wbr: true,
}
