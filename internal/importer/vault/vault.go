// Package vault reads folders and ZIP files of notes and other files: Markdown with its pictures, as
// Obsidian keeps it, TextBundles, Notion's pages, Google Keep, and any file that is read by itself.
package vault

import (
	"bytes"
	"context"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"engram/internal/filetype"
	"engram/internal/importer"
)

const (
	maxNested = 3        // ZIP files within another
	maxSmall  = 16 << 20 // bytes of a note's file

	msgHidden  = "It belongs to a program or the system, and is no content."
	msgKind    = "Engram reads no files of this kind."
	msgBroken  = "The file is damaged or too large to be read."
	msgNested  = "ZIP files within more than three others are not read."
	msgTable   = "It is the table of a Notion database, whose pages are read one by one."
	msgIndex   = "It is Notion's list of its pages."
	msgTrashed = "It was in the trash."
	msgSecret  = "It is encrypted."
)

// Format returns the format of a folder, in which detect finds that of each file.
func Format(detect func(context.Context, *importer.Input) (importer.Format, bool)) importer.Format {
	return importer.Format{
		Name: "folder", Title: "Folder of notes and files",
		Is: func(_ context.Context, in *importer.Input) bool { return len(in.Members) > 0 && !isDocument(in) },
		Read: func(ctx context.Context, in *importer.Input, out *importer.Out) error {
			nested, _ := ctx.Value(depth{}).(int)
			v := &vault{ctx: context.WithValue(ctx, depth{}, nested+1), in: in, out: out, detect: detect, nested: nested}
			return v.read()
		},
	}
}

// depth is the key of the number of ZIP files around the current one.
type depth struct{}

// isDocument reports whether a ZIP file is a document of an office program or a book.
func isDocument(in *importer.Input) bool {
	for _, name := range []string{"[Content_Types].xml", "mimetype", "META-INF/container.xml"} {
		if _, has := in.Find(name); has {
			return true
		}
	}
	return false
}

type vault struct {
	ctx    context.Context
	in     *importer.Input
	out    *importer.Out
	detect func(context.Context, *importer.Input) (importer.Format, bool)
	nested int

	root    string          // folder that all members lie in, with its slash
	bases   map[string]int  // members by their names without path, in lower case; ambiguous: several
	used    map[string]bool // members that come with a note
	bundles map[string]bool // folders of TextBundles, with their slashes
}

const ambiguous = -1

func (v *vault) read() error {
	v.survey()
	for _, m := range v.in.Members {
		if err := v.ctx.Err(); err != nil {
			return err
		}
		if err := v.member(m); err != nil {
			return err
		}
	}
	return nil
}

// survey finds which members belong to a note.
func (v *vault) survey() {
	v.bases, v.used, v.bundles = make(map[string]int, len(v.in.Members)), map[string]bool{}, map[string]bool{}
	for i, m := range v.in.Members {
		folder, base := path.Split(m.Name)
		if i == 0 {
			v.root = folder
		}
		for !strings.HasPrefix(m.Name, v.root) {
			v.root, _ = path.Split(strings.TrimSuffix(v.root, "/"))
		}
		if _, has := v.bases[strings.ToLower(base)]; has {
			i = ambiguous
		}
		v.bases[strings.ToLower(base)] = i
		if base == "info.json" && slices.ContainsFunc(textFiles, func(name string) bool { _, has := v.in.Find(folder + name); return has }) {
			v.bundles[folder] = true
			v.used[m.Name] = true
		}
	}
	for _, m := range v.in.Members {
		if m.Refused != "" || isHidden(m.Name) {
			continue
		}
		switch {
		case isMarkdown(m):
			if text, ok := textOf(m); ok {
				v.take(v.references(m, text))
			}
		case m.Extension() == ".html" && m.Size <= maxSmall:
			if text, ok := textOf(m); ok && isNotionPage(text) {
				v.take(v.references(m, text))
			}
		case m.Extension() == ".json" && m.Size <= maxKeep:
			for _, file := range v.keepFiles(m) {
				v.used[file.Name] = true
			}
		}
	}
}

func (v *vault) take(all []reference) {
	for _, r := range all {
		v.used[r.file.Name] = true
	}
}

