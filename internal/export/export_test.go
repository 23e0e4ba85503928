package export_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/document"
	"engram/internal/export"
	"engram/internal/export/exporttest"
	"engram/internal/fault"
	"engram/internal/portable"
)

var noon = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

// shelf is a library from which something may go meanwhile.
type shelf struct {
	exporttest.Shelf
	gone   func(id string) bool
	closed bool // the account
}

func newShelf(memories ...portable.Memory) *shelf {
	return &shelf{Shelf: exporttest.Shelf{Saved: memories, Blobs: map[string][]byte{}, Owner: portable.Account{
		Username: "Ada", Email: "ada@example.com", Plan: "free", KeepConversations: "always", Events: []portable.Event{{ID: id(1), Kind: "signed-in", At: noon}},
	}}}
}

func (s *shelf) Account(ctx context.Context, userID string) (portable.Account, error) {
	if s.closed {
		return portable.Account{}, fault.New(fault.NotFound, "There is no such account")
	}
	return s.Shelf.Account(ctx, userID)
}

func (s *shelf) Memory(ctx context.Context, userID, id string, read func(portable.Memory, export.Text) error) error {
	if s.gone != nil && s.gone(id) {
		return fault.New(fault.NotFound, "Memory not found")
	}
	return s.Shelf.Memory(ctx, userID, id, read)
}

func (s *shelf) Rows(ctx context.Context, userID, after string, limit, size int) ([]portable.Memory, error) {
	some, err := s.Shelf.Rows(ctx, userID, after, limit, size)
	return slices.DeleteFunc(some, func(m portable.Memory) bool { return s.gone != nil && s.gone(m.ID) }), err
}

// id returns the nth of ids in their order.
func id(n int) string { return fmt.Sprintf("019ab000-0000-7000-8000-%012d", n) }

func saved(n int, kind, title string) portable.Memory {
	return portable.Memory{ID: id(n), Place: id(n), Kind: kind, Title: title, Tags: []string{}, CreatedAt: noon, Status: "ready"}
}

// written returns the files of an export.
func written(t testing.TB, s *shelf) map[string]string {
	t.Helper()
	var b bytes.Buffer
	if err := export.New(s, s, "test", func() time.Time { return noon }).Write(t.Context(), "u", &b); err != nil {
		t.Fatal(err)
	}
	return exporttest.Unpacked(t, b.Bytes())
}

const withdrawn = "A memory that this answer quoted was deleted, and the answer with it."

