package epub

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
	"engram/internal/capture/structure"
	"engram/internal/document"
	"engram/internal/plaintext"
	"engram/internal/zipfile"
)

// chapters returns the chapters that have text, in reading order, and a remark on missing ones.
func (b *book) chapters() (all []capture.Section, remark string) {
	labels := b.labels()
	size, lost := 0, 0
	seen := map[string]bool{}
	for _, ref := range b.opf.Spine.Order[:min(len(b.opf.Spine.Order), maxOrder)] {
		part := b.parts[ref.ID]
		name := b.path(b.root, part.Href)
		if seen[name] || strings.HasPrefix(part.MediaType, "image/") || strings.Contains(part.Properties, "nav") {
			continue
		}
		seen[name] = true
		section, err := b.chapter(name, labels[name])
		if errors.Is(err, zipfile.ErrTooLarge) || b.ctx.Err() != nil {
			return all, msgCut
		}
		if err != nil {
			lost++
			continue
		}
		if size += len(section.Text); size > maxText {
			return all, msgCut
		}
		if section.Text != "" {
			section.Blocks.Prefix(strconv.Itoa(len(all)+1) + "-")
			all = append(all, section)
		}
	}
	if lost > 0 {
		remark = fmt.Sprintf("%d of its parts could not be read.", lost)
	}
	return all, remark
}

// inside is the host of what the book itself holds, while a chapter is read.
const inside = "book.invalid"

// localise replaces the addresses of pictures by the pictures of the book, and drops links within
// it. Nothing is fetched for a book.
func (b *book) localise(doc document.Document) {
	for leaf := range doc.Leaves() {
		if leaf.Image != nil {
			u, err := url.Parse(leaf.Image.Address)
			if leaf.Image.Address = ""; err == nil && u.Host == inside {
				leaf.Image.Address = flow.Address(b.pictures.Read(strings.TrimPrefix(u.Path, "/")))
			}
		}
	}
	doc.Each(func(spans []document.Span) {
		for i := range spans {
			if strings.HasPrefix(spans[i].Link, "https://"+inside) {
				spans[i].Link = ""
			}
		}
	})
}

// chapter reads one. A label of the table of contents heads a chapter that has no heading.
func (b *book) chapter(name, label string) (s capture.Section, err error) {
	content, err := b.archive.Read(b.ctx, name, maxChapter)
	if err != nil {
		return s, err
	}
	page := opened(markup.Decode(content, ""))
	root, err := markup.Fragment(b.ctx, page)
	if err != nil {
		return s, err
	}
	s.Text, s.Blocks = structure.Blocks(root, &url.URL{Scheme: "https", Host: inside, Path: "/" + name})
	b.localise(s.Blocks)
	if label != "" && s.Text != "" && !hasHeading(s.Blocks) {
		s = headed(s, label)
	}
	return s, nil
}

// closed matches the tags of XML that are closed at once.
var closed = regexp.MustCompile(`<([A-Za-z][\w:-]*)((?:\s(?:[^<>"']|"[^"]*"|'[^']*')*)?)/>`)

// opened returns a chapter, which is XML, as HTML has it: there a title or a script that closes at
// once would contain all that follows.
func opened(chapter []byte) []byte {
	return closed.ReplaceAllFunc(chapter, func(tag []byte) []byte {
		m := closed.FindSubmatch(tag)
		switch strings.ToLower(string(m[1])) {
		case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
			return tag
		}
		return fmt.Appendf(nil, "<%s%s></%s>", m[1], m[2], m[1])
	})
}

func hasHeading(doc document.Document) bool {
	for leaf := range doc.Leaves() {
		if leaf.Kind == document.Heading {
			return true
		}
	}
	return false
}

// headed returns a section below a heading.
func headed(s capture.Section, label string) capture.Section {
	label = plaintext.OneLine(label, capture.MaxTitle)
	heading := document.Block{
		Kind: document.Heading, Level: 2, Spans: []document.Span{{Text: label}}, Source: [2]int{0, len(label)},
	}
	return capture.Section{Text: label + "\n\n" + s.Text, Blocks: append(document.Document{heading}, s.Blocks.Shift(len(label+"\n\n"))...)}
}