// isHidden reports whether a file is none of the user's.
func isHidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || part == "__MACOSX" || part == "Thumbs.db" || part == "desktop.ini" {
			return true
		}
	}
	return false
}

func isMarkdown(m importer.Member) bool {
	return m.Extension() == ".md" || m.Extension() == ".markdown"
}

// member sends what a file holds.
func (v *vault) member(m importer.Member) error {
	folder, _ := path.Split(m.Name)
	switch {
	case m.Refused != "":
		return v.out.Note(m.Name, m.Name, m.Refused)
	case v.used[m.Name]:
		return nil
	case isHidden(m.Name):
		return v.out.Note(m.Name, m.Name, msgHidden)
	case v.bundles[folder] && slices.Contains(textFiles, m.Base()):
		return v.bundle(m, folder)
	case isMarkdown(m):
		return v.markdown(m)
	case notionTable.MatchString(m.Name):
		return v.out.Note(m.Base(), m.Name, msgTable)
	}
	in, done, err := m.Within()
	if err != nil {
		return v.out.Note(m.Base(), m.Name, msgBroken)
	}
	defer done()
	return v.file(m, in)
}

// file sends what a file holds that is none of a vault's own notes.
func (v *vault) file(m importer.Member, in *importer.Input) error {
	text := in.Head
	switch {
	case isNotionPage(text):
		return v.notion(m)
	case notionIndex.MatchString(text):
		return v.out.Note(m.Base(), m.Name, msgIndex)
	case m.Extension() == ".html" && v.isKeep(strings.TrimSuffix(m.Name, ".html")+".json"):
		return nil // the same note in another form
	case isKeep(in):
		return v.keep(m)
	}
	isZip := in.Members != nil
	if !isZip || !isDocument(in) {
		format, is := v.detect(v.ctx, in)
		switch {
		case is && isZip && v.nested >= maxNested:
			return v.out.Note(m.Base(), m.Name, msgNested)
		case is:
			return format.Read(v.ctx, in, v.out.Within(m.Name))
		}
	}
	return v.document(m, in)
}

// document sends a file that is read as an upload is, or a note that is plain text.
func (v *vault) document(m importer.Member, in *importer.Input) error {
	kind, err := filetype.Of(io.NewSectionReader(in, 0, in.Size()), m.Name)
	switch {
	case err != nil:
		return v.out.Note(m.Base(), m.Name, msgBroken)
	case kind == nil, kind == filetype.Text && m.Extension() != ".txt" && m.Extension() != "" && m.Extension() != ".text":
		return v.out.Note(m.Base(), m.Name, msgKind)
	}
	item := importer.Item{Title: titleOf(m), Tags: v.folders(m.Name), CreatedAt: v.modified(m), Place: m.Name}
	if kind == filetype.Text {
		text, ok := textOf(m)
		if !ok {
			return v.out.Note(m.Base(), m.Name, msgBroken)
		}
		item.Kind, item.Text = importer.KindNote, text
		return v.out.Item(item)
	}
	item.Kind, item.File, item.FileName = importer.KindDocument, m.Open, m.Base()
	return v.out.Item(item)
}

// modified returns when a file was changed, if that can be right.
func (v *vault) modified(m importer.Member) (t time.Time) {
	var unused importer.Item
	if m.Modified.IsZero() {
		return t
	}
	return v.out.Date(&unused, m.Modified.UTC().Format("2006-01-02T15:04:05Z"))
}

// folders returns the names of the folders that a file lies in, below the one that all lie in.
func (v *vault) folders(name string) (names []string) {
	for part := range strings.SplitSeq(path.Dir(strings.TrimPrefix(name, v.root)), "/") {
		if part != "." && len(names) < maxFolders {
			names = append(names, withoutID(part))
		}
	}
	return names
}

const maxFolders = 20

// titleOf returns the name of a file as a title.
func titleOf(m importer.Member) string {
	return withoutID(strings.TrimSuffix(m.Base(), path.Ext(m.Name)))
}

// textOf returns the text of a file as UTF-8; false if it is damaged or too long.
func textOf(m importer.Member) (string, bool) {
	raw, ok := m.ReadAll(maxSmall)
	if !ok {
		return "", false
	}
	text, err := io.ReadAll(importer.Text(bytes.NewReader(raw)))
	return string(text), err == nil
}
