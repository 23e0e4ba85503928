package highlight

import (
	"context"
	"strconv"
	"strings"
	"time"

	"engram/internal/document"
	"engram/internal/fault"
)

// Format is a file format that highlights are exported in.
type Format struct {
	Name      string // on the wire
	MediaType string
	FileName  string
	begin     string
	one       func(f Found, first bool, link string) string // first: of its memory
}

// Formats are all formats.
var Formats = []Format{
	{
		Name: "markdown", MediaType: "text/markdown; charset=utf-8", FileName: "engram-highlights.md",
		begin: "# Highlights\n", one: markdown,
	},
	{
		Name: "anki", MediaType: "text/tab-separated-values; charset=utf-8", FileName: "engram-highlights-anki.tsv",
		begin: "#separator:tab\n#html:false\n#columns:Front\tBack\tTags\n#tags column:3\n", one: anki,
	},
	{
		Name: "readwise", MediaType: "text/csv; charset=utf-8", FileName: "engram-highlights-readwise.csv",
		begin: "Highlight,Title,Author,URL,Note,Location,Date\r\n", one: readwise,
	},
}

// FormatOf returns the format of a name; fault.Invalid for another.
func FormatOf(name string) (Format, error) {
	for _, f := range Formats {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fault.New(fault.Invalid, "Highlights are exported as markdown, anki or readwise")
}

// Export calls write with the file, piece by piece: the highlights that the page selects, by memory,
// the newest memory first. linkTo returns the address of a memory without one of its own.
func (s *Service) Export(
	ctx context.Context, userID, query string, page Page, f Format, linkTo func(memoryID string) string, write func(string) error,
) error {
	page, err := checked(page, query)
	if err != nil {
		return err
	}
	if err := write(f.begin); err != nil || len(page.Words) == 0 && strings.TrimSpace(query) != "" {
		return err
	}
	page.ByMemory, page.Before, page.Limit = true, "", maxPage
	for last := (Found{}); ; {
		found, err := s.store.Highlights(ctx, userID, page)
		if err != nil {
			return err
		}
		for _, h := range found {
			link := h.Memory.URL
			if link == "" {
				link = linkTo(h.MemoryID)
			}
			if err := write(f.one(h, h.MemoryID != last.MemoryID, link)); err != nil {
				return err
			}
			last = h
		}
		if len(found) < page.Limit {
			return nil
		}
		page.Behind = &last.Highlight
	}
}

// title returns what the memory is called.
func (f Found) title() string {
	if title := strings.Join(strings.Fields(f.Memory.Title), " "); title != "" {
		return title
	}
	return "Untitled"
}

// where returns where the highlight stands in its source, in words; empty: in no special place.
func (f Found) where() string {
	switch p := f.Place; {
	case p.Page > 0:
		return "page " + strconv.Itoa(p.Page)
	case p.Second > 0:
		return "at " + (time.Duration(p.Second) * time.Second).String()
	}
	return ""
}

func markdown(f Found, first bool, link string) string {
	var doc document.Document
	say := func(spans ...document.Span) {
		doc = append(doc, document.Block{Kind: document.Paragraph, Spans: spans})
	}
	if first {
		doc = append(doc, document.Block{Kind: document.Heading, Level: 2, Spans: []document.Span{{Text: f.title()}}})
		var about []document.Span
		for _, text := range []string{f.Memory.Author, f.Memory.Site} {
			if text != "" {
				about = append(about, document.Span{Text: text + ", "})
			}
		}
		say(append(about, document.Span{Text: link, Link: link})...)
	}
	doc = append(doc, document.Block{Kind: document.Quote, Blocks: document.Document{document.Say(f.Quote)}})
	if f.Remark != "" {
		doc = append(doc, document.Say(f.Remark))
	}
	end := []string{string(f.Color), f.CreatedAt.UTC().Format(time.DateOnly)}
	if where := f.where(); where != "" {
		end = append([]string{where}, end...)
	}
	if f.Place.Orphaned {
		end = append(end, "no longer in the text")
	}
	say(document.Span{Text: strings.Join(end, ", "), Italic: true})
	return "\n" + strings.TrimSpace(doc.Markdown()) + "\n"
}

func anki(f Found, _ bool, link string) string {
	front := f.Remark
	if front == "" {
		front = f.title() + "\nWhat did you highlight here?"
	}
	source := f.title()
	if where := f.where(); where != "" {
		source += ", " + where
	}
	back := f.Quote + "\n\n" + source + "\n" + link
	tags := "engram engram::" + string(f.Color) + " engram::" + string(f.Memory.Kind)
	return cells("\t", front, back, tags) + "\n"
}

func readwise(f Found, _ bool, link string) string {
	location := f.Place.Start.Leaf + 1
	if p := f.Place; p.Page > 0 || p.Second > 0 {
		location = max(p.Page, p.Second)
	}
	return cells(",", f.Quote, f.title(), f.Memory.Author, link, f.Remark,
		strconv.Itoa(location), f.CreatedAt.UTC().Format(time.DateTime)) + "\r\n"
}

// cells returns a row. Spreadsheets take none of its cells for a formula.
func cells(separator string, all ...string) string {
	for i, cell := range all {
		if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			cell = "'" + cell
		}
		all[i] = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return strings.Join(all, separator)
}
