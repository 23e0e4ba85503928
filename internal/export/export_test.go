package export

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/blob"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/portable"
)

var noon = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

// shelf is a library in memory.
type shelf struct {
	memories      []portable.Memory
	conversations []portable.Conversation
	files         map[string]string
	gone          func(id string) bool
	closed        bool // the account
}

func (s *shelf) UserNamed(context.Context, string) (string, error) { return "u", nil }

func (s *shelf) Account(context.Context, string) (portable.Account, error) {
	if s.closed {
		return portable.Account{}, fault.New(fault.NotFound, "There is no such account")
	}
	return portable.Account{Username: "Ada", Email: "ada@example.com", Plan: "free", KeepConversations: "always", Filters: []portable.Filter{}, Events: []portable.Event{{ID: id(1), Kind: "signed-in", At: noon}}}, nil
}

func (s *shelf) LastID(ctx context.Context, userID string, of Part) (string, error) {
	ids, err := s.IDs(ctx, userID, of, "", 1000)
	if err != nil || len(ids) == 0 {
		return "", err
	}
	return ids[len(ids)-1], nil
}

func (s *shelf) IDs(_ context.Context, _ string, of Part, after string, limit int) (ids []string, err error) {
	for _, m := range s.memories {
		if of == Memories && m.ID > after && len(ids) < limit {
			ids = append(ids, m.ID)
		}
	}
	for _, c := range s.conversations {
		if of == Conversations && c.ID > after && len(ids) < limit {
			ids = append(ids, c.ID)
		}
	}
	return ids, nil
}

func (s *shelf) Cards(_ context.Context, _, before string, limit int) (all []Card, err error) {
	for _, m := range slices.Backward(s.memories) {
		if m.Place < before && len(all) < limit {
			all = append(all, Card{ID: m.ID, Kind: m.Kind, Title: m.Title, URL: m.URL, Site: m.Site, CreatedAt: m.CreatedAt, Place: m.Place})
		}
	}
	return all, nil
}

func (s *shelf) Memory(_ context.Context, _, id string, read func(portable.Memory, Text) error) error {
	for _, m := range s.memories {
		if m.ID != id || s.gone != nil && s.gone(id) {
			continue
		}
		text := parts{m.Passages, m.Document, m.PageWords}
		m.Passages, m.Document, m.PageWords = nil, nil, nil
		return read(m, text)
	}
	return fault.New(fault.NotFound, "Memory not found")
}

func (s *shelf) Conversation(_ context.Context, _, id string) (portable.Conversation, error) {
	i := slices.IndexFunc(s.conversations, func(c portable.Conversation) bool { return c.ID == id })
	return s.conversations[i], nil
}

func (s *shelf) Open(_ context.Context, key string) (*blob.Object, error) {
	content, has := s.files[key]
	if !has {
		return nil, blob.ErrNotFound
	}
	return &blob.Object{ReadSeekCloser: closer{strings.NewReader(content)}, Size: int64(len(content))}, nil
}

type closer struct{ io.ReadSeeker }

func (closer) Close() error { return nil }

type parts struct {
	passages  []portable.Passage
	documents []document.Document
	words     []portable.PageWords
}

func (p parts) Passages(yield func(portable.Passage) error) error { return eachOf(p.passages, yield) }

func (p parts) Document(yield func(document.Document) error) error { return eachOf(p.documents, yield) }

func (p parts) PageWords(yield func(portable.PageWords) error) error { return eachOf(p.words, yield) }

func eachOf[T any](all []T, yield func(T) error) error {
	for _, one := range all {
		if err := yield(one); err != nil {
			return err
		}
	}
	return nil
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
	if err := New(s, s, "test", func() time.Time { return noon }).Write(t.Context(), "u", &b); err != nil {
		t.Fatal(err)
	}
	return unpacked(t, b.Bytes())
}

// unpacked returns the files of an archive.
func unpacked(t testing.TB, archive []byte) map[string]string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range r.File {
		if _, twice := files[f.Name]; twice {
			t.Errorf("%s is there twice", f.Name)
		}
		opened, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(opened) // verifies the checksum
		if err != nil {
			t.Fatal(f.Name, err)
		}
		files[f.Name] = string(content)
	}
	return files
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
	s := &shelf{
		memories: []portable.Memory{link, paper, text},
		files:    map[string]string{"pictures/u/p.jpg": "P", "pictures/u/f.jpg": "F", "documents/u/8.pdf": "%PDF"},
		conversations: []portable.Conversation{{ID: id(5), Title: "What does tea like?", CreatedAt: noon, UpdatedAt: noon, Turns: []portable.Turn{
			{
				Number: 1, Question: "What does tea like?", Answer: "Rain [1].", Result: 1, AskedAt: noon,
				Citations: []portable.Citation{{N: 1, MemoryID: id(1), Quote: "It likes rain."}},
			},
			{Number: 2, Question: "And then?", Withdrawn: true, AskedAt: noon},
		}}},
	}
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
	s := &shelf{memories: []portable.Memory{one, other}, gone: func(m string) bool { return m == id(2) }}
	files := written(t, s)
	if !strings.Contains(files["manifest.json"], `"path": "attachments/a/a.pdf"`) || strings.Contains(files["index.html"], ">b<") || files["memories/b.md"] != "" {
		t.Error(files["manifest.json"], files["index.html"])
	}
}

