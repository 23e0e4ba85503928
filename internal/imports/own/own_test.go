package own_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"engram/internal/document"
	"engram/internal/export/exporttest"
	"engram/internal/highlight"
	"engram/internal/imports/own"
	"engram/internal/memory"
	"engram/internal/portable"
)

const (
	first  = "019ab000-0000-7000-8000-000000000001"
	second = "019ab000-0000-7000-8000-000000000002"
	third  = "019ab000-0000-7000-8000-000000000003"
)

func TestID(t *testing.T) {
	for id, want := range map[string]bool{
		first: true, "": false, strings.ToUpper(first): false, "019ab000-0000-4000-8000-000000000001": false, "../../etc/passwd": false,
		"urn:uuid:" + first: false, strings.ReplaceAll(first, "-", ""): false, first + "\n": false,
	} {
		if own.ID(id) != want {
			t.Errorf("%q: %v", id, !want)
		}
	}
}

// link returns a memory as an archive has it.
func link() portable.Memory {
	return portable.Memory{
		ID: first, Place: first, Kind: "link", Title: "Tea", URL: "https://tea.example/", CreatedAt: exporttest.Noon, Status: "ready",
		Passages: []portable.Passage{{Text: "Tea grows on hills."}},
		Document: []document.Document{{{Kind: document.Paragraph, Spans: []document.Span{{Text: "Tea grows on hills."}}, From: &document.Place{}}}},
	}
}

func TestWhatIsDamaged(t *testing.T) {
	for name, damage := range map[string]func(*portable.Memory){
		"another id":            func(m *portable.Memory) { m.ID = "1" },
		"no date":               func(m *portable.Memory) { m.CreatedAt = time.Time{} },
		"a date to come":        func(m *portable.Memory) { m.CreatedAt = exporttest.Noon.AddDate(0, 0, 3) },
		"an address that runs":  func(m *portable.Memory) { m.URL = "javascript:run()" },
		"passages out of order": func(m *portable.Memory) { m.Passages[0].Order = 1 },
		"an empty passage":      func(m *portable.Memory) { m.Passages[0].Text = " " },
		"a passage of no page":  func(m *portable.Memory) { m.Passages[0].Page = -1 },
		"a passage that is long": func(m *portable.Memory) {
			m.Passages[0].Text = strings.Repeat("x", 1<<20)
		},
		"a block in no passage": func(m *portable.Memory) { m.Document[0][0].From.Passage = 1 },
		"a picture in none": func(m *portable.Memory) {
			m.Document[0][0] = document.Block{Kind: document.Figure, Image: &document.Image{Said: &document.Place{Passage: 9}}}
		},
		"an unknown block": func(m *portable.Memory) { m.Document[0][0].Kind = "script" },
		"an empty note":    func(m *portable.Memory) { m.Kind = "note" },
	} {
		m := link()
		if _, err := own.Read("u", m, exporttest.Noon); err != nil {
			t.Fatal(err)
		}
		if damage(&m); m.Document != nil {
			if got, err := own.Read("u", m, exporttest.Noon); err == nil {
				t.Errorf("%s is taken: %+v", name, got)
			}
		}
	}
}

// TestWhatIsLeftOut has parts that no Engram writes beside those that one does.
func TestWhatIsLeftOut(t *testing.T) {
	m := link()
	m.Place, m.Canonical, m.Status, m.Kind = second, "file:///etc/passwd", "running", "tweet"
	m.Title, m.Bookmark, m.Progress = "a\x00b", json.RawMessage(`{"page":9,"pages":2}`), &portable.Progress{Share: 7}
	m.Tweet = &portable.Tweet{ID: "../1", Data: json.RawMessage(`{}`)}
	m.Figures = []portable.Figure{{Name: "../x"}, {Name: "ab", Address: "javascript:run()"}, {Name: "ab"}, {Name: "cd", Address: "https://tea.example/x.jpg", Width: 3, Path: "attachments/x.jpg"}}
	m.Versions = []portable.Note{{Edition: 1, Text: "of no note", WrittenAt: exporttest.Noon}}
	m.PageWords = []portable.PageWords{{Page: 0}, {Page: 2, Words: []portable.PlacedWord{{Text: "tea"}}}}
	m.Highlights = []portable.Highlight{
		{ID: "x", Quote: "hills", CreatedAt: exporttest.Noon}, {ID: second, Quote: " ", CreatedAt: exporttest.Noon},
		{ID: third, Color: "black", Quote: "hills", Start: [2]int{0, 900}, End: [2]int{7, -3}, Passage: 40, Kept: -1, CreatedAt: exporttest.Noon},
	}
	got, err := own.Read("u", m, exporttest.Noon)
	if err != nil {
		t.Fatal(err)
	}
	if r := got.Memory; r.UserID != "u" || r.Place != (memory.Memory{ID: first}).PlaceAt(exporttest.Noon) || r.Canonical != "" || r.Status != memory.Ready || r.Kind != memory.Link ||
		r.Title != "ab" || r.Bookmark.Page != 0 || r.Progress.Begun {
		t.Errorf("%+v", r)
	}
	if got.Rest.Tweet != nil || len(got.Rest.Figures) != 2 || got.Rest.Figures[0].Width != memory.Gone || got.Rest.Figures[0].Address != "" || got.Rest.Figures[1].Width != 3 ||
		len(got.Versions) != 0 || len(got.Words) != 1 {
		t.Errorf("%+v, %+v", got.Rest, got.Words)
	}
	if len(got.Highlights) != 1 {
		t.Fatal(got.Highlights)
	}
	h := got.Highlights[0]
	if h.Color != highlight.Amber || h.Place.Orphaned || h.Place.Start.Offset != 13 || h.Place.End.Offset != 18 || h.Place.Passage != 0 || h.Review.Kept != 0 || h.UpdatedAt != exporttest.Noon {
		t.Errorf("%+v", h)
	}
}

