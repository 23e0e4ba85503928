// Package exporttest provides libraries as exports hold them, for tests of what leaves and comes back.
package exporttest

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"engram/internal/blob"
	"engram/internal/document"
	"engram/internal/export"
	"engram/internal/fault"
	"engram/internal/portable"
)

// T is a test, of rapid as well.
type T interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Noon is the time at which libraries are exported.
var Noon = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

// Shelf is a library in memory. It is an export.Store and its export.Files.
type Shelf struct {
	Owner         portable.Account
	Saved         []portable.Memory // in the order of their ids
	Conversations []portable.Conversation
	Blobs         map[string][]byte
}

var (
	_ export.Store = (*Shelf)(nil)
	_ export.Files = (*Shelf)(nil)
)

// UserNamed implements export.Store.
func (s *Shelf) UserNamed(context.Context, string) (string, error) { return "u", nil }

// Account implements export.Store.
func (s *Shelf) Account(context.Context, string) (portable.Account, error) { return s.Owner, nil }

func (s *Shelf) ids(of export.Part) (ids []string) {
	if of == export.Memories {
		for _, m := range s.Saved {
			ids = append(ids, m.ID)
		}
		return ids
	}
	for _, c := range s.Conversations {
		ids = append(ids, c.ID)
	}
	return ids
}

// LastID implements export.Store.
func (s *Shelf) LastID(_ context.Context, _ string, of export.Part) (string, error) {
	if ids := s.ids(of); len(ids) > 0 {
		return ids[len(ids)-1], nil
	}
	return "", nil
}

// IDs implements export.Store.
func (s *Shelf) IDs(_ context.Context, _ string, of export.Part, after string, limit int) ([]string, error) {
	ids := slices.DeleteFunc(s.ids(of), func(id string) bool { return id <= after })
	return ids[:min(len(ids), limit)], nil
}

// Cards implements export.Store.
func (s *Shelf) Cards(_ context.Context, _, before string, limit int) (cards []export.Card, err error) {
	for _, m := range s.Saved {
		if m.Place < before {
			cards = append(cards, export.Card{ID: m.ID, Kind: m.Kind, Title: m.Title, URL: m.URL, CreatedAt: m.CreatedAt, Place: m.Place})
		}
	}
	slices.SortFunc(cards, func(a, b export.Card) int { return strings.Compare(b.Place, a.Place) })
	return cards[:min(len(cards), limit)], nil
}

// Rows implements export.Store.
func (s *Shelf) Rows(_ context.Context, _, after string, limit, _ int) (some []portable.Memory, err error) {
	for _, m := range s.Saved {
		if m.ID > after && len(some) < limit {
			m.Passages, m.Document, m.PageWords = nil, nil, nil
			some = append(some, m)
		}
	}
	return some, nil
}

// Memory implements export.Store.
func (s *Shelf) Memory(_ context.Context, _, id string, read func(portable.Memory, export.Text) error) error {
	i := slices.IndexFunc(s.Saved, func(m portable.Memory) bool { return m.ID == id })
	if i < 0 {
		return fault.New(fault.NotFound, "Memory not found")
	}
	m := s.Saved[i]
	text := texts{m.Passages, m.Document, m.PageWords}
	m.Passages, m.Document, m.PageWords = nil, nil, nil
	return read(m, text)
}

// Conversation implements export.Store.
func (s *Shelf) Conversation(_ context.Context, _, id string) (portable.Conversation, error) {
	i := slices.IndexFunc(s.Conversations, func(c portable.Conversation) bool { return c.ID == id })
	return s.Conversations[i], nil
}

// Open implements export.Files.
func (s *Shelf) Open(_ context.Context, key string) (*blob.Object, error) {
	content, has := s.Blobs[key]
	if !has {
		return nil, blob.ErrNotFound
	}
	return &blob.Object{ReadSeekCloser: closer{bytes.NewReader(content)}, Size: int64(len(content))}, nil
}

type closer struct{ io.ReadSeeker }

func (closer) Close() error { return nil }

// texts is the text of a memory, in pieces.
type texts struct {
	passages  []portable.Passage
	documents []document.Document
	words     []portable.PageWords
}

func (t texts) Passages(yield func(portable.Passage) error) error { return each(t.passages, yield) }

func (t texts) Document(yield func(document.Document) error) error {
	return each(t.documents, func(doc document.Document) error {
		var own document.Document // the archive changes it
		encoded, err := json.Marshal(doc)
		if err == nil {
			err = json.Unmarshal(encoded, &own)
		}
		if err != nil {
			return err
		}
		return yield(own)
	})
}

func (t texts) PageWords(yield func(portable.PageWords) error) error { return each(t.words, yield) }

func each[V any](all []V, yield func(V) error) error {
	for _, one := range all {
		if err := yield(one); err != nil {
			return err
		}
	}
	return nil
}

// Archive returns the export of a shelf.
func (s *Shelf) Archive(ctx context.Context) ([]byte, error) {
	var b bytes.Buffer
	err := export.New(s, s, "test", func() time.Time { return Noon }).Write(ctx, "u", &b)
	return b.Bytes(), err
}

// Unpacked returns the files of an archive.
func Unpacked(t T, archive []byte) map[string]string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range r.File {
		opened, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(opened)
		if err != nil {
			t.Fatal(f.Name, err)
		}
		files[f.Name] = string(content)
	}
	return files
}

// Same returns what of an archive is the same in the export of the Engram that imported it: all but
// whom it belongs to and when it was written, and the ids of files.
func Same(t T, files map[string]string) map[string]string {
	t.Helper()
	same := map[string]string{}
	for name, content := range files {
		switch {
		case name == portable.ManifestPath:
			continue
		case name == portable.AccountPath:
			a := read[portable.Account](t, content)
			content = written(t, a.Filters) + written(t, a.Feeds)
		case strings.HasPrefix(name, portable.MemoriesDir):
			m := read[portable.Memory](t, content)
			for i := range m.Files {
				if m.Files[i].ID == m.Upload {
					m.Upload = m.Files[i].Path
				}
				m.Files[i].ID = ""
			}
			slices.SortFunc(m.Files, func(a, b portable.Upload) int { return strings.Compare(a.Path, b.Path) })
			content = written(t, m)
		case name == "index.html", strings.HasPrefix(name, "site/"):
			continue // which name the owner and the day, or show what the data has
		}
		same[name] = content
	}
	return same
}

func read[V any](t T, content string) (value V) {
	t.Helper()
	if err := json.Unmarshal([]byte(content), &value); err != nil {
		t.Fatal(err, content)
	}
	return value
}

func written(t T, value any) string {
	t.Helper()
	encoded, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}
