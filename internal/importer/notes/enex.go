// Package notes reads the exports of programs for notes that are one file: Evernote and Roam.
package notes

import (
	"cmp"
	"context"
	"crypto/md5" //nolint:gosec // Evernote names pictures by it
	"encoding/hex"
	"encoding/xml"
	"errors"
	"io"
	"mime"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"engram/internal/filetype"
	"engram/internal/importer"
	"engram/internal/importer/richtext"
	"engram/internal/importer/xmlfile"
)

// Evernote is an export of Evernote. Its notes become Markdown.
var Evernote = importer.Format{
	Name: "evernote", Title: "Evernote",
	Is: func(_ context.Context, in *importer.Input) bool {
		return in.IsMarkup() && enexBegin.MatchString(in.Head)
	},
	Read: func(ctx context.Context, in *importer.Input, out *importer.Out) error {
		files := &lifted{}
		defer files.close()
		e := &enex{ctx: ctx, out: out, files: files, notebook: strings.TrimSuffix(in.Name, ".enex")}
		r := xmlfile.New(lift(importer.Text(in), files))
		for {
			token, err := r.Next()
			switch {
			case errors.Is(err, io.EOF):
				return nil
			case errors.Is(err, xmlfile.ErrDamaged):
				return out.Note("", "note "+strconv.Itoa(e.count+1), msgDamaged)
			case err != nil:
				return err
			}
			if err := e.token(token); err != nil {
				return err
			}
		}
	},
}

var enexBegin = regexp.MustCompile(`<en-export[\s>]`)

const (
	msgDamaged = "The file is damaged or ends too early. What follows is missing."
	msgBroken  = "It can't be read: its text is broken or longer than 4 MB."
	msgSecret  = "It is encrypted."
	msgFiles   = "Of the files of a note, pictures and documents are kept."
	msgDevice  = "A memory has no reminders."

	maxResources = 500
	maxDepth     = 100      // elements within another
	maxFields    = 64 << 10 // bytes of a field of a note
	maxTags      = 1_000
	maxContent   = 4 << 20 // bytes; a page of more is not parsed
)

// enex reads notes as they come.
type enex struct {
	ctx   context.Context
	out   *importer.Out
	files *lifted
	count int

	notebook string // the name of the file among others, which Evernote names after a notebook

	path []string // names of the elements around

	deeper int // elements beyond maxDepth

	fields    map[string]string // of the note, by their names
	content   strings.Builder
	tags      []string
	tasks     []string
	resources []resource
	documents []importer.Item // of the note, such as PDFs
}

// resource is a file of a note.
type resource struct {
	data, mime, name string
}

func (e *enex) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		e.begin(t.Name.Local)
	case xml.CharData:
		e.text(string(t))
	case xml.EndElement:
		switch {
		case e.deeper > 0:
			e.deeper--
		case len(e.path) > 0:
			e.path = e.path[:len(e.path)-1]
		}
		if t.Name.Local == "note" {
			e.count++
			err := e.send()
			e.files.reset()
			return err
		}
	}
	return nil
}

func (e *enex) begin(name string) {
	if len(e.path) == maxDepth {
		e.deeper++
		return
	}
	e.path = append(e.path, name)
	switch name {
	case "note":
		e.fields, e.tags, e.tasks = map[string]string{}, nil, nil
		e.content.Reset()
		e.resources, e.documents = nil, nil
	case "tag":
		if len(e.tags) < maxTags {
			e.tags = append(e.tags, "")
		}
	case "task":
		if len(e.tasks) < maxResources {
			e.tasks = append(e.tasks, "- [ ] ")
		}
	case "resource":
		if len(e.resources) < maxResources {
			e.resources = append(e.resources, resource{})
		}
	}
}

func (e *enex) text(s string) {
	if len(e.path) < 2 || e.fields == nil {
		return
	}
	name, parent := e.path[len(e.path)-1], e.path[len(e.path)-2]
	if name == "content" && parent == "note" {
		if e.content.Len() <= maxContent {
			e.content.WriteString(s)
		}
		return
	}
	s = strings.TrimSpace(s[:min(len(s), maxFields)])
	switch {
	case s == "":
	case name == "tag" && len(e.tags) > 0:
		e.tags[len(e.tags)-1] = beginning(e.tags[len(e.tags)-1] + s)
	case parent == "task" && len(e.tasks) > 0:
		task := &e.tasks[len(e.tasks)-1]
		switch name {
		case "title":
			*task = beginning(*task + s)
		case "taskStatus":
			if s == "completed" {
				*task = strings.Replace(*task, "- [ ] ", "- [x] ", 1)
			}
		}
	case len(e.resources) > 0 && (parent == "resource" || parent == "resource-attributes"):
		r := &e.resources[len(e.resources)-1]
		switch name {
		case "data":
			r.data = s
		case "mime":
			r.mime = s
		case "file-name":
			r.name = s
		}
	case parent == "note" || parent == "note-attributes":
		e.fields[name] = s
	}
}

