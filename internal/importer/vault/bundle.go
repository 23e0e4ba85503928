package vault

import (
	"encoding/json"
	"path"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/jsonfile"
)

// textFiles are the names of the text in a TextBundle.
var textFiles = []string{"text.md", "text.markdown", "text.txt"}

// bear holds the fields that Bear adds to the description of a bundle.
type bear struct {
	Title, CreationDate                  jsonfile.Text
	Archived, Trashed, Pinned, Encrypted jsonfile.Flag
}

// bundle sends the note of a TextBundle, as Bear and others write it.
func (v *vault) bundle(m importer.Member, folder string) error {
	text, ok := textOf(m)
	if !ok {
		return v.out.Note(m.Base(), m.Name, msgBroken)
	}
	var info struct {
		Bear bear          `json:"net.shinyfrog.bear"`
		URL  jsonfile.Text `json:"sourceURL"`
	}
	if description, has := v.in.Find(folder + "info.json"); has {
		raw, _ := description.ReadAll(maxSmall)
		_ = json.Unmarshal(raw, &info)
	}
	name := strings.TrimSuffix(path.Base(strings.TrimSuffix(folder, "/")), ".textbundle")
	item := importer.Item{Kind: importer.KindNote, Place: m.Name, URL: webOnly(string(info.URL))}
	item.Tags = v.folders(strings.TrimSuffix(folder, "/"))
	v.fill(&item, m, text)
	if item.Title == "" {
		item.Title = firstHeading(item.Text, name)
	}
	switch {
	case bool(info.Bear.Encrypted):
		return v.out.Note(item.Title, m.Name, msgSecret)
	case bool(info.Bear.Trashed):
		return v.out.Note(item.Title, m.Name, msgTrashed)
	}
	item.Archived, item.Starred = bool(info.Bear.Archived), bool(info.Bear.Pinned)
	if item.CreatedAt.IsZero() {
		item.CreatedAt = v.out.Date(&item, string(info.Bear.CreationDate))
	}
	if item.CreatedAt.IsZero() {
		item.CreatedAt = v.modified(m)
	}
	return v.out.Item(item)
}

func webOnly(address string) string {
	if strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https://") {
		return address
	}
	return ""
}
