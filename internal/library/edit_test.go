package library

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// shelf is a Store and Memories with one memory, which another device may change before an edit.
type shelf struct {
	Store
	held       memory.Memory
	meanwhile  func(*memory.Memory)
	passages   []memory.Passage
	reanchored int
}

func (s *shelf) Get(context.Context, string, string) (memory.Memory, error) { return s.held, nil }

func (s *shelf) Read(_ context.Context, m memory.Memory) []memory.Passage {
	return []memory.Passage{{Text: m.Title + ": " + m.Description}}
}

func (s *shelf) Remove(context.Context, string, string) error { return nil }

func (s *shelf) Reanchor(context.Context, string, string) error {
	s.reanchored++
	return errors.New("the highlights are busy")
}

func (s *shelf) Edit(
	_ context.Context, _, _ string, _ time.Time, passages []memory.Passage, change func(memory.Memory) (memory.Memory, error),
) (memory.Memory, error) {
	if s.meanwhile != nil {
		s.meanwhile(&s.held)
	}
	after, err := change(s.held)
	if err == nil {
		s.held, s.passages = after, passages
	}
	return after, err
}

func newShelf(kind memory.Kind) (*shelf, *Service) {
	s := &shelf{held: memory.Memory{
		ID: "01958b1e-0000-7000-8000-000000000001", Place: "01958b1e-0000-7000-8000-000000000001", Kind: kind, Title: "Captured", Description: "Captured",
		CreatedAt: now,
	}}
	return s, New(s, s, s, func() time.Time { return now })
}

func TestEditsAreChecked(t *testing.T) {
	text := func(s string) *string { return &s }
	at := func(s string) *time.Time {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return &d
	}
	for name, test := range map[string]struct {
		kind memory.Kind
		edit Edit
		want string // of the message; empty: it is kept
	}{
		"a title of 300 letters":       {memory.Link, Edit{Title: text(strings.Repeat("é", 300))}, ""},
		"a title of 301":               {memory.Link, Edit{Title: text(strings.Repeat("é", 301))}, "300"},
		"a remark of 4,000 letters":    {memory.Link, Edit{Remark: text(strings.Repeat("é", 4000))}, ""},
		"a remark of 4,001":            {memory.Link, Edit{Remark: text(strings.Repeat("é", 4001))}, "4,000"},
		"a note of 256 KB":             {memory.Note, Edit{Description: text(strings.Repeat("x", 256<<10))}, ""},
		"a note of 5 MB":               {memory.Note, Edit{Description: text(strings.Repeat("x", 5<<20))}, "256 KB"},
		"an empty note":                {memory.Note, Edit{Description: text(" \x00 ")}, "write"},
		"the text of a page":           {memory.Link, Edit{Description: text("mine")}, "note"},
		"the first day":                {memory.Link, Edit{SavedAt: at("1970-01-01")}, ""},
		"the day before":               {memory.Link, Edit{SavedAt: at("1969-12-31")}, "1970"},
		"tomorrow":                     {memory.Link, Edit{SavedAt: at("2026-03-02")}, ""},
		"the day after":                {memory.Link, Edit{SavedAt: at("2026-03-03")}, "tomorrow"},
		"a tag of 65 letters":          {memory.Link, Edit{Tags: &[]string{strings.Repeat("x", 65)}}, "64"},
		"an edit of a present edition": {memory.Note, Edit{Description: text("new"), Edition: new(int)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, service := newShelf(test.kind)
			before := s.held
			_, err := service.Edit(t.Context(), "u", "m", test.edit)
			if (err != nil) != (test.want != "") || err != nil && (fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v", err)
			}
			if test.want != "" && !cmp.Equal(s.held, before) {
				t.Errorf("it became %v", s.held)
			}
		})
	}
}

func TestEdit(t *testing.T) {
	yes, no := true, false
	dirty, blank, date := "  a\x00\u202e title\n of one line ", " ", time.Date(2021, 3, 9, 0, 0, 0, 0, time.FixedZone("", 3600))
	s, service := newShelf(memory.Link)
	first := s.held
	edit := func(e Edit) {
		t.Helper()
		if _, err := service.Edit(t.Context(), "u", "m", e); err != nil {
			t.Fatal(err)
		}
	}
	edit(Edit{Title: &dirty, SavedAt: &date, Starred: &yes, Archived: &yes, Unread: &no, Tags: &[]string{"b", "A", "a"}})
	want := first
	want.Title, want.SourceTitle, want.OwnTitle = "a title of one line", "Captured", true
	want.CreatedAt, want.Place = date.UTC(), first.PlaceAt(date)
	want.StarredAt, want.ArchivedAt, want.Progress, want.Tags = now, now, document.Progress{Begun: true, Share: 1}, []string{"A", "b"}
	if diff := cmp.Diff(want, s.held); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	edit(Edit{Starred: &yes, Unread: &no})
	if diff := cmp.Diff(want, s.held); diff != "" {
		t.Errorf("once more (-want +got)\n%s", diff)
	}
	edit(Edit{Title: &blank, SavedAt: new(time.Time), Starred: &no, Archived: &no, Unread: &yes, Tags: &[]string{}})
	want = first
	want.CreatedAt = first.FirstSaved().UTC()
	if diff := cmp.Diff(want, s.held); diff != "" {
		t.Errorf("put back (-want +got)\n%s", diff)
	}
	if s.reanchored > 0 {
		t.Errorf("highlights were found again %d times", s.reanchored)
	}
}

func TestEditOfANote(t *testing.T) {
	s, service := newShelf(memory.Note)
	text, own, edition := "# New\n\ntext", "Mine", 0
	if _, err := service.Edit(t.Context(), "u", "m", Edit{Description: &text, Edition: &edition}); err != nil {
		t.Fatal(err)
	}
	if s.held.Title != "New" || s.held.Edition != 1 || s.passages[0].Text != "New: "+text || s.reanchored != 1 {
		t.Errorf("it became %v with %v, reanchored %d times", s.held, s.passages, s.reanchored)
	}
	if _, err := service.Edit(t.Context(), "u", "m", Edit{Title: &own}); err != nil {
		t.Fatal(err)
	}
	other := "Other\ntext"
	if _, err := service.Edit(t.Context(), "u", "m", Edit{Description: &other}); err != nil || s.held.Title != own || s.held.SourceTitle != "Other" {
		t.Errorf("it became %v, %v", s.held, err)
	}
	for name, meanwhile := range map[string]func(*memory.Memory){
		"before":    nil,
		"meanwhile": func(m *memory.Memory) { m.Edition = 7 },
	} {
		edition = s.held.Edition - 1
		if meanwhile != nil {
			edition = s.held.Edition
		}
		s.meanwhile = meanwhile
		_, err := service.Edit(t.Context(), "u", "m", Edit{Description: &text, Edition: &edition})
		elsewhere, is := errors.AsType[*EditedError](err)
		if !is || fault.KindOf(err) != fault.Conflict || elsewhere.Stored.Description != other || s.held.Description != other {
			t.Errorf("changed %s: %v", name, err)
		}
		s.meanwhile = nil
	}
}
