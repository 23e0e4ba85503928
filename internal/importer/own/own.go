// Package own reads the exports of Engram itself.
package own

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"

	"engram/internal/importer"
	"engram/internal/portable"
)

// Format is an archive that Engram wrote.
var Format = importer.Format{
	Name: "engram", Title: "Engram",
	Is: func(_ context.Context, in *importer.Input) bool {
		_, is := version(in)
		return is
	},
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return (&reader{in: in, out: out}).read()
	},
}

const (
	maxRecord = 256 << 20 // bytes of the JSON of one memory
	maxBegin  = 4 << 10   // bytes of the manifest that say what it is
	maxTalks  = 10_000    // conversations
)

const (
	msgNewer   = "A newer Engram wrote this export. Bring this one up to date, then import it again."
	msgDamaged = "It can't be read: the file is damaged, or larger than 256 MB."
	msgMissing = "The archive lacks it."
)

type reader struct {
	in    *importer.Input
	out   *importer.Out
	feeds map[string]string // the addresses of feeds, by their ids
	cited map[string]string // the addresses of memories that conversations cite, by their ids
}

// version returns the form of an archive's data. The list of its files, which may be long, stands
// behind that.
func version(in *importer.Input) (version int, is bool) {
	m, has := in.Find(portable.ManifestPath)
	if !has {
		return 0, false
	}
	content, err := m.Open()
	if err != nil {
		return 0, false
	}
	defer content.Close()
	begin, _ := io.ReadAll(io.LimitReader(content, maxBegin))
	var manifest portable.Manifest
	decoder := json.NewDecoder(bytes.NewReader(begin))
	if t, err := decoder.Token(); err != nil || t != json.Delim('{') {
		return 0, false
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			break
		}
		var value any = new(json.RawMessage)
		switch key {
		case "format":
			value = &manifest.Format
		case "version":
			value = &manifest.Version
		}
		if decoder.Decode(value) != nil {
			break
		}
	}
	return manifest.Version, manifest.Format == portable.Format
}

// read sends the feeds, the memories from the oldest, then the conversations and filters.
func (r *reader) read() error {
	if v, _ := version(r.in); v > portable.Version {
		return r.out.Note(portable.ManifestPath, portable.ManifestPath, msgNewer)
	}
	talks := r.in.Names(portable.ConversationsDir, ".json")
	talks = talks[:min(len(talks), maxTalks)]
	r.cite(talks)
	account, _ := read[portable.Account](r.in, portable.AccountPath)
	if err := r.follow(account.Feeds); err != nil {
		return err
	}
	for _, path := range r.in.Names(portable.MemoriesDir, ".json") {
		if err := r.memory(path); err != nil {
			return err
		}
	}
	for _, path := range talks {
		if err := r.conversation(path); err != nil {
			return err
		}
	}
	for _, f := range account.Filters {
		if err := r.out.Filter(f); err != nil {
			return err
		}
	}
	return nil
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

func (r *reader) follow(feeds []portable.Feed) error {
	r.feeds = make(map[string]string, len(feeds))
	for _, f := range feeds {
		r.feeds[f.ID] = f.URL
		if err := r.out.Feed(importer.Feed{URL: f.URL, Title: f.Title, Tags: f.Tags, Own: &f}, portable.AccountPath); err != nil {
			return err
		}
	}
	return nil
}

// cite notes which memories conversations cite.
func (r *reader) cite(talks []string) {
	r.cited = map[string]string{}
	for _, path := range talks {
		c, _ := read[portable.Conversation](r.in, path)
		for _, id := range citedIn(c) {
			r.cited[id] = ""
		}
	}
}

func citedIn(c portable.Conversation) (ids []string) {
	if c.Memory != "" {
		ids = append(ids, c.Memory)
	}
	for _, turn := range c.Turns {
		ids = append(ids, turn.Sources...)
		for _, citation := range turn.Citations {
			ids = append(ids, citation.MemoryID)
		}
	}
	return ids
}

func (r *reader) conversation(path string) error {
	c, ok := read[portable.Conversation](r.in, path)
	if !ok {
		return r.out.Note(path, path, msgDamaged)
	}
	addresses := map[string]string{}
	for _, id := range citedIn(c) {
		if address := r.cited[id]; address != "" {
			addresses[id] = address
		}
	}
	return r.out.Conversation(importer.Conversation{Conversation: c, Addresses: addresses})
}

func (r *reader) memory(name string) error {
	m, ok := read[portable.Memory](r.in, name)
	if !ok {
		return r.out.Note(name, name, msgDamaged)
	}
	if _, is := r.cited[m.ID]; is {
		r.cited[m.ID] = m.URL
	}
	item := importer.Item{
		URL: m.URL, Title: m.Title, Description: m.Description, Remark: m.Remark, Author: m.Author, Site: m.Site, Language: m.Language, Tags: m.Tags,
		CreatedAt: m.CreatedAt, PublishedAt: m.PublishedAt, Starred: !m.StarredAt.IsZero(), Archived: !m.ArchivedAt.IsZero(), Unread: m.OpenedAt.IsZero(),
		Place: name, Own: &importer.Own{Memory: m, Within: r.within, Feed: r.feeds[m.Feed]},
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
	case "document":
		item.Kind = importer.KindDocument
		r.file(&item, m)
	default:
		item.Text = textOf(m)
	}
	r.attach(&item, m)
	return r.out.Item(item)
}

// within opens a file of the archive by its path; nil if it is not there.
func (r *reader) within(name string) importer.Open {
	m, has := r.in.Find(name)
	if !has {
		return nil
	}
	return m.Open
}

// file gives a document the file that it was made of. Without it the text becomes a note.
func (r *reader) file(item *importer.Item, m portable.Memory) {
	for _, f := range m.Files {
		if open := r.within(f.Path); open != nil && f.ID == m.Upload {
			item.File, item.FileName = open, f.Name
		}
	}
	if item.File == nil {
		item.Kind, item.Text = importer.KindNote, textOf(m)
	}
}

// attach adds the other files.
func (r *reader) attach(item *importer.Item, m portable.Memory) {
	for _, f := range m.Files {
		found, has := r.in.Find(f.Path)
		switch {
		case !has:
			item.Lose("file", 1, msgMissing)
		case item.Kind != importer.KindDocument || f.ID != m.Upload:
			item.Attachments = append(item.Attachments, importer.File{Name: f.Name, Size: found.Size, Open: found.Open})
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