// What people remarked stands in bookmarks and in the table, and memories are not read one by one.
func TestBookmarksAndATable(t *testing.T) {
	s := newShelf()
	for n := range 450 {
		m := saved(n+1, "link", fmt.Sprint("Page ", n))
		m.URL = fmt.Sprint("https://tea.example/", n)
		s.Saved = append(s.Saved, m)
	}
	s.Saved[7].Remark = "For June"
	s.Saved[7].Highlights = []portable.Highlight{{Quote: "likes\nrain", Remark: "so do I"}, {Quote: "hills"}}
	s.Saved[8].Description = "What the page says"
	counted := &counting{shelf: s}
	service := export.New(counted, s, "test", func() time.Time { return noon })
	var marks, table bytes.Buffer
	if err := errors.Join(service.WriteAs(t.Context(), "u", export.Formats[1], &marks), service.WriteAs(t.Context(), "u", export.Formats[2], &table)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<DD>For June “likes rain”: so do I\n", "<DD>What the page says\n"} {
		if !strings.Contains(marks.String(), want) {
			t.Errorf("the bookmarks lack %q", want)
		}
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 451 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	last := len(rows[0]) - 1
	if row := rows[8]; row[7] != "For June" || row[9] != "likes rain\nhills" || rows[0][last] != "remark" || row[last] != "so do I" {
		t.Errorf("a row is %q", row)
	}
	if counted.one != 0 || counted.batches != 6 {
		t.Errorf("read %d one by one, and %d batches", counted.one, counted.batches)
	}
}

// counting counts how memories are read.
type counting struct {
	*shelf
	one, batches int
}

func (c *counting) Memory(ctx context.Context, userID, id string, read func(portable.Memory, export.Text) error) error {
	c.one++
	return c.shelf.Memory(ctx, userID, id, read)
}

func (c *counting) Rows(ctx context.Context, userID, after string, limit, size int) ([]portable.Memory, error) {
	c.batches++
	return c.shelf.Rows(ctx, userID, after, limit, size)
}

func TestArchive(t *testing.T) {
	link := saved(1, "link", "How tea is grown")
	link.URL, link.Site, link.Tags, link.Remark = "https://tea.example/grown", "Tea", []string{"green tea", "2024"}, "For June"
	link.Picture = &portable.Picture{Path: "pictures/u/p.jpg", Width: 10, Height: 5}
	link.Figures = []portable.Figure{{Name: "f1", Path: "pictures/u/f.jpg", Width: 4, Height: 4}}
	link.Document = []document.Document{{
		{Kind: document.Heading, Level: 2, Spans: []document.Span{{Text: "Hills"}}},
		{Kind: document.Figure, Image: &document.Image{Key: "f1", Alt: "A hill"}},
	}, {document.Say("It likes rain.")}}
	link.Passages = []portable.Passage{{Text: "Hills\nIt likes rain."}}
	link.Highlights = []portable.Highlight{{ID: id(9), Color: "sage", Quote: "likes rain", Remark: "so do I", CreatedAt: noon, UpdatedAt: noon}}
	paper := saved(2, "document", "Paper.pdf")
	paper.Upload, paper.Files = id(8), []portable.Upload{{ID: id(8), Name: "Paper.pdf", Path: "documents/u/8.pdf", CreatedAt: noon}}
	paper.Passages = []portable.Passage{{Text: "Only passages.", Page: 1}}
	text := saved(3, "note", "")
	text.Description = "# Shopping\n\n- [ ] **tea**"
	s := newShelf(link, paper, text)
	s.Blobs = map[string][]byte{"pictures/u/p.jpg": []byte("P"), "pictures/u/f.jpg": []byte("F"), "documents/u/8.pdf": []byte("%PDF")}
	s.Conversations = []portable.Conversation{{ID: id(5), Title: "What does tea like?", CreatedAt: noon, UpdatedAt: noon, Turns: []portable.Turn{
		{
			Number: 1, Question: "What does tea like?", Answer: "Rain [1].", Result: 1, AskedAt: noon,
			Citations: []portable.Citation{{N: 1, MemoryID: id(1), Quote: "It likes rain."}},
		},
		{Number: 2, Question: "And then?", Withdrawn: true, AskedAt: noon},
	}}}
	files := written(t, s)
	for path, words := range map[string][]string{
		"memories/How tea is grown.md": {
			`title: "How tea is grown"`, `url: "https://tea.example/grown"`, "\n  - \"green-tea\"\n  - \"_2024\"", "saved: 2026-11-25T12:00:00Z", `remark: "For June"`,
			"![](../attachments/How%20tea%20is%20grown/picture.jpg)", "## Hills", "![A hill](<../attachments/How%20tea%20is%20grown/figure%201.jpg>)", "It likes rain.",
			"## Highlights", "> likes rain", "so do I", "*sage, 2026-11-25*",
		},
		"attachments/How tea is grown/picture.jpg":  {"P"},
		"attachments/How tea is grown/figure 1.jpg": {"F"},
		"attachments/Paper.pdf/Paper.pdf":           {"%PDF"},
		"memories/Paper.pdf.md":                     {"[Paper.pdf](../attachments/Paper.pdf/Paper.pdf)", "Only passages."},
		"memories/Shopping.md":                      {"---\n\n# Shopping\n\n- [ ] **tea**\n"},
		"conversations/What does tea like.md":       {"## What does tea like?", "Rain [1].", "[How tea is grown](../memories/How%20tea%20is%20grown.md)", withdrawn},
		"site/" + id(1) + ".html":                   {"<h1 dir=\"auto\">How tea is grown</h1>", `src="../attachments/How%20tea%20is%20grown/figure%201.jpg"`, "It likes rain.", "so do I", `href="2025-11.html"`},
		"site/" + id(5) + ".html":                   {"It likes rain.", `href="` + id(1) + `.html"`, withdrawn},
		"site/2025-11.html":                         {"How tea is grown", "Shopping"},
		"index.html":                                {"How tea is grown", "3 memories", "What does tea like?"},
	} {
		content, has := files[path]
		if !has {
			t.Errorf("there is no %s among %q", path, slices.Sorted(maps.Keys(files)))
		}
		for _, w := range words {
			if !strings.Contains(content, w) {
				t.Errorf("%s lacks %q:\n%s", path, w, content)
			}
		}
	}
	if n := strings.Count(files["site/"+id(1)+".html"], "likes rain"); n != 2 {
		t.Errorf("the words are %d times on their page", n)
	}
	checkManifest(t, files)
	var back portable.Memory
	if err := json.Unmarshal([]byte(files["data/memories/"+id(1)+".json"]), &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Document) != 2 || back.Document[0][1].Image.Key != "f1" || back.Document[0][1].Image.URL != "" || back.Figures[0].Path != "attachments/How tea is grown/figure 1.jpg" {
		t.Errorf("the data is %+v", back)
	}
}

// checkManifest compares the manifest with the files, which it removes.
func checkManifest(t *testing.T, files map[string]string) {
	t.Helper()
	var m portable.Manifest
	if err := json.Unmarshal([]byte(files["manifest.json"]), &m); err != nil {
		t.Fatal(err)
	}
	if len(m.Files) != len(files)-1 {
		t.Errorf("%d of %d files are listed", len(m.Files), len(files)-1)
	}
	for _, f := range m.Files {
		sum := sha256.Sum256([]byte(files[f.Path]))
		if f.SHA256 != hex.EncodeToString(sum[:]) || f.Bytes != int64(len(files[f.Path])) {
			t.Errorf("%s is %d bytes with another sum", f.Path, f.Bytes)
		}
	}
}

func TestWhatGoesMeanwhileIsNamed(t *testing.T) {
	one, other := saved(1, "document", "a"), saved(2, "document", "b")
	one.Files = []portable.Upload{{ID: "x", Name: "a.pdf", Path: "documents/u/x.pdf", CreatedAt: noon}}
	s := newShelf(one, other)
	s.gone = func(m string) bool { return m == id(2) }
	files := written(t, s)
	if !strings.Contains(files["manifest.json"], `"path": "attachments/a/a.pdf"`) || strings.Contains(files["index.html"], ">b<") || files["memories/b.md"] != "" {
		t.Error(files["manifest.json"], files["index.html"])
	}
}

func TestAnExportOfAnAccountThatIsClosedMeanwhileIsNeverComplete(t *testing.T) {
	for _, f := range export.Formats {
		s := newShelf(saved(1, "note", "a"), saved(2, "note", "b"))
		s.gone = func(m string) bool {
			s.closed = m == id(2) // and what is deleted of it is passed over
			return s.closed
		}
		var b bytes.Buffer
		err := export.New(s, s, "test", func() time.Time { return noon }).WriteAs(t.Context(), "u", f, &b)
		if _, errRead := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len())); fault.KindOf(err) != fault.NotFound || errRead == nil {
			t.Errorf("%s: %v, %v", f.Name, err, errRead)
		}
	}
}

