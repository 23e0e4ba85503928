package bookmarks

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"engram/internal/importer"
	"engram/internal/plaintext"
)

// Netscape is the format that browsers and most services export: nested lists of bookmarks.
var Netscape = importer.Format{
	Name: "netscape", Title: "Bookmarks (HTML)",
	Is: func(_ context.Context, in *importer.Input) bool {
		return in.IsMarkup() && netscapeBegin.MatchString(in.Head)
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		n := &netscape{out: out}
		err := scan(importer.Text(in), handler{next: "<dt>", start: n.start, end: n.end, text: n.text, tooLong: n.tooLong})
		if err != nil {
			return err
		}
		return n.finish()
	},
}

var netscapeBegin = regexp.MustCompile(`(?i)<!doctype\s+netscape-bookmark-file-1|<dt>\s*<(?:a|h3)\s|<dl>\s*<p>\s*<(?:dt|/dl|hr)`)

const (
	msgTooLong      = "It is too long to be a bookmark."
	msgFolderRemark = "A folder becomes a tag, and a tag has no description."
	msgLong         = "Of a description, 1 MB is kept."
	msgDeep         = "Folders within more than 20 others."

	maxDepth       = 20      // folders whose names become tags
	maxNesting     = 1_000   // folders within another that are counted
	maxDescription = 1 << 20 // bytes
)

// netscape reads bookmarks as they come. A bookmark ends where the next one, or its list, begins or
// ends.
type netscape struct {
	out     *importer.Out
	count   int      // of bookmarks so far
	folders []string // around the current place; empty: one without a name
	deeper  int      // folders beyond maxNesting
	linked  string   // address of a link within a description
	named   string   // the folder whose list comes next
	own     bool     // it is a folder that the browser has by itself

	item                       *importer.Item // the bookmark that is being read; nil: none
	into                       *strings.Builder
	title, description, folder strings.Builder
}

func (n *netscape) start(t tag) error {
	switch t.name {
	case "dt":
		return n.finish()
	case "h3":
		if err := n.finish(); err != nil {
			return err
		}
		n.own = t.attrs["personal_toolbar_folder"] == "true" || t.attrs["unfiled_bookmarks_folder"] == "true"
		n.folder.Reset()
		n.into = &n.folder
	case "dl":
		if err := n.finish(); err != nil {
			return err
		}
		n.open()
	case "a":
		if n.into == &n.description && n.item != nil {
			n.linked = t.attrs["href"]
			return nil
		}
		if err := n.finish(); err != nil {
			return err
		}
		n.bookmark(t)
	case "dd":
		n.into = &n.description
		n.description.Reset()
	case "hr":
		return n.finish()
	case "br", "li", "p", "div":
		n.text("\n")
	}
	return nil
}

func (n *netscape) end(name string) error {
	switch name {
	case "a":
		if n.into == &n.title {
			n.into = nil
		} else if n.linked != "" {
			n.text(" " + n.linked)
			n.linked = ""
		}
	case "h3":
		if n.into == &n.folder {
			n.named, n.into = nameOf(n.folder.String()), nil
		}
	case "dl":
		err := n.finish()
		n.close()
		return err
	}
	return nil
}

func (n *netscape) text(s string) {
	switch {
	case n.into == nil:
	case n.into.Len()+len(s) <= maxDescription:
		n.into.WriteString(s)
	case n.item != nil:
		n.item.Lose("text", 1, msgLong)
	}
}

func (n *netscape) tooLong() error {
	if n.item != nil {
		return n.finish()
	}
	n.count++
	return n.out.Note("", n.place(), msgTooLong)
}

// nameOf returns the name of a folder, of which no more is kept than a little over what a tag can have.
func nameOf(s string) string {
	return plaintext.Beginning(strings.Join(strings.Fields(s[:min(len(s), maxToken/8)]), " "), 100)
}

// open enters the list of the folder that was named last.
func (n *netscape) open() {
	name := n.named
	if n.own {
		name = ""
	}
	n.named, n.own = "", false
	if len(n.folders) == maxNesting {
		n.deeper++
		return
	}
	n.folders = append(n.folders, name)
}

func (n *netscape) close() {
	switch {
	case n.deeper > 0:
		n.deeper--
	case len(n.folders) > 0:
		n.folders = n.folders[:len(n.folders)-1]
	}
}

// bookmark begins the item of a bookmark's tag.
func (n *netscape) bookmark(t tag) {
	n.count++
	item := &importer.Item{URL: t.attrs["href"], Remark: t.attrs["description"], Place: n.place()}
	item.CreatedAt = n.out.Date(item, t.attrs["add_date"])
	item.Tags = n.tags(item, t.attrs["tags"])
	item.Unread = t.attrs["toread"] == "1"
	n.item, n.into = item, &n.title
	n.title.Reset()
	n.description.Reset()
}

// tags returns the names of the folders around the bookmark and of its tags, which are separated by
// commas or, if there is none, by blanks.
func (n *netscape) tags(item *importer.Item, list string) (tags []string) {
	tags = folderTags(item, n.folders)
	if strings.Contains(list, ",") {
		return append(tags, strings.Split(list, ",")...)
	}
	return append(tags, strings.Fields(list)...)
}

// folderTags returns the names of the folders around an item that become its tags.
func folderTags(item *importer.Item, folders []string) (tags []string) {
	for _, name := range folders {
		switch {
		case name == "":
		case len(tags) == maxDepth:
			item.Lose("folders", 1, msgDeep)
			return tags
		default:
			tags = append(tags, name)
		}
	}
	return tags
}

// finish sends the bookmark that was read, if there is one.
func (n *netscape) finish() error {
	item, described := n.item, strings.TrimSpace(n.description.String())
	was := n.into
	n.item, n.into = nil, nil
	n.description.Reset()
	if item == nil {
		if described != "" && was == &n.description {
			return n.out.Note(n.named, n.place(), msgFolderRemark)
		}
		return nil
	}
	item.Title = n.title.String()
	if isRelative(item.URL) && described != "" {
		item.Kind, item.Text, item.URL = importer.KindNote, described, ""
	} else if described != "" {
		item.Remark = described
	}
	return n.out.Item(*item)
}

// isRelative reports whether an address is one of the service itself, such as that of a note.
func isRelative(address string) bool {
	return address == "" || strings.HasPrefix(address, "?") || strings.HasPrefix(address, "/")
}

func (n *netscape) place() string { return "bookmark " + strconv.Itoa(n.count) }
