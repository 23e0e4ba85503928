package exporttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/document/note"
	"engram/internal/highlight"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/portable"
)

// Library draws a library with all that one may hold.
func Library(t *rapid.T) *Shelf {
	d := drawn{T: t, Shelf: &Shelf{
		Owner: portable.Account{Username: "Ada", Plan: "free", KeepConversations: "always", Filters: []portable.Filter{}, Events: []portable.Event{}}, Blobs: map[string][]byte{},
	}}
	for n := range rapid.IntRange(0, 2).Draw(t, "feeds") {
		d.Owner.Feeds = append(d.Owner.Feeds, portable.Feed{
			ID: d.id(4, n), URL: fmt.Sprintf("https://tea.example/feed/%d", n), Title: d.words("title of a feed"), OwnTitle: d.maybe("own title"),
			Site: "https://tea.example/", Tags: d.tags(), Paused: d.maybe("paused"), CreatedAt: d.time("followed"),
		})
	}
	for n := range rapid.IntRange(0, 5).Draw(t, "memories") {
		d.memory(n + 1)
	}
	for n := range rapid.IntRange(0, 2).Draw(t, "conversations") {
		d.conversation(n + 1)
	}
	for n, text := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"tag:zen", "is:starred", "from:tea.example"}), 0, 2, rapid.ID[string]).Draw(t, "filters") {
		d.Owner.Filters = append(d.Owner.Filters, portable.Filter{ID: d.id(3, n), Name: fmt.Sprint("Filter ", n), Filter: text, Sort: "title"})
	}
	return d.Shelf
}

// drawn is a shelf that is being drawn.
type drawn struct {
	*rapid.T
	*Shelf
}

// id returns the nth id of a kind, in order.
func (d drawn) id(kind, n int) string {
	return fmt.Sprintf("019ab%03x-%04x-7000-8000-%012x", kind, n, rapid.IntRange(0, 1<<40).Draw(d.T, "id"))
}

func (d drawn) time(what string) time.Time {
	return time.UnixMilli(rapid.Int64Range(1e12, 1.79e12).Draw(d.T, what)).UTC()
}

func (d drawn) maybe(what string) bool { return rapid.Bool().Draw(d.T, what) }

// line draws any text without what no database stores.
func (d drawn) line(what string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(rapid.StringN(0, 30, 90).Draw(d.T, what), ""), "\x00", "")
}

// words draws a text that can be seen.
func (d drawn) words(what string) string {
	return rapid.StringMatching(`[a-zA-Zäß日本"'<>&#\[\]|:/=+@-]{1,12}( [a-z0-9é😀*_]{1,8}){0,6}`).Draw(d.T, what)
}

var kinds = []string{"link", "link", "video", "tweet", "document", "note", "note"}

func (d drawn) memory(n int) {
	m := portable.Memory{
		ID: d.id(1, n), Kind: rapid.SampledFrom(kinds).Draw(d.T, "kind"), Title: d.line("title"), Site: d.line("site"), Author: d.line("author"), Remark: d.line("remark"),
		Language: rapid.SampledFrom([]string{"", "en", "pt-BR"}).Draw(d.T, "language"), CreatedAt: d.time("created"), Status: "ready", Tags: d.tags(), OwnDescription: d.maybe("own words"),
	}
	if m.OwnTitle = d.maybe("own title"); m.OwnTitle {
		m.SourceTitle = d.line("source's title")
	}
	for _, at := range []*time.Time{&m.PublishedAt, &m.CapturedAt, &m.StarredAt, &m.ArchivedAt, &m.OpenedAt} {
		if d.maybe("a time") {
			*at = d.time("when")
		}
	}
	if m.Place = m.ID; d.maybe("is dated") {
		m.Place = memory.Memory{ID: m.ID}.PlaceAt(m.CreatedAt)
	}
	if d.maybe("is begun") {
		m.Progress = &portable.Progress{Leaf: rapid.IntRange(0, 9).Draw(d.T, "leaf"), Share: float64(rapid.IntRange(0, 10_000).Draw(d.T, "share")) / 10_000}
	}
	switch m.Kind {
	case "note":
		d.note(&m)
	case "document":
		d.document(&m)
	default:
		d.page(&m, n)
	}
	d.highlights(&m)
	d.Saved = append(d.Saved, m)
}

