package table

import (
	"strconv"
	"strings"

	"engram/internal/importer"
)

// Pocket is the list that Pocket gave out when it ended in 2025.
var Pocket = format("pocket", "Pocket", []string{"url", "time_added", "tags"}, func(r row, out *importer.Out) error {
	item := importer.Item{
		URL: r.get("url"), Title: titled(r.get("title"), r.get("url")), Tags: split(r.get("tags"), "|"), Place: r.place(),
		Archived: r.get("status") == "archive", Unread: r.get("status") == "unread", Starred: r.is("favorite"),
	}
	item.CreatedAt = out.Date(&item, r.get("time_added"))
	return out.Item(item)
})

// Instapaper is its list, with four columns or six. A folder is a state or a name.
var Instapaper = format("instapaper", "Instapaper", []string{"url", "selection", "folder"}, func(r row, out *importer.Out) error {
	item := importer.Item{URL: r.get("url"), Title: titled(r.get("title"), r.get("url")), Tags: listed(r.get("tags")), Place: r.place()}
	switch folder := r.get("folder"); strings.ToLower(folder) {
	case "unread":
		item.Unread = true
	case "archive":
		item.Archived = true
	case "starred":
		item.Starred = true
	default:
		item.Tags = append([]string{folder}, item.Tags...)
	}
	selection := r.get("selection")
	switch {
	case item.URL == "" || strings.HasPrefix(item.URL, "instapaper-private:"):
		item.Kind, item.URL, item.Text = importer.KindNote, "", selection
	case selection != "":
		item.Highlights = []importer.Highlight{{Text: selection}}
	}
	item.CreatedAt = out.Date(&item, r.get("timestamp"))
	return out.Item(item)
})

// Raindrop is its table. A folder is a path; that of what has none is not kept.
var Raindrop = format("raindrop", "Raindrop.io", []string{"url", "folder", "excerpt"}, func(r row, out *importer.Out) error {
	item := importer.Item{
		URL: r.get("url"), Title: r.get("title"), Remark: r.get("note"), Description: r.get("excerpt"),
		Starred: r.is("favorite"), Highlights: raindropMarks(r.get("highlights")), Place: r.place(),
	}
	if folder := r.get("folder"); folder != "Unsorted" {
		item.Tags = split(folder, "/")
	}
	item.Tags = append(item.Tags, split(r.get("tags"), ",")...)
	item.CreatedAt = out.Date(&item, r.get("created"))
	return out.Item(item)
})

// raindropMarks returns the highlights of a cell: one a line, which may be named as such, with its
// remark on the next.
func raindropMarks(cell string) (marks []importer.Highlight) {
	for line := range strings.Lines(cell) {
		line = strings.TrimSpace(line)
		if remark, is := strings.CutPrefix(line, "Note:"); is && len(marks) > 0 {
			marks[len(marks)-1].Remark = strings.TrimSpace(remark)
			continue
		}
		if text := strings.TrimSpace(strings.TrimPrefix(line, "Highlight:")); text != "" {
			marks = append(marks, importer.Highlight{Text: text})
		}
	}
	return marks
}

const msgReaderFeed = "It lies in the feed of Reader: it arrived by itself and was not saved."

// Reader is the list of Readwise Reader.
var Reader = format("readwise-reader", "Readwise Reader", []string{"url", "document tags", "location"}, func(r row, out *importer.Out) error {
	if r.get("location") == "feed" {
		return out.Note(r.get("title", "url"), r.place(), msgReaderFeed)
	}
	item := importer.Item{
		URL: r.get("url"), Title: r.get("title"), Author: r.get("author"), Tags: listed(r.get("document tags")), Place: r.place(),
		Archived: r.get("location") == "archive",
	}
	item.Progress = share(r.get("reading progress"))
	item.Unread = !item.Archived && item.Progress == 0
	item.CreatedAt = out.Date(&item, r.get("saved date"))
	return out.Item(item)
})

// share returns a part of 1, which may be written in per cent.
func share(cell string) float64 {
	number, inHundreds := strings.CutSuffix(cell, "%")
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil {
		return 0
	}
	if inHundreds || n > 1 {
		n /= 100
	}
	return n
}

const msgMatterMarks = "Matter's list has the number of highlights alone."

// Matter is its list.
var Matter = format("matter", "Matter", []string{"url", "in queue", "favorited"}, func(r row, out *importer.Out) error {
	item := importer.Item{
		URL: r.get("url"), Title: r.get("title"), Author: r.get("author"), Site: r.get("publisher"), Tags: split(r.get("tags"), ";"),
		Starred: r.is("favorited"), Unread: r.is("in queue") && !r.is("read"), Archived: !r.is("in queue"), Place: r.place(),
	}
	if n, err := strconv.Atoi(r.get("highlight_count", "highlight count")); err == nil {
		item.Lose("highlights", n, msgMatterMarks)
	}
	item.CreatedAt = out.Date(&item, r.get("last interaction date"))
	return out.Item(item)
})

// Mymind is its list of cards.
var Mymind = format("mymind", "mymind", []string{"type", "title", "url", "content", "note"}, func(r row, out *importer.Out) error {
	item := importer.Item{
		URL: r.get("url"), Title: r.get("title"), Remark: r.get("note"), Description: r.get("content"), Tags: split(r.get("tags"), ","), Place: r.place(),
	}
	if item.URL == "" {
		item.Kind, item.Text, item.Description = importer.KindNote, r.get("content"), ""
		if item.Text == "" {
			item.Text, item.Remark = item.Remark, ""
		}
	}
	item.CreatedAt = out.Date(&item, r.get("created"))
	return out.Item(item)
})