// send sends the note that was read.
func (e *enex) send() error {
	place := "note " + strconv.Itoa(e.count)
	f := e.fields
	item := importer.Item{Kind: importer.KindNote, Title: f["title"], Author: f["author"], Tags: append([]string{e.notebook}, e.tags...), Place: place}
	if address := f["source-url"]; strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://") {
		item.URL = address
	}
	item.CreatedAt = e.out.Date(&item, cmp.Or(f["created"], f["updated"]))
	if f["reminder-time"] != "" {
		item.Lose("reminders", 1, msgDevice)
	}
	root, ok := richtext.Parse(e.ctx, []byte(closed.ReplaceAllString(e.content.String(), "<$1$2></$1>")))
	if !ok || e.content.Len() > maxContent {
		return e.out.Note(item.Title, place, msgBroken)
	}
	names := e.pictures(&item, root)
	marked(&item, root)
	item.Text = richtext.Markdown(root, names...)
	if len(e.tasks) > 0 {
		item.Text = strings.TrimSpace(item.Text + "\n\n" + strings.Join(e.tasks, "\n"))
	}
	if item.Text == "" && len(item.Attachments) == 0 {
		item.Text = item.Title
	}
	err := e.out.Item(item)
	for _, d := range e.documents {
		if err == nil {
			d.Tags, d.CreatedAt, d.Place = item.Tags, item.CreatedAt, place+", "+d.FileName
			err = e.out.Item(d)
		}
	}
	return err
}

// beginning returns what is kept of a name.
func beginning(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), maxName)], "")
}

const maxName = 1_000 // bytes

// closed matches the empty elements of Evernote, which HTML would leave open.
var closed = regexp.MustCompile(`<(en-todo|en-media|en-crypt|div|span|p|ul|ol|li|b|i|a)(\s[^<>]*)?/>`)

// pictures attaches the pictures of a note, and puts boxes and pictures where they stand.
func (e *enex) pictures(item *importer.Item, root *html.Node) (names []string) {
	byHash := e.attach(item, &names)
	richtext.Each(root, func(n *html.Node) bool {
		switch n.Data {
		case "en-todo":
			richtext.SetTask(n, richtext.Attr(n, "checked") == "true")
		case "en-media":
			if number, has := byHash[richtext.Attr(n, "hash")]; has {
				richtext.SetPicture(n, number)
			}
		case "div":
			if codeStyle.MatchString(richtext.Attr(n, "style")) {
				richtext.SetCode(n)
				return false
			}
		case "en-crypt":
			item.Lose("encrypted texts", 1, msgSecret)
			richtext.Remove(n)
			return false
		case "li":
			if checked := checkedForm.FindStringSubmatch(richtext.Attr(n, "style")); checked != nil {
				richtext.Begin(n, checked[1] == "true")
			}
		}
		return true
	})
	return names
}

// marked gives an item what is highlighted in its text.
func marked(item *importer.Item, root *html.Node) {
	richtext.Each(root, func(n *html.Node) bool {
		if !markStyle.MatchString(richtext.Attr(n, "style")) {
			return true
		}
		item.Highlights = append(item.Highlights, importer.Highlight{Text: richtext.Text(n)})
		return false
	})
}

var (
	codeStyle = regexp.MustCompile(`-en-codeblock:\s*true`)
	markStyle = regexp.MustCompile(`--en-highlight:|-evernote-highlight:\s*true`)
)

var checkedForm = regexp.MustCompile(`--en-checked:\s*(true|false)`)

// attach gives an item its pictures. It returns their numbers by the hashes of their content.
func (e *enex) attach(item *importer.Item, names *[]string) map[string]int {
	byHash := map[string]int{}
	for _, r := range e.resources {
		open, size, ok := e.files.open(r.data)
		if ok && filetype.OfMedia(r.mime) != nil {
			e.documents = append(e.documents, importer.Item{
				Kind: importer.KindDocument, Title: cmp.Or(r.name, item.Title), File: open,
				FileName: cmp.Or(r.name, item.Title+filetype.OfMedia(r.mime).Extension),
			})
			continue
		}
		if !ok || !strings.HasPrefix(r.mime, "image/") {
			item.Lose("attachments", 1, msgFiles)
			continue
		}
		name := r.name
		if name == "" || strings.ContainsAny(name, "<>\n") {
			name = "picture-" + strconv.Itoa(len(*names)+1)
			if endings, _ := mime.ExtensionsByType(r.mime); len(endings) > 0 {
				name += endings[0]
			}
		}
		byHash[hashOf(open)] = len(*names)
		*names = append(*names, name)
		item.Attachments = append(item.Attachments, importer.File{Name: name, Size: size, Open: open})
	}
	return byHash
}

// hashOf returns the name that a note's text has for a file.
func hashOf(open importer.Open) string {
	file, err := open()
	if err != nil {
		return ""
	}
	defer file.Close()
	sum := md5.New() //nolint:gosec // see above
	_, _ = io.Copy(sum, file)
	return hex.EncodeToString(sum.Sum(nil))
}
