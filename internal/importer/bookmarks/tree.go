package bookmarks

import (
	"cmp"
	"context"
	"strconv"

	"engram/internal/importer"
	"engram/internal/importer/jsonfile"
	"engram/internal/importer/records"
)

// Firefox is the backup of Firefox's bookmarks.
var Firefox = importer.Format{
	Name: "firefox", Title: "Firefox bookmarks (JSON)",
	Is: func(_ context.Context, in *importer.Input) bool {
		return !in.JSON.List && in.JSON.Has("guid", "children")
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return readTree(in, out, nil)
	},
}

// Chrome is the file in which Chrome and its relatives keep their bookmarks.
var Chrome = importer.Format{
	Name: "chrome", Title: "Chrome bookmarks (JSON)",
	Is: func(_ context.Context, in *importer.Input) bool {
		return in.JSON.In("roots", "bookmark_bar") || in.JSON.In("roots", "other")
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return readTree(in, out, []string{"roots"})
	},
}

const (
	maxTree  = 500     // folders within another
	maxNames = 200_000 // folders whose names are known

	maxSessions = 10_000 // whose names are known
	maxDate     = 64     // bytes

	msgTree = "Folders within more than 500 others are not read."
)

// tree reads folders within folders. The name of a folder may stand behind what is in it, so that a
// first pass collects the names, in the order in which folders begin.
type tree struct {
	r       *jsonfile.Reader
	out     *importer.Out
	first   bool
	count   int // of folders so far
	items   int
	names   []string
	folders []string // around the current place; empty: one of the browser's own
}

func readTree(in *importer.Input, out *importer.Out, path []string) error {
	t := &tree{out: out, first: true}
	err := records.Pass(in, func(r *jsonfile.Reader) error {
		t.r = r
		return t.roots(path)
	})
	if err != nil {
		return err
	}
	t.first, t.count, t.folders = false, 0, nil
	t.r = jsonfile.New(importer.Text(in))
	return records.Ended(t.roots(path), t.r, out)
}

// roots reads the root, or the objects that a path leads to.
func (t *tree) roots(path []string) error {
	if len(path) == 0 {
		return t.node(true)
	}
	return t.r.To(path, func() error {
		return t.r.Fields(func(string) error { return t.node(true) })
	})
}

// node is an object of a tree.
type node struct {
	kind, address, title, date, remark jsonfile.Text
	tags                               jsonfile.List
	own                                bool // a folder that every browser has
}

// node reads a bookmark, or a folder with all that is in it.
func (t *tree) node(own bool) error {
	if t.r.Kind() != '{' {
		return nil
	}
	n := node{own: own}
	number := -1
	err := t.r.Fields(func(key string) (err error) {
		switch key {
		case "uri", "url":
			n.address, err = records.Small[jsonfile.Text](t.r)
		case "title", "name":
			n.title, err = records.Small[jsonfile.Text](t.r)
		case "dateAdded", "date_added":
			n.date, err = records.Small[jsonfile.Text](t.r)
		case "type":
			n.kind, err = records.Small[jsonfile.Text](t.r)
		case "tags":
			n.tags, err = records.Small[jsonfile.List](t.r)
		case "root":
			n.own = true
		case "annos":
			n.remark, err = t.described()
		case "children":
			number, err = t.children()
		}
		return err
	})
	if err != nil {
		return err
	}
	if number < 0 && (n.address != "" || n.kind == "url" || n.kind == "text/x-moz-place") {
		return t.send(n)
	}
	if t.first && number >= 0 && number < len(t.names) && !n.own {
		t.names[number] = nameOf(string(n.title))
	}
	return nil
}

