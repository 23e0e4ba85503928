package notes

import (
	"context"
	"regexp"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/jsonfile"
	"engram/internal/importer/records"
)

// Roam is the JSON export of Roam Research: a note for each page.
var Roam = importer.Format{
	Name: "roam", Title: "Roam Research",
	Is: func(_ context.Context, in *importer.Input) bool {
		s := in.JSON
		return s.List && (s.In("children", "string") || s.Has("title") && (s.Has("children") || s.Has("edit-time") || s.Has("create-time")))
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		r := roam{out: out, said: map[string]string{}}
		err := pages(in, nil, func(p roamBlock, _ string) error {
			p.each(func(b roamBlock) {
				for _, found := range blockReference.FindAllStringSubmatch(string(b.String), -1) {
					if len(r.said) < maxSaid {
						r.said[found[1]] = ""
					}
				}
			}, 0)
			return nil
		})
		if err != nil {
			return err
		}
		err = pages(in, nil, func(p roamBlock, _ string) error {
			p.each(func(b roamBlock) {
				if _, is := r.said[string(b.UID)]; is {
					r.said[string(b.UID)] = string(b.String[:min(len(b.String), 1000)])
				}
			}, 0)
			return nil
		})
		if err != nil {
			return err
		}
		return pages(in, out, r.page)
	},
}

const (
	maxSaid   = 20_000 // blocks that others refer to
	maxIndent = 40     // blocks within another

	msgEmptyPage = "The page is empty."
)

var blockReference = regexp.MustCompile(`\(\(([\w-]{5,40})\)\)`)

type roamBlock struct {
	Title, String, UID jsonfile.Text
	Created            jsonfile.Text `json:"create-time"`
	Edited             jsonfile.Text `json:"edit-time"`
	Heading            int
	Children           []roamBlock
}

func pages(in *importer.Input, out *importer.Out, visit func(p roamBlock, place string) error) error {
	return records.EachIn(jsonfile.New(importer.Text(in)), out, "", visit)
}

// each calls visit with the blocks below this one.
func (b roamBlock) each(visit func(roamBlock), depth int) {
	for _, child := range b.Children {
		visit(child)
		if depth < maxIndent {
			child.each(visit, depth+1)
		}
	}
}

type roam struct {
	out  *importer.Out
	said map[string]string // texts of the blocks that others refer to
}

// page sends a page as a note, whose blocks are a list.
func (r *roam) page(p roamBlock, place string) error {
	if len(p.Children) == 0 {
		return r.out.Note(string(p.Title), place, msgEmptyPage)
	}
	item := importer.Item{Kind: importer.KindNote, Title: string(p.Title), Place: place}
	var b strings.Builder
	for _, child := range p.Children {
		r.write(&b, &item, child, 0)
	}
	item.Text = strings.TrimRight(b.String(), "\n")
	created := p.Created
	if created == "" {
		p.each(func(b roamBlock) {
			if created == "" {
				created = b.Created
			}
		}, 0)
	}
	if created == "" {
		created = p.Edited
	}
	item.CreatedAt = r.out.Date(&item, string(created))
	return r.out.Item(item)
}

// roamTag matches a tag, which may be in double brackets.
var roamTag = regexp.MustCompile(`(?:^|[\s(])#(?:\[\[([^\[\]\n]+)\]\]|([\pL\pN_/-]*[\pL_][\pL\pN_/-]*))`)

var roamBoxes = strings.NewReplacer(
	"{{[[TODO]]}} ", "[ ] ", "{{TODO}} ", "[ ] ", "{{[[DONE]]}} ", "[x] ", "{{DONE}} ", "[x] ", "{{[[TODO]]}}", "[ ] ", "{{[[DONE]]}}", "[x] ",
)

func (r *roam) write(b *strings.Builder, item *importer.Item, block roamBlock, depth int) {
	text := roamBoxes.Replace(string(block.String))
	for _, found := range roamTag.FindAllStringSubmatch(text, 100) {
		item.Tags = append(item.Tags, found[1]+found[2])
	}
	text = blockReference.ReplaceAllStringFunc(text, func(sign string) string {
		if said := r.said[strings.Trim(sign, "()")]; said != "" {
			return said
		}
		return sign
	})
	indent := strings.Repeat("  ", min(depth, maxIndent))
	if h := block.Heading; h >= 1 && h <= 6 && !strings.Contains(text, "\n") {
		text = strings.Repeat("#", h) + " " + text
	}
	b.WriteString(indent + "- " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+indent+"  ") + "\n")
	if depth == maxIndent && len(block.Children) > 0 {
		item.Lose("blocks", 1, "Blocks within more than 40 others.")
		return
	}
	for _, child := range block.Children {
		r.write(b, item, child, depth+1)
	}
}
