package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"os"
	"strings"

	readability "codeberg.org/readeck/go-readability/v2"

	"engram/internal/capture"
	webpage "engram/internal/capture/page"
)

// reader makes a reading of a page.
type reader struct {
	name string
	read func(context.Context, page) (reading, error)
}

// engram reads a page as the product does.
func engram(ctx context.Context, p page) (reading, error) {
	d, err := webpage.NewReader().ReadPage(ctx, capture.Page{URL: p.address, Body: p.source})
	var texts []string
	for _, s := range d.Sections {
		texts = append(texts, s.Text)
	}
	return reading{Text: strings.Join(texts, "\n\n"), Title: d.Title, Author: d.Author, Site: d.Site, Published: d.Published}, err
}

// plainReadability is readability as it comes. A page that it can't read is read as empty.
func plainReadability(_ context.Context, p page) (reading, error) {
	base, err := url.Parse(p.address)
	if err != nil {
		return reading{}, err
	}
	found, err := readability.FromReader(bytes.NewReader(p.source), base)
	if err != nil {
		return reading{}, nil
	}
	r := reading{Title: found.Title(), Author: found.Byline(), Site: found.SiteName()}
	if found.Node != nil {
		r.Text = textOf(found.Node)
	}
	if at, err := found.PublishedTime(); err == nil {
		r.Published = at
	}
	return r, nil
}

// readReadings reads what another reader handed in, by page.
func readReadings(file string) (map[string]reading, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	made := map[string]reading{}
	for d := json.NewDecoder(f); ; {
		var r reading
		switch err := d.Decode(&r); {
		case errors.Is(err, io.EOF):
			return made, nil
		case err != nil:
			return nil, err
		}
		made[r.Page] = r
	}
}