func (d drawn) tags() []string {
	names := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"Äpfel", "green tea", "2024", "zen", "茶"}), rapid.ID[string]).Draw(d.T, "tags")
	tags, err := library.TagsOf(names)
	if err != nil {
		d.Fatal(err)
	}
	names = []string{}
	for _, tag := range tags {
		names = append(names, tag.Name)
	}
	return names
}

func (d drawn) note(m *portable.Memory) {
	text := func(what string) string {
		return "# " + d.words(what) + "\n\n" + d.line("paragraph") + "\n\n- [ ] " + d.words("task")
	}
	m.Description = text("text")
	for _, p := range (capture.Reader{}).Passages(memory.Memory{Kind: memory.Note, Description: m.Description}) {
		m.Passages = append(m.Passages, portable.Passage{Order: p.Ord, Text: p.Text, Offset: p.Offset})
	}
	m.Edition = rapid.IntRange(0, 3).Draw(d.T, "edition")
	if m.Edition > 0 {
		for edition := range m.Edition {
			m.Versions = append(m.Versions, portable.Note{Edition: edition, Text: text("before"), WrittenAt: d.time("written")})
		}
		m.Versions = append(m.Versions, portable.Note{Edition: m.Edition, Text: m.Description, WrittenAt: d.time("written")})
	}
	for n := range rapid.IntRange(0, 3).Draw(d.T, "files") {
		d.file(m, n, rapid.SampledFrom([]string{"a.png", "A hill.png"}).Draw(d.T, "name"), "\x89PNG\r\n\x1a\n")
	}
}

// file adds a file that begins as its format does.
func (d drawn) file(m *portable.Memory, n int, name, begin string) portable.Upload {
	id := strings.Replace(m.ID, "019ab001", fmt.Sprintf("019ab%03x", 100+n), 1)
	u := portable.Upload{ID: id, Name: name, Path: "documents/u/" + id + ".pdf", CreatedAt: d.time("uploaded")}
	d.Blobs[u.Path] = []byte(begin + d.words("file"))
	m.Files = append(m.Files, u)
	return u
}

func (d drawn) document(m *portable.Memory) {
	m.Upload, m.Pages = d.file(m, 0, "Paper.pdf", "%PDF-1.7 ").ID, rapid.IntRange(1, 9).Draw(d.T, "pages")
	if d.maybe("another file") {
		d.file(m, 1, "Paper.pdf", "%PDF-1.4 ")
	}
	d.text(m, true)
	m.Bookmark = json.RawMessage(fmt.Sprintf(`{"page":%d,"pages":%d,"end":true,"lost":[1],"bytes":7,"edges":[{"page":1,"head":["Tea \"now\""]}]}`, m.Pages, m.Pages))
	m.PageWords = []portable.PageWords{{Page: 1, Words: []portable.PlacedWord{{Text: d.words("recognised"), Box: [4]float64{1, 2.5, 3, 4}, Ends: true}}}}
}

func (d drawn) page(m *portable.Memory, n int) {
	m.Description, m.Canonical = d.line("description"), rapid.SampledFrom([]string{"", "https://tea.example/canonical"}).Draw(d.T, "canonical")
	switch number := rapid.IntRange(1, 3).Draw(d.T, "address"); m.Kind { // two may have the same
	case "video":
		m.URL, m.Seconds = fmt.Sprintf("https://www.youtube.com/watch?v=abcdefghij%d", number), rapid.IntRange(0, 9_000).Draw(d.T, "seconds")
	case "tweet":
		m.URL = fmt.Sprintf("https://x.com/ada/status/%d", number)
		m.Tweet = &portable.Tweet{ID: fmt.Sprint(number), Data: json.RawMessage(fmt.Sprintf(`{"id_str":"%d","text":"<b> & %d"}`, number, n))}
	default:
		m.URL = fmt.Sprintf("https://tea.example/%d?a=%%20b", number)
	}
	if len(d.Owner.Feeds) > 0 && d.maybe("from a feed") {
		m.Feed, m.FeedTags = rapid.SampledFrom(d.Owner.Feeds).Draw(d.T, "feed").ID, rapid.IntRange(0, len(m.Tags)).Draw(d.T, "tags from it")
	}
	if d.maybe("failed") {
		m.Status, m.Error = "failed", d.words("error")
	}
	if d.maybe("its page") {
		m.Upload = d.file(m, 0, "page.html", "<!doctype html><html><title>x</title>").ID
	}
	if d.maybe("pictured") {
		m.Picture = d.picture(m, "card", 80, 60)
	}
	d.text(m, false)
}