func TestANoteSaysItsPassages(t *testing.T) {
	m := portable.Memory{ID: first, Place: first, Kind: "note", Description: "Tea grows on hills.", CreatedAt: exporttest.Noon, Passages: []portable.Passage{{Text: "hidden words"}}}
	got, err := own.Read("u", m, exporttest.Noon)
	if err != nil || len(got.Passages) != 1 || got.Passages[0].Text != m.Description {
		t.Errorf("%+v, %v", got.Passages, err)
	}
}

func TestConversationsThatAreDamaged(t *testing.T) {
	whole := func() portable.Conversation {
		return portable.Conversation{ID: third, Title: "Tea", CreatedAt: exporttest.Noon, UpdatedAt: exporttest.Noon, Turns: []portable.Turn{{
			Number: 1, Question: "Where does tea grow?", Answer: "On hills [1].", Result: 1, AskedAt: exporttest.Noon,
			Citations: []portable.Citation{{N: 1, MemoryID: first, Quote: "hills"}}, Sources: []string{second},
		}}}
	}
	c, turns, err := own.Conversation("u", whole(), exporttest.Noon)
	if err != nil || c.UserID != "u" || len(turns) != 1 || !slices.Equal(turns[0].Sources, []string{first, second}) {
		t.Errorf("%+v, %+v, %v", c, turns, err)
	}
	for name, damage := range map[string]func(*portable.Conversation){
		"another id":       func(c *portable.Conversation) { c.ID = "1" },
		"about another":    func(c *portable.Conversation) { c.Memory = "1" },
		"no date":          func(c *portable.Conversation) { c.UpdatedAt = time.Time{} },
		"no question":      func(c *portable.Conversation) { c.Turns[0].Question = " " },
		"no turn":          func(c *portable.Conversation) { c.Turns = nil },
		"many turns":       func(c *portable.Conversation) { c.Turns = slices.Repeat(c.Turns, 51) },
		"out of order":     func(c *portable.Conversation) { c.Turns[0].Number = 2 },
		"no result":        func(c *portable.Conversation) { c.Turns[0].Result = 9 },
		"a long answer":    func(c *portable.Conversation) { c.Turns[0].Answer = strings.Repeat("x", 1<<20) },
		"a bad citation":   func(c *portable.Conversation) { c.Turns[0].Citations[0].Passage = -1 },
		"cites no memory":  func(c *portable.Conversation) { c.Turns[0].Citations[0].MemoryID = "x" },
		"of no source":     func(c *portable.Conversation) { c.Turns[0].Sources[0] = "x" },
		"asked at no time": func(c *portable.Conversation) { c.Turns[0].AskedAt = time.Time{} },
	} {
		c := whole()
		if damage(&c); name != "" {
			if _, _, err := own.Conversation("u", c, exporttest.Noon); err == nil {
				t.Errorf("%s is taken", name)
			}
		}
	}
	here, withdrawn := own.Remapped(turns, map[string]string{first: third, second: second})
	if withdrawn != 0 || here[0].Answer.Citations[0].MemoryID != third || !slices.Equal(here[0].Sources, []string{second, third}) || turns[0].Sources[0] != first {
		t.Errorf("%+v", here)
	}
	if gone, withdrawn := own.Remapped(turns, map[string]string{first: first}); withdrawn != 1 || !gone[0].Withdrawn || len(gone[0].Answer.Blocks) > 0 || gone[0].Question == "" {
		t.Errorf("%+v", gone)
	}
}

// FuzzRead reads memories and conversations of any archive: what is taken keeps to the laws of a text.
func FuzzRead(f *testing.F) {
	for seed := range 12 {
		s := rapid.Custom(exporttest.Library).Example(seed)
		for _, m := range s.Saved {
			encoded, _ := json.Marshal(m)
			f.Add(encoded)
		}
		for _, c := range s.Conversations {
			encoded, _ := json.Marshal(c)
			f.Add(encoded)
		}
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		var c portable.Conversation
		if json.Unmarshal(record, &c) == nil {
			_, _, _ = own.Conversation("u", c, exporttest.Noon)
		}
		var m portable.Memory
		if json.Unmarshal(record, &m) != nil {
			return
		}
		got, err := own.Read("u", m, exporttest.Noon)
		if err != nil {
			return
		}
		if got.Memory.UserID != "u" || !own.ID(got.Memory.ID) || !own.ID(got.Memory.Place) || len(got.Passages) == 0 && got.Memory.URL != "" {
			t.Errorf("%+v", got.Memory)
		}
		for i, p := range got.Passages {
			if p.Ord != i || p.Page < 0 || p.Offset < 0 || strings.ContainsRune(p.Text, 0) {
				t.Errorf("%+v", p)
			}
		}
		for _, h := range got.Highlights {
			if h.MemoryID != got.Memory.ID || h.Place.Passage < 0 || h.Place.Passage >= max(1, len(got.Passages)) {
				t.Errorf("%+v", h)
			}
		}
	})
}