// children reads what is in a folder and returns the folder's number.
func (t *tree) children() (number int, err error) {
	number = t.count
	t.count++
	if t.first && len(t.names) < maxNames {
		t.names = append(t.names, "")
	}
	if len(t.folders) == maxTree {
		if t.first {
			return number, nil
		}
		return number, t.out.Note(t.folders[len(t.folders)-1], "folder "+strconv.Itoa(number), msgTree)
	}
	name := ""
	if !t.first && number < len(t.names) {
		name = t.names[number]
	}
	t.folders = append(t.folders, name)
	err = t.r.Each(func() error { return t.node(false) })
	t.folders = t.folders[:len(t.folders)-1]
	return number, err
}

// described returns the description among the annotations of a bookmark.
func (t *tree) described() (text jsonfile.Text, err error) {
	type annotation struct{ Name, Value jsonfile.Text }
	err = t.r.Each(func() error {
		a, err := records.Small[annotation](t.r)
		if a.Name == "bookmarkProperties/description" {
			text = a.Value
		}
		return err
	})
	return text, err
}

func (t *tree) send(n node) error {
	if t.first {
		return nil
	}
	t.items++
	item := importer.Item{URL: string(n.address), Title: string(n.title), Remark: string(n.remark), Place: "bookmark " + strconv.Itoa(t.items)}
	item.Tags = append(item.Tags, folderTags(&item, t.folders)...)
	item.Tags = append(item.Tags, n.tags...)
	item.CreatedAt = t.out.Date(&item, string(n.date))
	return t.out.Item(item)
}

// Sessions is the export of Tab Session Manager: windows with tabs. The name of a session is a tag.
var Sessions = importer.Format{
	Name: "tab-session-manager", Title: "Tab Session Manager",
	Is: func(_ context.Context, in *importer.Input) bool { return in.JSON.List && in.JSON.Has("windows") },
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		var sessions []session
		err := records.Pass(in, func(r *jsonfile.Reader) error {
			return r.Each(func() error {
				s, err := sessionOf(r)
				if len(sessions) < maxSessions {
					sessions = append(sessions, s)
				}
				return err
			})
		})
		if err != nil {
			return err
		}
		r := jsonfile.New(importer.Text(in))
		return records.Ended(tabs(r, sessions, out), r, out)
	},
}

// session describes a session beside its tabs.
type session struct {
	name, date jsonfile.Text
	tags       jsonfile.List
}

func sessionOf(r *jsonfile.Reader) (s session, err error) {
	err = r.Fields(func(key string) (err error) {
		switch key {
		case "name":
			s.name, err = records.Small[jsonfile.Text](r)
		case "date":
			s.date, err = records.Small[jsonfile.Text](r)
		case "tag":
			s.tags, err = records.Small[jsonfile.List](r)
		}
		return err
	})
	s.name, s.tags = jsonfile.Text(nameOf(string(s.name))), s.tags[:min(len(s.tags), maxDepth)]
	s.date = s.date[:min(len(s.date), maxDate)]
	return s, err
}

func tabs(r *jsonfile.Reader, sessions []session, out *importer.Out) error {
	number, count := -1, 0
	return r.Each(func() error {
		number++
		var of session
		if number < len(sessions) {
			of = sessions[number]
		}
		return r.To([]string{"windows"}, func() error {
			return r.Fields(func(string) error {
				return r.Fields(func(string) error {
					count++
					return of.tab(r, "tab "+strconv.Itoa(count), out)
				})
			})
		})
	})
}

const msgTab = "It is longer than a tab's address and title can be."

func (s session) tab(r *jsonfile.Reader, place string, out *importer.Out) error {
	type tab struct{ URL, Title, LastAccessed jsonfile.Text }
	t, err := records.Small[tab](r)
	if err != nil {
		return err
	}
	if t == (tab{}) {
		return out.Note(string(s.name), place, msgTab)
	}
	item := importer.Item{URL: string(t.URL), Title: string(t.Title), Tags: append([]string{string(s.name)}, s.tags...), Place: place}
	item.CreatedAt = out.Date(&item, string(cmp.Or(t.LastAccessed, s.date)))
	return out.Item(item)
}