// picture adds a picture as they are kept.
func (d drawn) picture(m *portable.Memory, name string, width, height int) *portable.Picture {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	shade := uint8(rapid.IntRange(0, 255).Draw(d.T, "shade"))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, color.RGBA{shade, uint8(x), uint8(y), 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 82}); err != nil {
		d.Fatal(err)
	}
	key := "pictures/u/" + m.ID + "-" + name + ".jpg"
	d.Blobs[key] = b.Bytes()
	return &portable.Picture{Path: key, Width: width, Height: height}
}

// text adds a text as a capture leaves it: passages, and blocks that stand in them.
func (d drawn) text(m *portable.Memory, paged bool) {
	for part := range rapid.IntRange(0, 2).Draw(d.T, "parts") {
		var doc document.Document
		for range rapid.IntRange(1, 4).Draw(d.T, "blocks") {
			b := d.block(len(m.Passages))
			if paged {
				b.Page = part + 1
			}
			doc = append(doc, b)
			m.Passages = append(m.Passages, portable.Passage{Order: len(m.Passages), Text: b.Plain(), Page: b.Page, Offset: len(m.Passages) * 100})
		}
		if d.maybe("illustrated") {
			doc = append(doc, d.figure(m, part))
		}
		m.Document = append(m.Document, doc)
	}
	if len(m.Document) == 0 {
		m.Passages = []portable.Passage{{Text: d.words("all that is known")}}
	}
}

func (d drawn) block(passage int) document.Block {
	spans := []document.Span{{Text: d.words("words")}, {Text: " " + d.words("link"), Link: "https://tea.example/?a=1&b=2", Italic: true}}
	from := &document.Place{Passage: passage}
	switch rapid.IntRange(0, 3).Draw(d.T, "kind of block") {
	case 0:
		return document.Block{Kind: document.Heading, Level: 2, Spans: spans, From: from, Anchor: "a"}
	case 1:
		return document.Block{Kind: document.Code, Text: d.words("code"), Language: "go", From: from}
	case 2:
		return document.Block{Kind: document.Table, Rows: [][]document.Cell{{spans, spans}, {spans, spans}}, Align: []document.Align{document.Left, document.None}, From: from}
	}
	return document.Block{Kind: document.Paragraph, Spans: spans, From: from}
}

func (d drawn) figure(m *portable.Memory, n int) document.Block {
	name := fmt.Sprintf("ab%022x", n)
	f := portable.Figure{Name: name, Order: len(m.Figures) * 2, Address: "https://tea.example/hill.jpg?x=%20", Width: memory.Gone}
	if d.maybe("the picture is kept") {
		p := d.picture(m, name, 70+n, 90)
		f.Path, f.Width, f.Height = p.Path, p.Width, p.Height
	}
	m.Figures = append(m.Figures, f)
	return document.Block{Kind: document.Figure, Spans: []document.Span{{Text: d.words("caption")}}, Image: &document.Image{Address: f.Address, Key: name, Alt: d.line("alt")}}
}

