package store_test

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"engram/internal/capture"

	"pgregory.net/rapid"

	"engram/internal/fault"
	"engram/internal/memory"
)

// testText checks that no bytes from outside can break a statement.
func testText(t *testing.T, f *fixture) {
	ctx := t.Context()
	u := f.newUser(t)

	t.Run("NUL is removed and invalid UTF-8 replaced, in every text", func(t *testing.T) {
		const dirty, clean = "a\x00b\xff\xfec é 漢 🧠", "ab\uFFFDc é 漢 🧠"
		m := newMemory(u.ID, memory.Link)
		m.Title, m.Description, m.URL, m.Site, m.Author = dirty, dirty, dirty, dirty, dirty
		m.Tags, m.Error, m.ImageKey = []string{dirty, ""}, dirty, dirty
		noError(t, f.Add(ctx, m, []memory.Passage{{Text: dirty}}, unlimited))
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, Passages: []memory.Passage{{Text: dirty}}}))

		got, passages, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, []string{got.Title, got.Description, got.URL, got.Site, got.Author, got.Error, got.ImageKey},
			[]string{clean, clean, clean, clean, clean, clean, clean})
		equal(t, got.Tags, []string{clean, ""})
		equal(t, passages, []memory.Passage{{Text: clean}})
		noError(t, f.Delete(ctx, u.ID, m.ID))
	})

	t.Run("invalid text as a key finds nothing and fails no call", func(t *testing.T) {
		for _, key := range []string{"\x00", "\xff", "'; DROP TABLE memories; --", "%", "", strings.Repeat("x", 1<<20)} {
			_, _, err := f.Get(ctx, u.ID, key)
			isFault(t, err, fault.NotFound, "")
			_, err = f.Upload(ctx, u.ID, key)
			isFault(t, err, fault.NotFound, "")
			_, _, err = f.Credentials(ctx, key)
			isFault(t, err, fault.NotFound, "")
			isFault(t, f.Delete(ctx, key, key), fault.NotFound, "")
			_, err = f.ByIDs(ctx, u.ID, []string{key})
			noError(t, err)
			_, err = f.List(ctx, u.ID, memory.Page{Kind: memory.Kind(key), Before: key, Limit: 1})
			noError(t, err)
		}
	})

	t.Run("any valid text is read as it was stored", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			text := rapid.String().Filter(func(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }).Draw(rt, "text")
			m := newMemory(u.ID, memory.Note)
			m.Description, m.Tags = text, []string{text}
			noError(rt, f.Add(context.Background(), m, []memory.Passage{{Text: text}}, unlimited))
			got, passages, err := f.Get(context.Background(), u.ID, m.ID)
			noError(rt, err)
			equal(rt, got, m)
			equal(rt, passages[0].Text, text)
		})
	})

	t.Run("a passage and a description may be long", func(t *testing.T) {
		long := strings.Repeat("déjà vu ", 1<<18)
		m := newMemory(u.ID, memory.Note)
		m.Description = long
		noError(t, f.Add(ctx, m, []memory.Passage{{Text: long}}, unlimited))
		got, passages, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, got.Description == long && passages[0].Text == long, true)
	})
}