func TestProgramsSeeLittleOfTheAccount(t *testing.T) {
	s := newShelf(saved(1, "note", "a"))
	service := export.New(s, s, "test", func() time.Time { return noon })
	for name, c := range map[string]struct {
		service *export.Service
		account bool
	}{"a person": {service, true}, "a program": {service.ForPrograms(), false}} {
		var b bytes.Buffer
		if err := c.service.WriteAs(t.Context(), "u", export.Formats[0], &b); err != nil {
			t.Fatal(err)
		}
		account := exporttest.Unpacked(t, b.Bytes())[portable.AccountPath]
		if strings.Contains(account, "ada@example.com") != c.account || strings.Contains(account, "signed-in") != c.account || !strings.Contains(account, `"events": [`) {
			t.Errorf("%s has %s", name, account)
		}
	}
}

func TestAnExportEndsWhileSavingGoesOn(t *testing.T) {
	const batch = 500 // ids that are read at once
	s, n := newShelf(), 0
	for ; n < batch; n++ {
		s.Saved = append(s.Saved, saved(n+1, "note", fmt.Sprint(n)))
	}
	s.gone = func(string) bool { // each that is read has another saved
		if n < 2000 {
			n++
			s.Saved = append(s.Saved, saved(n, "note", fmt.Sprint(n)))
		}
		return false
	}
	if files := written(t, s); !strings.Contains(files["manifest.json"], fmt.Sprintf(`"memories": %d,`, batch)) {
		t.Error(files["manifest.json"])
	}
}

func TestNoTextIsMarkup(t *testing.T) {
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>{{.}}`
	m := saved(1, "link", evil)
	m.URL, m.Site, m.Author, m.Language, m.Remark, m.Tags = "javascript:alert(1)//"+evil, evil, evil, `x" onload="alert(1)`, evil, []string{evil}
	m.Highlights = []portable.Highlight{{Color: `amber" onclick="x`, Quote: evil, Remark: evil}}
	m.Figures = []portable.Figure{{Name: "f", Path: "k", Width: 1}}
	m.Document = []document.Document{{
		{Kind: document.Paragraph, Spans: []document.Span{{Text: evil, Link: "javascript:alert(2)"}, {Text: evil, Ref: evil}}},
		{Kind: document.Code, Text: evil, Language: evil}, {Kind: document.Heading, Level: 1, Spans: []document.Span{{Text: evil}}, Anchor: evil},
		{Kind: document.Figure, Image: &document.Image{Key: "f", Alt: evil}}, {Kind: document.Figure, Image: &document.Image{Address: "https://elsewhere.example/spy.png", Alt: evil}},
		{Kind: document.Table, Rows: [][]document.Cell{{{{Text: evil}}}}},
	}}
	s := newShelf(m)
	s.Blobs["k"], s.Conversations = nil, []portable.Conversation{{
		ID: id(2), Title: evil, Turns: []portable.Turn{{Question: evil, Answer: evil + " [x](javascript:alert(3))", Citations: []portable.Citation{{N: 1, MemoryID: id(1), Quote: evil}}}},
	}}
	for path, content := range written(t, s) {
		if !strings.HasSuffix(path, ".html") {
			continue
		}
		for _, bad := range []string{"<script", "<img src=x", `onload="alert`, `onclick="x`, `"javascript:`, "elsewhere.example/spy"} {
			if strings.Contains(content, bad) {
				t.Errorf("%s holds %s:\n%s", path, bad, content)
			}
		}
	}
}