// highlights marks words where they stand.
func (d drawn) highlights(m *portable.Memory) {
	said, docs := &highlight.Text{}, m.Document
	switch {
	case m.Kind == "note":
		docs = []document.Document{memory.Placed(note.Parse(m.Description), (capture.Reader{}).Passages(memory.Memory{Kind: memory.Note, Description: m.Description}))}
	case len(docs) == 0:
		docs = []document.Document{memory.Passage{Text: m.Passages[0].Text}.Document()}
	}
	var leaves []string
	for _, doc := range docs {
		said.Add(doc)
		for leaf := range doc.Leaves() {
			leaves = append(leaves, leaf.Plain())
		}
	}
	for n := range rapid.IntRange(0, 2).Draw(d.T, "highlights") {
		h := portable.Highlight{
			ID: strings.Replace(m.ID, "019ab001", fmt.Sprintf("019ab%03x", 200+n), 1), Color: "sky", Remark: d.line("of it"), CreatedAt: d.time("marked"), UpdatedAt: d.time("changed"),
			Kept: n, DueAt: Noon.AddDate(0, n, 0), Quote: "words that are gone", Orphaned: true,
		}
		leaf := rapid.IntRange(0, max(0, len(leaves)-1)).Draw(d.T, "marked leaf")
		if len(leaves) > leaf && d.maybe("is there") {
			end := utf8.RuneCountInString(leaves[leaf])
			at := highlight.Range{Start: highlight.Position{Leaf: leaf}, End: highlight.Position{Leaf: leaf, Offset: end}}
			if p, quote, found := said.Place(highlight.Draft{Range: at, Quote: leaves[leaf]}); found {
				h.Orphaned, h.Quote, h.Prefix, h.Suffix, h.Passage, h.Page = false, quote, p.Prefix, p.Suffix, p.Passage, p.Page
				h.Start, h.End = [2]int{p.Start.Leaf, p.Start.Offset}, [2]int{p.End.Leaf, p.End.Offset}
			}
		}
		m.Highlights = append(m.Highlights, h)
	}
	slices.SortStableFunc(m.Highlights, func(a, b portable.Highlight) int {
		return strings.Compare(fmt.Sprint(a.Orphaned, fmt.Sprintf("%03d %03d", a.Start[0], a.Start[1]), a.ID), fmt.Sprint(b.Orphaned, fmt.Sprintf("%03d %03d", b.Start[0], b.Start[1]), b.ID))
	})
}

func (d drawn) conversation(n int) {
	c := portable.Conversation{ID: d.id(2, n), Title: d.line("title"), CreatedAt: d.time("begun"), UpdatedAt: d.time("asked last")}
	if len(d.Saved) > 0 && d.maybe("about one") {
		c.Memory = rapid.SampledFrom(d.Saved).Draw(d.T, "about").ID
	}
	withdrawn := false
	for n := range rapid.IntRange(1, 3).Draw(d.T, "turns") {
		t := portable.Turn{Number: n + 1, Question: d.words("question"), Kind: rapid.SampledFrom([]string{"", "note"}).Draw(d.T, "of a kind"), AskedAt: d.time("asked")}
		if t.Withdrawn = d.maybe("withdrawn"); !t.Withdrawn {
			d.answer(&t)
		}
		if withdrawn {
			t.Asked, t.Filters = "", nil
		}
		withdrawn = withdrawn || t.Withdrawn
		c.Turns = append(c.Turns, t)
	}
	d.Conversations = append(d.Conversations, c)
}

func (d drawn) answer(t *portable.Turn) {
	t.Asked, t.Model, t.Notice = d.line("asked as"), d.line("model"), d.line("notice")
	if t.Answer = "Nothing here covers that."; len(d.Saved) == 0 {
		return
	}
	t.Result, t.Answer = 1, "Tea grows on **hills** [1].\n\n- It likes rain [1]"
	t.Filters = &portable.Filters{Kind: "note", Since: 1e12, Words: []string{"in March"}, Filter: "tag:zen"}
	m := rapid.SampledFrom(d.Saved).Draw(d.T, "cited")
	t.Citations = []portable.Citation{{N: 1, MemoryID: m.ID, Quote: m.Passages[0].Text, Span: [2]int{0, 3}, Lit: [2]int{0, 2}}}
	t.Sources = []string{m.ID}
	if other := rapid.SampledFrom(d.Saved).Draw(d.T, "also in it").ID; other != m.ID {
		t.Sources = append(t.Sources, other)
	}
	slices.Sort(t.Sources)
}
