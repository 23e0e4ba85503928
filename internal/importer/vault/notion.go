package vault

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/importer"
	"engram/internal/importer/richtext"
)

var (
	notionID    = regexp.MustCompile(` [0-9a-f]{32}(?:_all)?$`)
	notionName  = regexp.MustCompile(` [0-9a-f]{32}\.(?:md|html)$`)
	notionTable = regexp.MustCompile(` [0-9a-f]{32}(?:_all)?\.csv$`)
	notionPage  = regexp.MustCompile(`<article [^>]*class="page |class="page-title"`)
	notionIndex = regexp.MustCompile(`(?i)<title>[^<]*export[^<]*</title>(?s:.*)[0-9a-f]{32}\.(?:html|md)`)
)

// withoutID returns a name without the id that Notion adds to it.
func withoutID(name string) string { return notionID.ReplaceAllString(name, "") }

func isNotionPage(text string) bool {
	return notionPage.MatchString(text[:min(len(text), 256<<10)])
}

// notion sends a page of Notion's HTML export as a note. Its properties are written below its text.
func (v *vault) notion(m importer.Member) error {
	text, ok := textOf(m)
	if !ok {
		return v.out.Note(m.Base(), m.Name, msgBroken)
	}
	root, ok := richtext.Parse(v.ctx, []byte(text))
	if !ok {
		return v.out.Note(m.Base(), m.Name, msgBroken)
	}
	item := importer.Item{Kind: importer.KindNote, Title: titleOf(m), Tags: v.folders(m.Name), Place: m.Name}
	if title := richtext.Text(richtext.First(root, richtext.Is(atom.Title))); title != "" {
		item.Title = title
	}
	var properties []string
	richtext.Each(root, func(n *html.Node) bool {
		switch {
		case n.DataAtom == atom.Tr && strings.Contains(richtext.Attr(n, "class"), "property-row"):
			properties = append(properties, v.property(&item, n)...)
			return false
		case richtext.Classed(n, "checkbox"):
			richtext.SetTask(n, richtext.Classed(n, "checkbox-on"))
			return false
		}
		return true
	})
	body := richtext.First(root, func(n *html.Node) bool { return richtext.Classed(n, "page-body") })
	if body == nil {
		body = root
	}
	refs := v.references(m, text)
	attach(&item, refs)
	var names []string
	richtext.Each(body, func(n *html.Node) bool {
		if n.DataAtom == atom.Img {
			name := richtext.Attr(n, "src")
			if slices.ContainsFunc(refs, func(r reference) bool { return r.name == name }) {
				names = append(names, name)
				richtext.SetPicture(n, len(names)-1)
			}
		}
		return true
	})
	item.Text = richtext.Markdown(body, names...)
	if len(properties) > 0 {
		item.Text = strings.TrimSpace(item.Text + "\n\n" + strings.Join(properties, "\n"))
	}
	if item.Text == "" {
		item.Text = item.Title
	}
	if item.CreatedAt.IsZero() {
		item.CreatedAt = v.modified(m)
	}
	return v.out.Item(item)
}

// property gives a property of a page to its item, or returns it as a line.
func (v *vault) property(item *importer.Item, row *html.Node) (line []string) {
	name := richtext.Text(richtext.First(row, richtext.Is(atom.Th)))
	cell := richtext.First(row, richtext.Is(atom.Td))
	if cell == nil {
		return nil
	}
	if box := richtext.First(cell, func(n *html.Node) bool { return richtext.Classed(n, "checkbox") }); box != nil {
		said := "no"
		if richtext.Classed(box, "checkbox-on") {
			said = "yes"
		}
		richtext.Say(box, said)
	}
	value := richtext.Text(cell)
	switch {
	case value == "":
		return nil
	case strings.EqualFold(name, "tags"):
		richtext.Each(cell, func(n *html.Node) bool {
			if richtext.Classed(n, "selected-value") {
				item.Tags = append(item.Tags, richtext.Text(n))
			}
			return true
		})
		return nil
	case strings.HasSuffix(richtext.Attr(row, "class"), "-created_time"):
		item.CreatedAt = v.out.Date(item, strings.TrimPrefix(value, "@"))
		return nil
	case strings.EqualFold(name, "url") && item.URL == "" && webOnly(value) != "":
		item.URL = value
		return nil
	}
	return []string{"- " + name + ": " + value}
}