func TestAnExportOfAnAccountThatIsClosedMeanwhileIsNeverComplete(t *testing.T) {
	for _, f := range Formats {
		s := &shelf{memories: []portable.Memory{saved(1, "note", "a"), saved(2, "note", "b")}}
		s.gone = func(m string) bool {
			s.closed = m == id(2) // and what is deleted of it is passed over
			return s.closed
		}
		var b bytes.Buffer
		err := New(s, s, "test", func() time.Time { return noon }).WriteAs(t.Context(), "u", f, &b)
		if _, errRead := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len())); fault.KindOf(err) != fault.NotFound || errRead == nil {
			t.Errorf("%s: %v, %v", f.Name, err, errRead)
		}
	}
}

func TestProgramsSeeLittleOfTheAccount(t *testing.T) {
	s := &shelf{memories: []portable.Memory{saved(1, "note", "a")}}
	service := New(s, s, "test", func() time.Time { return noon })
	for name, c := range map[string]struct {
		service *Service
		account bool
	}{"a person": {service, true}, "a program": {service.ForPrograms(), false}} {
		var b bytes.Buffer
		if err := c.service.WriteAs(t.Context(), "u", Formats[0], &b); err != nil {
			t.Fatal(err)
		}
		account := unpacked(t, b.Bytes())[portable.AccountPath]
		if strings.Contains(account, "ada@example.com") != c.account || strings.Contains(account, "signed-in") != c.account || !strings.Contains(account, `"events": [`) {
			t.Errorf("%s has %s", name, account)
		}
	}
}

func TestAnExportEndsWhileSavingGoesOn(t *testing.T) {
	s, n := &shelf{}, 0
	for ; n < idsAtOnce; n++ {
		s.memories = append(s.memories, saved(n+1, "note", fmt.Sprint(n)))
	}
	s.gone = func(string) bool { // each that is read has another saved
		if n < 2000 {
			n++
			s.memories = append(s.memories, saved(n, "note", fmt.Sprint(n)))
		}
		return false
	}
	if files := written(t, s); !strings.Contains(files["manifest.json"], fmt.Sprintf(`"memories": %d,`, idsAtOnce)) {
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
	s := &shelf{memories: []portable.Memory{m}, files: map[string]string{"k": ""}, conversations: []portable.Conversation{{
		ID: id(2), Title: evil, Turns: []portable.Turn{{Question: evil, Answer: evil + " [x](javascript:alert(3))", Citations: []portable.Citation{{N: 1, MemoryID: id(1), Quote: evil}}}},
	}}}
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

func TestNames(t *testing.T) {
	n := newNames()
	for _, test := range []struct{ title, want string }{
		{"Tea", "Tea"},
		{"tea", "tea 2"},
		{"TEA", "TEA 3"},
		{"", "Untitled"},
		{"  ..  ", "Untitled 2"},
		{`a/b\c: [d]|e#f^g*?"<>`, "a b c d e f g"},
		{"con", "con -"},
		{"COM1.txt", "COM1.txt -"},
		{"line\none\u202egpj.exe", "line onegpj.exe"},
		{"../../etc/passwd", "etc passwd"},
		{".hidden.", "hidden"},
		{strings.Repeat("é", 60), strings.Repeat("é", 40)},
		{strings.Repeat("é", 60), strings.Repeat("é", 39) + " 2"},
	} {
		if got := n.unique(test.title); got != test.want {
			t.Errorf("%q is named %q, want %q", test.title, got, test.want)
		}
	}
	for name, want := range map[string]string{"Paper.PDF": "Paper.pdf", "a.pdf/../b": "a.pdf .. b", "x.tar.gz": "x.tar.gz", "no": "no", ".pdf": "Untitled.pdf"} {
		if got := newNames().file(name); got != want {
			t.Errorf("the file %q is named %q, want %q", name, got, want)
		}
	}
}

func TestANoteIsCalledByItsFirstWords(t *testing.T) {
	for text, want := range map[string]string{
		"\n---\n## Sourdough *at last*\n\nmore": "Sourdough at last",
		"Wifi at mom's: *tulip-garden-42*":      "Wifi at mom's: tulip-garden-42",
		"> `go test` is **slow**":               "go test is slow",
		"snake_case stays":                      "snake_case stays",
		"***\n":                                 "",
	} {
		if got := firstLine(text); got != want {
			t.Errorf("%q is called %q, not %q", text, got, want)
		}
	}
}
