// Package own reads the exports of Engram itself.
package own

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"engram/internal/importer"
	"engram/internal/portable"
)

// Format is an archive that Engram wrote.
var Format = importer.Format{
	Name: "engram", Title: "Engram",
	Is: func(_ context.Context, in *importer.Input) bool {
		m, has := read[portable.Manifest](in, portable.ManifestPath)
		return has && m.Format == portable.Format
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return (&reader{in, out}).read()
	},
}

// maxRecord bounds the JSON of one memory, in bytes.
const maxRecord = 256 << 20

const (
	msgNewer        = "A newer Engram wrote this export. Bring this one up to date, then import it again."
	msgDamaged      = "It can't be read: the file is damaged, or larger than 256 MB."
	msgMissing      = "The archive lacks it."
	msgConversation = "What was asked is not taken over yet. It can be read in the archive."
	msgFilter       = "Kept filters are not taken over yet."
	msgVersions     = "Earlier texts of a note are not taken over yet. They can be read in the archive."
	msgFiles        = "Of a memory that is no note, only the file that it was made of is taken over yet."
)

type reader struct {
	in  *importer.Input
	out *importer.Out
}

// read sends the memories from the oldest, then what is left behind.
func (r *reader) read() error {
	manifest, _ := read[portable.Manifest](r.in, portable.ManifestPath)
	if manifest.Version > portable.Version {
		return r.out.Note(portable.ManifestPath, portable.ManifestPath, msgNewer)
	}
	for _, dir := range []struct {
		name string
		read func(path string) error
	}{{portable.MemoriesDir, r.memory}, {portable.ConversationsDir, r.conversation}} {
		for _, path := range r.paths(dir.name) {
			if err := dir.read(path); err != nil {
				return err
			}
		}
	}
	account, _ := read[portable.Account](r.in, portable.AccountPath)
	for _, f := range account.Filters {
		if err := r.out.Note(f.Name, portable.AccountPath, msgFilter); err != nil {
			return err
		}
	}
	return nil
}

// paths lists the files of a folder by their ids, which are in the order of saving.
func (r *reader) paths(dir string) (all []string) {
	for _, m := range r.in.Members {
		if strings.HasPrefix(m.Name, dir) && m.Extension() == ".json" {
			all = append(all, m.Name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// read returns the value of a JSON file.
func read[T any](in *importer.Input, path string) (value T, ok bool) {
	m, has := in.Find(path)
	if !has {
		return value, false
	}
	content, whole := m.ReadAll(maxRecord)
	return value, whole && json.Unmarshal(content, &value) == nil
}

func (r *reader) conversation(path string) error {
	c, _ := read[portable.Conversation](r.in, path)
	return r.out.Note(c.Title, path, msgConversation)
}

func (r *reader) memory(path string) error {
	m, ok := read[portable.Memory](r.in, path)
	if !ok {
		return r.out.Note(path, path, msgDamaged)
	}
	item := importer.Item{
		URL: m.URL, Title: m.Title, Description: m.Description, Remark: m.Remark, Author: m.Author, Site: m.Site, Language: m.Language, Tags: m.Tags,
		CreatedAt: m.CreatedAt, PublishedAt: m.PublishedAt, Starred: !m.StarredAt.IsZero(), Archived: !m.ArchivedAt.IsZero(), Unread: m.OpenedAt.IsZero(),
		Place: path,
	}
	if m.Progress != nil {
		item.Progress = m.Progress.Share
	}
	for _, h := range m.Highlights {
		item.Highlights = append(item.Highlights, importer.Highlight{Text: h.Quote, Remark: h.Remark, Color: h.Color, At: h.CreatedAt})
	}
	switch m.Kind {
	case "note":
		item.Kind, item.Text, item.Description = importer.KindNote, m.Description, ""
		item.Lose("earlier texts", len(m.Versions), msgVersions)
		r.attach(&item, m.Files)
	case "document":
		item.Kind = importer.KindDocument
		r.file(&item, m)
	default:
		item.Text = textOf(m)
		item.Lose("files", len(m.Files), msgFiles)
	}
	return r.out.Item(item)
}

// file gives a document the file that it was made of. Without it the text becomes a note.
func (r *reader) file(item *importer.Item, m portable.Memory) {
	for _, f := range m.Files {
		found, has := r.in.Find(f.Path)
		switch {
		case f.ID != m.Upload:
			item.Lose("files", 1, msgFiles)
		case has:
			item.File, item.FileName = found.Open, f.Name
		}
	}
	if item.File == nil {
		item.Kind, item.Text = importer.KindNote, textOf(m)
		item.Lose("file", 1, msgMissing)
	}
}

func (r *reader) attach(item *importer.Item, files []portable.Upload) {
	for _, f := range files {
		if found, has := r.in.Find(f.Path); has {
			item.Attachments = append(item.Attachments, importer.File{Name: f.Name, Size: found.Size, Open: found.Open})
		} else {
			item.Lose("file", 1, msgMissing)
		}
	}
}

// textOf returns the text of a memory: of its blocks, or of its passages if it has none.
func textOf(m portable.Memory) string {
	var b strings.Builder
	for _, part := range m.Document {
		b.WriteString(part.Text())
	}
	if b.Len() == 0 {
		for _, p := range m.Passages {
			b.WriteString(p.Text + "\n\n")
		}
	}
	return strings.TrimSpace(b.String())
}
