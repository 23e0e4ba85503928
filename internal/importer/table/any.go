package table

import (
	"context"
	"slices"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/csvfile"
)

// Any is a table whose first row names an address, or a title and a text.
var Any = importer.Format{
	Name: "csv", Title: "Table (CSV)",
	Is: func(_ context.Context, in *importer.Input) bool {
		header := csvfile.Header(in.Head)
		return len(header) > 1 && (names(header, addresses) || names(header, titles) && names(header, texts))
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return each(in, out, func(r row) error { return anything(r, out) })
	},
}

// What the columns of tables are called.
var (
	addresses = []string{"url", "uri", "link", "href", "address", "adresse", "source url", "website"}
	titles    = []string{"title", "name", "titel", "titre", "título", "titolo", "subject"}
	texts     = []string{"content", "text", "body", "note", "notes", "description", "comment"}
	remarks   = []string{"note", "notes", "remark", "comment", "comments", "annotation"}
	abouts    = []string{"description", "excerpt", "summary"}
	tags      = []string{"tags", "labels", "keywords", "tag"}
	folders   = []string{"folder", "collection", "category", "list", "path"}
	within    = []string{"subfolder", "subcategory"}
	savedAt   = []string{"created", "created at", "created_at", "date", "added", "time_added", "date added", "date_added", "timestamp", "saved", "saved at", "saved_at", "time"}
	authors   = []string{"author", "creator", "by"}
	sites     = []string{"site", "publisher"}
	stars     = []string{"favorite", "favourite", "starred", "favorited", "is_starred"}
	archives  = []string{"archived", "is_archived"}
	unread    = []string{"unread", "toread", "to read"}
)

func names(header, columns []string) bool {
	return slices.ContainsFunc(columns, func(c string) bool { return slices.Contains(header, c) })
}

// anything makes an item of a row. Columns that have no place in a memory are written below a note,
// and lost of a link.
func anything(r row, out *importer.Out) error {
	item := importer.Item{
		URL: r.get(addresses...), Title: r.get(titles...), Author: r.get(authors...), Site: r.get(sites...),
		Starred: r.is(stars...), Archived: r.is(archives...), Unread: r.is(unread...), Place: r.place(),
	}
	item.Tags = append(split(r.get(folders...), "/"), split(r.get(within...), "/")...)
	item.Tags = append(item.Tags, tagList(r.get(tags...))...)
	item.CreatedAt = out.Date(&item, r.get(savedAt...))
	var used []string
	for _, columns := range [][]string{addresses, titles, authors, sites, stars, archives, unread, folders, within, tags, savedAt} {
		used = append(used, r.column(columns...))
	}
	if item.URL == "" {
		item.Kind, item.Text = importer.KindNote, r.get(texts...)
		for _, column := range r.others(append(used, r.column(texts...))) {
			item.Text = strings.TrimSpace(item.Text + "\n\n" + strings.TrimSpace(column+": "+r.get(column)))
		}
		if item.Text == "" {
			item.Text = item.Title
		}
		return out.Item(item)
	}
	item.Remark, item.Description = r.get(remarks...), r.get(abouts...)
	for _, column := range r.others(append(used, r.column(remarks...), r.column(abouts...))) {
		item.Lose(column, 1, msgColumn)
	}
	return out.Item(item)
}

const msgColumn = "A memory has nothing that this column could become."

// tagList splits a list at its commas, semicolons or bars; at blanks if it has none.
func tagList(list string) []string {
	for _, separator := range []string{"|", ";", ","} {
		if strings.Contains(list, separator) {
			return split(strings.Trim(list, "[]"), separator)
		}
	}
	return strings.Fields(list)
}

// column returns the first of these columns that is not blank.
func (r row) column(columns ...string) string {
	for _, column := range columns {
		if r.get(column) != "" {
			return column
		}
	}
	return ""
}

// others returns the columns that are not blank and not among these.
func (r row) others(used []string) (columns []string) {
	for i, column := range r.header {
		if i < len(r.cells) && strings.TrimSpace(r.cells[i]) != "" && !slices.Contains(used, column) {
			columns = append(columns, column)
		}
	}
	return columns
}
