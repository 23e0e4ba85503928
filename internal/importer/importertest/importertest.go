// Package importertest checks readers of exports.
package importertest

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"engram/internal/importer"
)

// Now is the time at which tests read.
var Now = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// Read returns the entries of a file, which must have the format.
func Read(t testing.TB, format importer.Format, content string) []importer.Entry {
	t.Helper()
	return ReadSource(t, format, strings.NewReader(content))
}

// ReadSource is Read for any source.
func ReadSource(t testing.TB, format importer.Format, src importer.Source) []importer.Entry {
	t.Helper()
	in, err := importer.NewInput(src)
	if err != nil {
		t.Fatal(err)
	}
	if !format.Is(t.Context(), in) {
		t.Fatalf("it is not taken for %s", format.Name)
	}
	var all []importer.Entry
	out := importer.NewOut(t.Context(), Now, func(e importer.Entry) error {
		if e.Item != nil {
			keep(e.Item)
		}
		all = append(all, e)
		return nil
	})
	if err := format.Read(t.Context(), in, out); err != nil {
		t.Fatal(err)
	}
	return all
}

// keep reads the files of an item while they can be.
func keep(item *importer.Item) {
	kept := func(open importer.Open) importer.Open {
		if open == nil {
			return nil
		}
		file, err := open()
		if err != nil {
			return func() (io.ReadCloser, error) { return nil, err }
		}
		defer file.Close()
		content, err := io.ReadAll(file)
		return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), err }
	}
	item.HTML, item.File = kept(item.HTML), kept(item.File)
	for i := range item.Attachments {
		item.Attachments[i].Open = kept(item.Attachments[i].Open)
	}
}

// Lines writes each entry on a line, with the fields that are set.
func Lines(all []importer.Entry) (lines []string) {
	for _, e := range all {
		lines = append(lines, Line(e))
	}
	return lines
}

// Line writes an entry on a line.
func Line(e importer.Entry) string {
	switch {
	case e.Note != nil:
		return fmt.Sprintf("! %s | %s", e.Note.Item, e.Note.Message)
	case e.Feed != nil:
		return fmt.Sprintf("feed %s | %s | %s", e.Feed.URL, e.Feed.Title, strings.Join(e.Feed.Tags, ", "))
	}
	i := e.Item
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, strings.TrimPrefix(name+"="+value, "="))
		}
	}
	add("", string(i.Kind))
	add("", i.URL)
	add("", i.Title)
	add("text", i.Text)
	add("about", i.Description)
	add("html", opened(i.HTML))
	add("file", opened(i.File))
	add("name", i.FileName)
	for _, a := range i.Attachments {
		add("attachment", a.Name+" "+opened(a.Open))
	}
	add("remark", i.Remark)
	add("author", i.Author)
	add("site", i.Site)
	add("language", i.Language)
	add("tags", strings.Join(i.Tags, ", "))
	add("at", stamp(i.CreatedAt))
	add("published", stamp(i.PublishedAt))
	for _, state := range []struct {
		name string
		is   bool
	}{{"starred", i.Starred}, {"archived", i.Archived}, {"unread", i.Unread}} {
		if state.is {
			add("", state.name)
		}
	}
	if i.Progress > 0 {
		add("progress", fmt.Sprint(i.Progress))
	}
	for _, h := range i.Highlights {
		add("mark", strings.Trim(strings.Join([]string{h.Text, h.Remark, h.Color, strings.Join(h.Tags, ","), stamp(h.At)}, "/"), "/"))
	}
	for _, l := range i.Lost {
		add("lost", fmt.Sprintf("%d %s: %s", l.Count, l.What, l.Why))
	}
	return strings.Join(parts, " | ")
}

// opened returns the size of a file; empty if there is none.
func opened(open importer.Open) string {
	if open == nil {
		return ""
	}
	file, err := open()
	if err != nil {
		return err.Error()
	}
	defer file.Close()
	var b strings.Builder
	if _, err := io.Copy(&b, file); err != nil {
		return err.Error()
	}
	if b.Len() <= 60 {
		return b.String()
	}
	return fmt.Sprintf("(%d bytes)", b.Len())
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateTime)
}

// Same fails the test unless entries are these lines.
func Same(t testing.TB, all []importer.Entry, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, Lines(all)); diff != "" {
		t.Errorf("it was read as (-want +got):\n%s", diff)
	}
}

// Hostile reads anything and fails the test if reading it twice differs, or if a run that stops
// after any entry and skips those it has seen finds others. An error is no failure.
func Hostile(t testing.TB, format importer.Format, content string) {
	t.Helper()
	in, err := importer.NewInput(strings.NewReader(content))
	if err != nil {
		return
	}
	format.Is(t.Context(), in)
	first := read(t, format, in, 1<<30)
	half := read(t, format, in, len(first)/2)
	again := read(t, format, in, 1<<30)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("read again it is another:\n%s", diff)
	}
	if diff := cmp.Diff(first[:len(half)], half, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("read in part it is another:\n%s", diff)
	}
}

var errEnough = errors.New("enough")

// read returns at most limit entries as lines.
func read(t testing.TB, format importer.Format, in *importer.Input, limit int) (lines []string) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := format.Read(ctx, in, importer.NewOut(ctx, Now, func(e importer.Entry) error {
		if len(lines) >= limit {
			return errEnough
		}
		lines = append(lines, Line(e))
		return nil
	}))
	if err != nil && limit == 1<<30 {
		lines = append(lines, "error: "+err.Error())
	}
	return lines
}

// Zip returns a ZIP file of members, by name and content in turn.
func Zip(t testing.TB, members ...string) importer.Source {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		f, err := w.CreateHeader(&zip.FileHeader{Name: members[i], Method: zip.Deflate, Modified: Now.AddDate(-1, 0, 0)})
		if err == nil {
			_, err = io.WriteString(f, members[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}
