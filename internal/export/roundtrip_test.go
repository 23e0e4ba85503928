package export_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"engram/internal/document"
	"engram/internal/export"
	"engram/internal/importer"
	"engram/internal/importer/own"
	"engram/internal/portable"
)

// words draws a text as it may be saved: of any letters and signs, but in one line without outer
// blanks.
func words(t *rapid.T, what string) string {
	return rapid.StringMatching(`[a-zA-Zäß日本"'<>&#\[\]|:/=+@-]{1,12}( [a-z0-9é😀*_]{1,8}){0,3}`).Draw(t, what)
}

// library draws a library with what other Engrams take over.
func library(t *rapid.T) *shelf {
	s := newShelf()
	for n := range rapid.IntRange(0, 5).Draw(t, "memories") {
		kind := rapid.SampledFrom([]string{"link", "video", "tweet", "document", "note"}).Draw(t, "kind")
		m := saved(n+1, kind, words(t, "title"))
		m.Remark, m.Author, m.Site = words(t, "remark"), words(t, "author"), words(t, "site")
		m.CreatedAt = time.UnixMilli(rapid.Int64Range(1e12, 1.79e12).Draw(t, "created")).UTC()
		if rapid.Bool().Draw(t, "is published") {
			m.PublishedAt = time.UnixMilli(rapid.Int64Range(1e12, 1.79e12).Draw(t, "published")).UTC()
		}
		for i, is := range []*time.Time{&m.StarredAt, &m.ArchivedAt, &m.OpenedAt} {
			if rapid.Bool().Draw(t, fmt.Sprint("mark ", i)) {
				*is = noon
			}
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "tags") {
			m.Tags = append(m.Tags, fmt.Sprintf("tag %d of %d", i, n))
		}
		for range rapid.IntRange(0, 2).Draw(t, "highlights") {
			m.Highlights = append(m.Highlights, portable.Highlight{ID: id(n), Color: "sky", Quote: words(t, "quote"), Remark: words(t, "of it"), CreatedAt: noon, UpdatedAt: noon})
		}
		switch kind {
		case "note":
			m.Description = rapid.StringMatching(`# [a-zé]{1,9}\n\n[^\x00-\x08\x0b-\x1f\x7f-\x{a0}\x{ad}\x{200b}-\x{200f}\x{2028}-\x{202f}\x{2060}-\x{2064}\x{feff}\x{fffd}]{0,60}[a-z]`).Draw(t, "text")
		case "document":
			key := fmt.Sprint("documents/u/", n, ".pdf")
			s.Blobs[key] = []byte("%PDF" + rapid.String().Draw(t, "file"))
			m.Upload, m.Files = id(n), []portable.Upload{{ID: id(n), Name: words(t, "name") + ".pdf", Path: key, CreatedAt: noon}}
		default:
			m.URL = fmt.Sprintf("https://tea.example/%d", n)
			m.Document = []document.Document{{document.Say(words(t, "paragraph")), {Kind: document.Heading, Level: 2, Spans: []document.Span{{Text: words(t, "heading")}}}}}
		}
		s.Saved = append(s.Saved, m)
	}
	return s
}

// expected returns what a reader is to find of a memory.
func expected(m portable.Memory) importer.Item {
	item := importer.Item{
		Title: m.Title, URL: m.URL, Remark: m.Remark, Author: m.Author, Site: m.Site, Tags: m.Tags, CreatedAt: m.CreatedAt, PublishedAt: m.PublishedAt,
		Starred: !m.StarredAt.IsZero(), Archived: !m.ArchivedAt.IsZero(), Unread: m.OpenedAt.IsZero(), Place: portable.MemoriesDir + m.ID + ".json",
	}
	for _, h := range m.Highlights {
		item.Highlights = append(item.Highlights, importer.Highlight{Text: h.Quote, Remark: h.Remark, Color: h.Color, At: h.CreatedAt})
	}
	switch m.Kind {
	case "note":
		item.Kind, item.Text = importer.KindNote, m.Description
	case "document":
		item.Kind, item.FileName = importer.KindDocument, m.Files[0].Name
	default:
		item.Text = m.Document[0][0].Plain() + "\n" + m.Document[0][1].Plain()
	}
	return item
}

// TestRoundTrip exports libraries and reads them as another Engram does.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := library(rt)
		var b bytes.Buffer
		if err := export.New(s, s, "test", func() time.Time { return noon }).Write(t.Context(), "u", &b); err != nil {
			rt.Fatal(err)
		}
		in, err := importer.NewInput(bytes.NewReader(b.Bytes()))
		if err != nil || !own.Format.Is(t.Context(), in) {
			rt.Fatal("it is not taken for an export of Engram", err)
		}
		var got, want []importer.Item
		err = own.Format.Read(t.Context(), in, importer.NewOut(t.Context(), noon.AddDate(1, 0, 0), func(e importer.Entry) error {
			if e.Item == nil {
				rt.Fatalf("it is said that %+v", e.Note)
			}
			item := *e.Item
			if diff := cmp.Diff(s.Saved[len(got)], item.Own.Memory, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(portable.Upload{}, "Path")); diff != "" {
				rt.Fatalf("(-exported +read)\n%s", diff)
			}
			if item.File != nil {
				opened, err := item.File()
				if err != nil {
					return err
				}
				content, err := io.ReadAll(opened)
				if string(content) != string(s.Blobs[s.Saved[len(got)].Files[0].Path]) {
					rt.Errorf("the file of %s is another, %v", item.Title, err)
				}
				item.File = nil
			}
			got = append(got, item)
			return nil
		}))
		if err != nil {
			rt.Fatal(err)
		}
		for _, m := range s.Saved {
			want = append(want, expected(m))
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(importer.Item{}, "Own")); diff != "" {
			rt.Fatalf("(-exported +read)\n%s", diff)
		}
	})
}

// TestOtherThingsOfAnArchive reads what is no memory, and a file that is missing.
func TestOtherThingsOfAnArchive(t *testing.T) {
	link, paper := saved(1, "link", "a"), saved(2, "document", "Paper.pdf")
	link.URL = "https://tea.example/"
	paper.Upload, paper.Files, paper.Passages = id(8), []portable.Upload{{ID: id(8), Name: "Paper.pdf", Path: "documents/u/8.pdf"}}, []portable.Passage{{Text: "words"}}
	c := portable.Conversation{ID: id(3), Title: "What?", Turns: []portable.Turn{{Number: 1, Question: "What?", Sources: []string{id(1), id(7)}}}}
	s := newShelf(link, paper)
	s.Conversations = []portable.Conversation{c}
	var b bytes.Buffer
	if err := export.New(s, s, "test", func() time.Time { return noon }).Write(t.Context(), "u", &b); err != nil {
		t.Fatal(err)
	}
	in, err := importer.NewInput(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	err = own.Format.Read(t.Context(), in, importer.NewOut(t.Context(), noon, func(e importer.Entry) error {
		switch {
		case e.Item != nil:
			said = append(said, fmt.Sprint(e.Item.Kind, " ", e.Item.Text, " ", e.Item.Lost))
		case e.Conversation != nil:
			said = append(said, e.Conversation.Title, fmt.Sprint(e.Conversation.Addresses))
		}
		return nil
	}))
	want := []string{"  []", "note words [{file 1 The archive lacks it.}]", "What?", "map[" + id(1) + ":https://tea.example/]"}
	if diff := cmp.Diff(want, said); err != nil || diff != "" {
		t.Error(err, diff)
	}
}
