package formats

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"engram/internal/importer"
	"engram/internal/importer/importertest"
)

// saved is a bookmark to be written in any format.
type saved struct{ address, title string }

var anySaved = rapid.Custom(func(t *rapid.T) saved {
	return saved{
		address: rapid.SampledFrom([]string{
			"https://a.example/%d", "http://b.example/%d?q=1&x=2", "c.example/%d", "javascript:alert(%d)", "file:///%d", "https://u:p@d.example/%d", "https://ü.example/%d", "data:,%d",
		}).Draw(t, "address"),
		title: rapid.StringMatching(`[A-Za-zäß"<>&,;'|\[\]{}] ?[\pL0-9"<>&,;']{0,20}`).Draw(t, "title"),
	}
})

// written has a writer of each format that all can be written in.
var written = map[string]func([]saved) string{
	"netscape": func(all []saved) string {
		var b strings.Builder
		b.WriteString("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n")
		for i, s := range all {
			if i%3 == 0 {
				b.WriteString("<DT><H3>f</H3><DL><p>\n")
			}
			fmt.Fprintf(&b, "<DT><A HREF=\"%s\">%s</A>\n", html.EscapeString(s.address), html.EscapeString(s.title))
			if i%3 == 2 {
				b.WriteString("</DL><p>\n")
			}
		}
		return b.String()
	},
	"pocket": func(all []saved) string {
		var b strings.Builder
		w := csv.NewWriter(&b)
		_ = w.Write([]string{"title", "url", "time_added", "tags", "status"})
		for _, s := range all {
			_ = w.Write([]string{s.title, s.address, "1700000000", "", "unread"})
		}
		w.Flush()
		return b.String()
	},
	"pinboard": func(all []saved) string {
		list := []map[string]string{}
		for _, s := range all {
			list = append(list, map[string]string{"href": s.address, "description": s.title})
		}
		text, _ := json.Marshal(list)
		return string(text)
	},
	"firefox": func(all []saved) string {
		root := map[string]any{"guid": "root"}
		var children []any
		for i, s := range all {
			children = append(children, map[string]any{"uri": s.address, "title": s.title})
			if i%2 == 1 {
				children = []any{map[string]any{"title": "f", "children": children}}
			}
		}
		root["children"] = children
		text, _ := json.Marshal(root)
		return string(text)
	},
}

// TestNothingIsDropped writes bookmarks in several formats: each is an item or a note, in their order, and a run
// that stops anywhere and skips what it has seen sees the rest.
func TestNothingIsDropped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(anySaved, 1, 12).Draw(t, "saved")
		for i := range all {
			all[i].address = strings.ReplaceAll(all[i].address, "%d", fmt.Sprint(i))
		}
		name := rapid.SampledFrom([]string{"netscape", "pocket", "pinboard", "firefox"}).Draw(t, "format")
		file := written[name](all)
		lines := entries(t, file, 0, 1<<30)
		if len(lines) != len(all) {
			t.Fatalf("%d of %d in %s: %q", len(lines), len(all), file, lines)
		}
		for i, line := range lines {
			if !strings.Contains(line, fmt.Sprint(i)) && !strings.HasPrefix(line, "! ") {
				t.Errorf("%d is %q", i, line)
			}
		}
		stop := rapid.IntRange(0, len(all)).Draw(t, "stop")
		again := append(entries(t, file, 0, stop), entries(t, file, stop, 1<<30)...)
		if diff := cmp.Diff(lines, again, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("interrupted, it is read as:\n%s", diff)
		}
	})
}

var errStop = errors.New("stop")

// entries returns the entries of a file from one number to another.
func entries(t *rapid.T, file string, from, to int) (lines []string) {
	n := 0
	_, err := Read(t.Context(), strings.NewReader(file), func(e importer.Entry) error {
		if n >= to {
			return errStop
		}
		if n++; n > from {
			lines = append(lines, importertest.Line(e))
		}
		return nil
	})
	if err != nil && !errors.Is(err, errStop) {
		t.Fatalf("%v in %s", err, file)
	}
	return lines
}

func TestUnknownFiles(t *testing.T) {
	for _, content := range []string{"", "plain words", "{}", "[]", "[1]", "<html><body>a page</body></html>", "a,b\n1,2\n", "%PDF-1.7", "PK\x03\x04broken", "\x00\x01", `{"collections":1}`} {
		if format, err := Read(t.Context(), strings.NewReader(content), nil); !errors.Is(err, importer.ErrUnknown) {
			t.Errorf("%q is %s, %v", content, format.Name, err)
		}
	}
	if format, err := Detect(t.Context(), importertest.Zip(t, "pocket/part_000000.csv", "title,url,time_added,tags,status\n")); format.Name != "folder" || err != nil {
		t.Errorf("a ZIP is %s, %v", format.Name, err)
	}
}

// FuzzRead reads anything twice: it ends, in the same way.
func FuzzRead(f *testing.F) {
	for _, file := range large(2) {
		whole, err := io.ReadAll(io.NewSectionReader(file, 0, file.Size()))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(whole))
	}
	f.Add("PK\x03\x04")
	f.Fuzz(func(t *testing.T, content string) {
		format, err := Detect(t.Context(), strings.NewReader(content))
		if err == nil {
			importertest.Hostile(t, format, content)
		} else if !errors.Is(err, importer.ErrUnknown) {
			t.Errorf("%v", err)
		}
	})
}

// TestFormatsHaveNames looks for the words that the web app has for each format.
func TestFormatsHaveNames(t *testing.T) {
	words, err := os.ReadFile("../../../web/src/features/imports/model.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range All() {
		if !regexp.MustCompile(`(?m)^  "?` + regexp.QuoteMeta(format.Name) + `"?: "`).Match(words) {
			t.Errorf("the web app has no word for %s", format.Name)
		}
	}
}
