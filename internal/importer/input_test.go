package importer_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"engram/internal/fault"
	"engram/internal/importer"
	"engram/internal/importer/importertest"
)

func TestZipFilesThatAreRefused(t *testing.T) {
	var members []string
	for i := range 270 {
		members = append(members, string(rune('a'+i%26))+strings.Repeat("x", 65_000-i), "")
	}
	_, err := importer.NewInput(importertest.Zip(t, members...))
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.TooLarge {
		t.Errorf("too many: %v", err)
	}
	if _, err := importer.NewInput(strings.NewReader("PK\x03\x04 damaged")); !errors.Is(err, importer.ErrUnknown) {
		t.Errorf("damaged: %v", err)
	}
}

// TestMembersInPlace reads members that lie in a ZIP file as they are, in memory and in a temporary file.
func TestMembersInPlace(t *testing.T) {
	large := strings.Repeat("large ", 1<<20)
	in, err := importer.NewInput(importertest.Zip(t, "small", "small", "large", large))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"small": "small", "large": large} {
		m, _ := in.Find(name)
		within, done, err := m.Within()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(io.NewSectionReader(within, 0, within.Size()))
		if string(got) != want || err != nil || within.Name != name {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		done()
		if all, ok := m.ReadAll(10); ok != (name == "small") || ok && string(all) != want {
			t.Errorf("%s: %q, %v", name, all, ok)
		}
	}
}

// TestNestedFilesShareTheirRoom puts two ZIP files that inflate much into another.
func TestNestedFilesShareTheirRoom(t *testing.T) {
	zeros := importertest.Zip(t, "zeros", strings.Repeat("\x00", 40<<20))
	inner, err := io.ReadAll(io.NewSectionReader(zeros, 0, zeros.Size()))
	if err != nil {
		t.Fatal(err)
	}
	in, err := importer.NewInput(importertest.Zip(t, "a.zip", string(inner), "b.zip", string(inner)))
	if err != nil {
		t.Fatal(err)
	}
	for i, refused := range []bool{false, true} {
		within, done, err := in.Members[i].Within()
		if err != nil {
			t.Fatal(err)
		}
		if got := within.Members[0].Refused != ""; got != refused {
			t.Errorf("%s: refused %v", in.Members[i].Name, got)
		}
		done()
	}
}

func TestLimitsOfAnItem(t *testing.T) {
	var got importer.Item
	out := importer.NewOut(t.Context(), importertest.Now, func(e importer.Entry) error {
		got = *e.Item
		return nil
	})
	item := importer.Item{
		Kind: importer.KindNote, Title: strings.Repeat("t", 400), Text: strings.Repeat("word ", 60_000), Remark: strings.Repeat("r", 5_000), Progress: 7,
	}
	for range 2_100 {
		item.Highlights = append(item.Highlights, importer.Highlight{Text: "x"})
	}
	item.Highlights[0].Text = strings.Repeat("q", 9_000)
	if err := out.Item(item); err != nil {
		t.Fatal(err)
	}
	if got.Kind != importer.KindDocument || !strings.HasSuffix(got.FileName, ".md") || got.Progress != 1 || len(got.Highlights) != 2_000 || len(got.Lost) != 4 {
		t.Errorf("%s %q, %v, %d highlights, lost %v", got.Kind, got.FileName, got.Progress, len(got.Highlights), got.Lost)
	}
	file, err := got.File()
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := io.ReadAll(file); len(text) != 300_000 {
		t.Errorf("a long note has %d bytes", len(text))
	}
}
