// Package archives reads the exports that are ZIP files of a service: Omnivore and X.
package archives

import (
	"context"
	"path"
	"regexp"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/records"
)

// Omnivore is the archive of Omnivore: lists, the captured pages and PDFs, and the highlights.
var Omnivore = importer.Format{
	Name: "omnivore-zip", Title: "Omnivore",
	Is: func(_ context.Context, in *importer.Input) bool {
		for _, m := range in.Members {
			if omnivoreList.MatchString(m.Name) {
				list, done, err := m.Within()
				if err != nil {
					continue
				}
				defer done()
				return list.JSON.List && list.JSON.Has("slug", "url")
			}
		}
		return false
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return (&omnivore{in: in, out: out, used: map[string]bool{}}).read()
	},
}

var omnivoreList = regexp.MustCompile(`(?:^|/)metadata_[0-9]+_to_[0-9]+\.json$`)

const (
	maxHighlights = 8 << 20 // bytes of one page's

	msgBroken    = "It can't be read: the file is damaged."
	msgUnlisted  = "No list of the archive names it."
	msgMarksGone = "The file with the highlights is damaged or longer than 8 MB."
)

type omnivore struct {
	in   *importer.Input
	out  *importer.Out
	used map[string]bool // members that belong to a page
}

func (o *omnivore) read() error {
	for _, m := range o.in.Members {
		if !omnivoreList.MatchString(m.Name) {
			continue
		}
		o.used[m.Name] = true
		if err := o.list(m); err != nil {
			return err
		}
	}
	for _, m := range o.in.Members {
		message := m.Refused
		if message == "" && !o.used[m.Name] {
			message = msgUnlisted
		}
		if message != "" {
			if err := o.out.Note(m.Base(), m.Name, message); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o *omnivore) list(m importer.Member) error {
	if m.Refused != "" {
		return nil
	}
	list, done, err := m.Within()
	if err != nil {
		return o.out.Note(m.Base(), m.Name, msgBroken)
	}
	defer done()
	folder := path.Dir(m.Name)
	return records.Each(list, o.out, nil, func(p records.OmnivorePage, place string) error {
		item := importer.Item{Place: m.Name + ", " + place}
		p.Fill(&item, o.out)
		o.files(&item, folder, string(p.Slug))
		return o.out.Item(item)
	})
}

// files gives an item what the archive has beside the lists.
func (o *omnivore) files(item *importer.Item, folder, slug string) {
	if page, has := o.find(folder, "content", slug+".html"); has {
		item.HTML = page.Open
	}
	if file, has := o.find(folder, "content", slug+".pdf"); has {
		item.Kind, item.File, item.FileName = importer.KindDocument, file.Open, slug+".pdf"
	}
	if file, has := o.find(folder, "highlights", slug+".md"); has {
		text, whole := file.ReadAll(maxHighlights)
		if !whole {
			item.Lose("highlights", 1, msgMarksGone)
		}
		item.Remark, item.Highlights = marksOf(string(text))
		for _, h := range item.Highlights {
			item.Tags = append(item.Tags, h.Tags...)
		}
	}
}

func (o *omnivore) find(parts ...string) (importer.Member, bool) {
	m, has := o.in.Find(path.Join(parts...))
	if has {
		o.used[m.Name] = true
	}
	return m, has
}

// onlyTags matches a paragraph of tags.
var onlyTags = regexp.MustCompile(`^(?:#[^\s#]+\s*)+$`)

// marksOf returns the highlights of a page as Omnivore writes them: quotes, each with its tags and
// remark below. What stands before them is the remark on the page.
func marksOf(text string) (remark string, marks []importer.Highlight) {
	var quote, below []string
	finish := func() {
		said := strings.TrimSpace(strings.Join(below, "\n"))
		below = nil
		switch last := len(marks) - 1; {
		case last < 0:
			remark = strings.TrimSpace(remark + "\n" + said)
		default:
			marks[last].Remark = said
		}
	}
	flush := func() {
		if len(quote) > 0 {
			finish()
			marks = append(marks, importer.Highlight{Text: strings.TrimSpace(strings.Join(quote, "\n"))})
			quote = nil
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if rest, is := strings.CutPrefix(line, ">"); is {
			quote = append(quote, strings.TrimPrefix(rest, " "))
			continue
		}
		flush()
		switch {
		case onlyTags.MatchString(line) && len(marks) > 0:
			for tag := range strings.FieldsSeq(line) {
				marks[len(marks)-1].Tags = append(marks[len(marks)-1].Tags, strings.TrimPrefix(tag, "#"))
			}
		case strings.HasPrefix(line, "## Note"):
		default:
			below = append(below, line)
		}
	}
	flush()
	finish()
	return remark, marks
}
