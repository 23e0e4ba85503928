package vault

import (
	"context"
	"encoding/json"
	"path"
	"strings"

	"engram/internal/importer"
	"engram/internal/importer/jsonfile"
)

const (
	maxKeep = 4 << 20 // bytes of a note

	msgKeepFile = "A note keeps pictures alone, or the file is not in the export."
)

// Keep is a note of Google Keep by itself.
var Keep = importer.Format{
	Name: "keep", Title: "Google Keep",
	Is: func(_ context.Context, in *importer.Input) bool { return isKeep(in) },
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		raw := make([]byte, min(in.Size(), maxKeep))
		_, _ = in.ReadAt(raw, 0)
		return keepNote(raw, "", out, func(string) (importer.Member, bool) { return importer.Member{}, false })
	},
}

func isKeep(in *importer.Input) bool {
	return !in.JSON.List && (in.JSON.Has("isTrashed", "isArchived") || in.JSON.Has("userEditedTimestampUsec") && (in.JSON.Has("textContent") || in.JSON.Has("listContent")))
}

// isKeep reports whether a member is a note of Google Keep.
func (v *vault) isKeep(name string) bool {
	m, has := v.in.Find(name)
	if !has || m.Size > maxKeep {
		return false
	}
	in, done, err := m.Within()
	if err != nil {
		return false
	}
	defer done()
	return isKeep(in)
}

type keepText struct {
	Title, TextContent, CreatedTimestampUsec jsonfile.Text
	IsTrashed, IsArchived, IsPinned          jsonfile.Flag
	Labels                                   jsonfile.List
	ListContent                              []struct {
		Text      jsonfile.Text
		IsChecked jsonfile.Flag
	}
	Attachments []struct{ FilePath jsonfile.Text }
	Annotations []struct{ URL, Title jsonfile.Text }
}

// keep sends a note of Google Keep with the pictures that lie beside it.
func (v *vault) keep(m importer.Member) error {
	raw, ok := m.ReadAll(maxKeep)
	if !ok {
		return v.out.Note(m.Base(), m.Name, msgBroken)
	}
	return keepNote(raw, m.Name, v.out, func(name string) (importer.Member, bool) {
		return v.in.Find(path.Join(path.Dir(m.Name), name))
	})
}

// keepFiles returns the pictures beside a note of Google Keep.
func (v *vault) keepFiles(m importer.Member) (files []importer.Member) {
	raw, ok := m.ReadAll(maxKeep)
	var note keepText
	if !ok || !strings.Contains(string(raw), `"attachments"`) || json.Unmarshal(raw, &note) != nil || note.CreatedTimestampUsec == "" {
		return nil
	}
	for _, a := range note.Attachments {
		if file, has := v.in.Find(path.Join(path.Dir(m.Name), string(a.FilePath))); has && isPicture(file) {
			files = append(files, file)
		}
	}
	return files
}

func keepNote(raw []byte, place string, out *importer.Out, find func(name string) (importer.Member, bool)) error {
	var note keepText
	if json.Unmarshal(raw, &note) != nil {
		return out.Note(strings.TrimPrefix(path.Base(place), "."), place, msgBroken)
	}
	if note.IsTrashed {
		return out.Note(string(note.Title), place, msgTrashed)
	}
	item := importer.Item{
		Kind: importer.KindNote, Title: string(note.Title), Text: string(note.TextContent), Tags: note.Labels, Place: place,
		Archived: bool(note.IsArchived), Starred: bool(note.IsPinned),
	}
	for i, entry := range note.ListContent {
		box := "- [ ] "
		if entry.IsChecked {
			box = "- [x] "
		}
		if i == 0 && item.Text != "" {
			item.Text += "\n"
		}
		item.Text += box + strings.Join(strings.Fields(string(entry.Text)), " ") + "\n"
	}
	for _, link := range note.Annotations {
		if link.URL != "" && !strings.Contains(item.Text, string(link.URL)) {
			item.Text += "\n" + string(link.URL) + "\n"
		}
	}
	for _, a := range note.Attachments {
		file, has := find(string(a.FilePath))
		if !has || !isPicture(file) {
			item.Lose("attachments", 1, msgKeepFile)
			continue
		}
		item.Attachments = append(item.Attachments, importer.File{Name: string(a.FilePath), Size: file.Size, Open: file.Open})
	}
	if strings.TrimSpace(item.Text) == "" {
		item.Text = item.Title
	}
	item.CreatedAt = out.Date(&item, string(note.CreatedTimestampUsec))
	return out.Item(item)
}
