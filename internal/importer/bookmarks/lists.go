package bookmarks

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"engram/internal/importer"
)

// Tabs is the text that OneTab writes: an address and a title a line.
var Tabs = importer.Format{
	Name: "onetab", Title: "OneTab, or a list of addresses",
	Is: func(_ context.Context, in *importer.Input) bool { return tabsBegin.MatchString(in.Head) },
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return importer.EachLine(importer.Text(in), func(line string, number int, cut bool) error {
			if line = strings.TrimSpace(line); line == "" {
				return nil
			}
			place := "line " + strconv.Itoa(number)
			address, title, _ := strings.Cut(line, " | ")
			if cut || strings.ContainsAny(strings.TrimSpace(address), " \t") {
				return out.Note(line[:min(len(line), 1000)], place, msgNoLink)
			}
			return out.Item(importer.Item{URL: address, Title: strings.TrimSpace(title), Place: place})
		})
	},
}

var tabsBegin = regexp.MustCompile(`^\s*[a-z][a-z+.-]*://\S+[ \t]*(?:\|[^\n]*)?\r?(?:\n\s*(?:[a-z][a-z+.-]*:\S+[ \t]*(?:\|[^\n]*)?\r?)?)?(?:\n|$)`)

const msgNoLink = "The line is no address."

// Sections is the page that Pocket and Instapaper once gave out: a heading for each state, with a
// list of links below. Another heading is a folder.
var Sections = importer.Format{
	Name: "pocket-html", Title: "Pocket or Instapaper (HTML)",
	Is: func(_ context.Context, in *importer.Input) bool {
		return in.IsMarkup() && sectionsBegin.MatchString(in.Head)
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		s := &sections{out: out}
		if err := scan(importer.Text(in), handler{next: "<li>", start: s.start, end: s.end, text: s.text, tooLong: s.tooLong}); err != nil {
			return err
		}
		return s.finish()
	},
}

var sectionsBegin = regexp.MustCompile(`(?i)<title>\s*pocket export|<a\s[^>]*\stime_added=|<h1>\s*unread\s*</h1>\s*<[ou]l>`)

type sections struct {
	out     *importer.Out
	count   int
	heading string
	into    *strings.Builder
	item    *importer.Item
	title   strings.Builder
	head    strings.Builder
}

func (s *sections) start(t tag) error {
	switch t.name {
	case "h1":
		err := s.finish()
		s.head.Reset()
		s.into = &s.head
		return err
	case "a":
		if err := s.finish(); err != nil {
			return err
		}
		s.count++
		item := &importer.Item{URL: t.attrs["href"], Tags: strings.Split(t.attrs["tags"], ","), Place: "link " + strconv.Itoa(s.count)}
		item.CreatedAt = s.out.Date(item, t.attrs["time_added"])
		switch strings.ToLower(s.heading) {
		case "unread":
			item.Unread = true
		case "read archive", "archive":
			item.Archived = true
		case "starred":
			item.Starred = true
		default:
			item.Tags = append(item.Tags, s.heading)
		}
		s.title.Reset()
		s.item, s.into = item, &s.title
	}
	return nil
}

func (s *sections) end(name string) error {
	switch {
	case name == "h1" && s.into == &s.head:
		s.heading, s.into = strings.TrimSpace(s.head.String()), nil
	case name == "a":
		return s.finish()
	}
	return nil
}

func (s *sections) text(text string) {
	if s.into != nil && s.into.Len()+len(text) <= maxDescription {
		s.into.WriteString(text)
	}
}

func (s *sections) tooLong() error {
	s.count++
	return s.out.Note("", "link "+strconv.Itoa(s.count), msgTooLong)
}

func (s *sections) finish() error {
	item := s.item
	if item == nil {
		return nil
	}
	s.item, s.into = nil, nil
	item.Title = s.title.String()
	if item.Title == item.URL {
		item.Title = ""
	}
	return s.out.Item(*item)
}
