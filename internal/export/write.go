package export

import (
	"context"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"time"

	"engram/internal/blob"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/portable"
)

// The folders of an archive beside those of the data.
const (
	memoriesDir      = "memories/"
	conversationsDir = "conversations/"
	attachmentsDir   = "attachments/"
	siteDir          = "site/"
)

// idsAtOnce is the number of ids that are read at once.
const idsAtOnce = 500

// Write writes the archive of a user. Each memory and conversation is in it as it was at one moment;
// what is saved or deleted meanwhile may be missing. After an error the archive is not complete.
func (s *Service) Write(ctx context.Context, userID string, w io.Writer) error {
	account, err := s.store.Account(ctx, userID)
	if err != nil {
		return err
	}
	x := &writer{
		Service: s, ctx: ctx, userID: userID, account: account, began: s.now().UTC().Truncate(time.Millisecond), archive: newArchive(w),
		names: newNames(), named: map[string]string{}, markdown: newText(), page: newText(), data: newText(),
	}
	for _, step := range []func() error{x.style, x.memories, x.conversations, x.about, x.lists, x.manifest, x.stands} {
		if err := step(); err != nil {
			return err
		}
	}
	return x.archive.zip.Close()
}

// writer writes one archive. Its texts are used anew for each file.
type writer struct {
	*Service
	ctx     context.Context
	userID  string
	account portable.Account
	began   time.Time
	archive *archive
	names   *names
	named   map[string]string // the names of memories, by id
	missing []portable.Missing

	memoryCount int
	talks       []talk

	markdown, page, data *text
}

// talk is a conversation in a list.
type talk struct {
	ID, Title string
	At        time.Time
	Turns     int
}

// each calls do with every id of a part that was there at the beginning.
func (x *writer) each(of Part, do func(id string) error) error {
	last, err := x.store.LastID(x.ctx, x.userID, of)
	if err != nil {
		return err
	}
	for after := ""; ; {
		ids, err := x.store.IDs(x.ctx, x.userID, of, after, idsAtOnce)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if id > last { // saved meanwhile, perhaps faster than this writes
				return nil
			}
			if err := do(id); err != nil && fault.KindOf(err) != fault.NotFound { // deleted meanwhile
				return err
			}
			after = id
		}
		if len(ids) < idsAtOnce {
			return nil
		}
	}
}

func (x *writer) memories() error { return x.each(Memories, x.memory) }

// memory reads a memory into texts, then writes these and its files.
func (x *writer) memory(id string) error {
	var files []file
	err := x.store.Memory(x.ctx, x.userID, id, func(m portable.Memory, from Text) (err error) {
		name := x.names.unique(titleOf(m))
		x.named[id] = name
		files = place(&m, name)
		x.markdown.begin(memoriesDir+name+".md", m.CreatedAt)
		x.page.begin(siteDir+id+".html", m.CreatedAt)
		x.data.begin(portable.MemoriesDir+id+".json", m.CreatedAt)
		return x.tell(m, from)
	})
	if err != nil {
		return err
	}
	x.memoryCount++
	for _, t := range []*text{x.data, x.markdown, x.page} {
		if err := x.archive.put(t); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := x.file(f); err != nil {
			return err
		}
	}
	return nil
}

// tell writes a memory in its three forms.
func (x *writer) tell(m portable.Memory, from Text) error {
	m.Tags = orNone(m.Tags)
	r := record{text: x.data}
	r.begin(m)
	body := &body{writer: x, memory: m, pictures: picturesOf(m)}
	if err := body.begin(); err != nil {
		return err
	}
	if err := r.addText(from, body); err != nil {
		return err
	}
	if err := body.end(); err != nil {
		return err
	}
	return r.close()
}

// file is a file of a memory: where it is kept, and its path in the archive.
type file struct {
	key, path string
	modified  time.Time
}

// place gives the files of a memory their paths in the archive.
func place(m *portable.Memory, name string) (files []file) {
	names, dir := newNames(), attachmentsDir+name+"/"
	add := func(path *string, as string, modified time.Time) {
		if *path == "" {
			return
		}
		f := file{*path, dir + names.file(as), modified}
		files = append(files, f)
		*path = f.path
	}
	m.Files, m.Figures = slices.Clone(m.Files), slices.Clone(m.Figures)
	for i := range m.Files {
		add(&m.Files[i].Path, m.Files[i].Name, m.Files[i].CreatedAt)
	}
	if m.Picture != nil {
		picture := *m.Picture
		m.Picture = &picture
		add(&m.Picture.Path, "picture.jpg", m.CreatedAt)
	}
	for i := range m.Figures {
		add(&m.Figures[i].Path, "figure "+strconv.Itoa(i+1)+".jpg", m.CreatedAt)
	}
	return files
}

// file writes a file, unless it is gone.
func (x *writer) file(f file) error {
	object, err := x.files.Open(x.ctx, f.key)
	if errors.Is(err, blob.ErrNotFound) {
		x.missing = append(x.missing, portable.Missing{Path: f.path, Why: "It was not there any more when its turn came."})
		return nil
	}
	if err != nil {
		return err
	}
	defer object.Close()
	return x.archive.copy(f.path, f.modified, object)
}

// about writes what is known of the account.
func (x *writer) about() error {
	if x.forPrograms {
		x.account.Email, x.account.Events = "", nil
	}
	x.account.Filters, x.account.Feeds, x.account.Events = orNone(x.account.Filters), orNone(x.account.Feeds), orNone(x.account.Events)
	x.data.begin(portable.AccountPath, x.began)
	if err := x.data.json(x.account); err != nil {
		return err
	}
	return x.archive.put(x.data)
}

// manifest writes the list of all files but itself.
func (x *writer) manifest() error {
	x.data.begin(portable.ManifestPath, x.began)
	err := x.data.json(portable.Manifest{
		Format: portable.Format, Version: portable.Version, Program: x.program, Username: x.account.Username, CreatedAt: x.began,
		Memories: x.memoryCount, Conversations: len(x.talks), Files: x.archive.files, Missing: orNone(x.missing),
	})
	if err != nil {
		return err
	}
	return x.archive.put(x.data)
}

// stands returns fault.NotFound if the account was closed meanwhile: then some may have been removed
// before its turn came.
func (x *writer) stands() error {
	_, err := x.store.Account(x.ctx, x.userID)
	return err
}

// orNone returns a list that is not nil, since that is another JSON.
func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// titleOf returns what a memory is called: by the first words of its text or its address if it has
// no title.
func titleOf(m portable.Memory) string {
	if m.Title != "" {
		return m.Title
	}
	if m.Kind == "note" {
		return firstLine(m.Description)
	}
	if address, err := url.Parse(m.URL); err == nil && address.Host != "" {
		return address.Host + address.Path
	}
	return ""
}

// picturesOf returns the addresses of a memory's figures, by name.
func picturesOf(m portable.Memory) map[string]portable.Figure {
	all := make(map[string]portable.Figure, len(m.Figures))
	for _, f := range m.Figures {
		all[f.Name] = f
	}
	return all
}

// illustrated gives each image that is in the archive its address from a folder. It changes doc.
func illustrated(doc document.Document, pictures map[string]portable.Figure) document.Document {
	for leaf := range doc.Leaves() {
		if leaf.Image == nil {
			continue
		}
		if f := pictures[leaf.Image.Key]; f.Path != "" {
			leaf.Image.URL, leaf.Image.Width, leaf.Image.Height = link(f.Path), f.Width, f.Height
		}
	}
	return doc
}
