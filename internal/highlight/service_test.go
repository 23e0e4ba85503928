package highlight_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/highlight"
	"engram/internal/memory"
)

// shelf is a Store and Memories of one memory of one user.
type shelf struct {
	highlight.Store // what is not used
	memory          memory.Memory
	texts           []string
	all             map[string]highlight.Highlight
	showing         highlight.Showing
	moves           int
}

func (s *shelf) Get(_ context.Context, _, id string) (memory.Memory, error) {
	if id != s.memory.ID {
		return memory.Memory{}, fault.New(fault.NotFound, "Memory not found")
	}
	return s.memory, nil
}

func (s *shelf) Document(_ context.Context, _ memory.Memory, yield func(document.Document) error) error {
	for i, text := range s.texts { // each is a part
		b := document.Say(text)
		b.From = &document.Place{Passage: 2 * i}
		if err := yield(document.Document{b}); err != nil {
			return err
		}
	}
	return nil
}

// Passages returns the two halves of each text.
func (s *shelf) Passages(_ context.Context, _, _ string, from int) (all []memory.Passage, _ error) {
	for i, text := range s.texts {
		for j, half := range []string{text[:len(text)/2], text[len(text)/2:]} {
			if ord := 2*i + j; ord >= from {
				all = append(all, memory.Passage{Ord: ord, Text: half})
			}
		}
	}
	return all, nil
}

func (s *shelf) AddHighlight(_ context.Context, h highlight.Highlight) error {
	s.all[h.ID] = h
	return nil
}

func (s *shelf) Highlight(_ context.Context, _, id string) (highlight.Highlight, error) {
	h, ok := s.all[id]
	if !ok {
		return h, highlight.NotFound()
	}
	return h, nil
}

func (s *shelf) OfMemory(context.Context, string, string) (all []highlight.Highlight, _ error) {
	for _, h := range s.all {
		all = append(all, h)
	}
	return all, nil
}

func (s *shelf) MoveHighlights(_ context.Context, _, _ string, moved []highlight.Highlight) error {
	s.moves++
	for _, h := range moved {
		s.all[h.ID] = h
	}
	return nil
}

func (s *shelf) SetReview(_ context.Context, _, id string, r highlight.Review) error {
	h := s.all[id]
	h.Review = r
	s.all[id] = h
	return nil
}

func (s *shelf) Showing(context.Context, string) (highlight.Showing, error) { return s.showing, nil }

func (s *shelf) Due(_ context.Context, _ string, from, before time.Time, _ int) (due []highlight.Found, answered []string, _ error) {
	for _, h := range s.all {
		switch r := h.Review; {
		case !r.At.Before(from):
			answered = append(answered, h.MemoryID)
		case !r.DueAt.IsZero() && r.DueAt.Before(before):
			due = append(due, highlight.Found{Highlight: h})
		}
	}
	slices.SortFunc(due, func(a, b highlight.Found) int {
		return cmp.Or(a.Review.DueAt.Compare(b.Review.DueAt), cmp.Compare(a.ID, b.ID))
	})
	return due, answered, nil
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newShelf(texts ...string) *shelf {
	return &shelf{
		memory: memory.Memory{ID: "m", UserID: "u", Status: memory.Ready}, texts: texts,
		all: map[string]highlight.Highlight{}, showing: highlight.Showing{Enabled: true},
	}
}

func TestReanchor(t *testing.T) {
	s := newShelf("Otters sleep on their backs.", "Otters hold hands in their sleep.")
	service := highlight.New(s, s, func() time.Time { return noon })
	h, err := service.Add(t.Context(), "u", "m", highlight.Draft{
		Range: highlight.Range{Start: highlight.Position{Leaf: 1, Offset: 21}, End: highlight.Position{Leaf: 1, Offset: 32}}, Quote: "their sleep",
	})
	if err != nil || h.Place.Passage != 3 {
		t.Fatalf("added %+v, %v", h, err)
	}
	for _, c := range []struct {
		title    string
		status   memory.Status
		texts    []string
		orphaned bool
		leaf     int
	}{
		{"nothing is lost while the text is not read whole", memory.Pending, []string{"Otters sleep."}, false, 1},
		{"a shorter text without the words orphans it", memory.Ready, []string{"Otters sleep."}, true, 1},
		{"the words are found in a later part", memory.Pending, []string{"Otters sleep.", "Herons.", "Herons in their sleep."}, false, 2},
	} {
		t.Run(c.title, func(t *testing.T) {
			s.memory.Status, s.texts = c.status, c.texts
			if err := service.Reanchor(t.Context(), "u", "m"); err != nil {
				t.Fatal(err)
			}
			if got := s.all[h.ID].Place; got.Orphaned != c.orphaned || got.Start.Leaf != c.leaf {
				t.Errorf("placed at %+v", got)
			}
		})
	}
	t.Run("a memory that is gone has nothing to find", func(t *testing.T) {
		if err := service.Reanchor(t.Context(), "u", "other"); err != nil {
			t.Error(err)
		}
	})
}

func TestHighlightsMoveOnce(t *testing.T) {
	long := "The first half of this paragraph says little. In the other one we don't know why."
	s := newShelf(long)
	service := highlight.New(s, s, func() time.Time { return noon })
	at := strings.Index(long, "we don't")
	added, err := service.Add(t.Context(), "u", "m", highlight.Draft{
		Range: highlight.Range{Start: highlight.Position{Offset: at}, End: highlight.Position{Offset: len(long) - 1}}, Quote: long[at : len(long)-1],
	})
	if err != nil || added.Place.Passage != 1 {
		t.Fatalf("%v, in passage %d", err, added.Place.Passage)
	}
	s.texts = []string{strings.ReplaceAll(long, "'", "’")}
	for range 3 {
		all, err := service.Of(t.Context(), "u", "m")
		if err != nil || len(all) != 1 || all[0].Place.Orphaned || all[0].Place.Passage != 1 {
			t.Fatalf("%v: %+v", err, all)
		}
	}
	if s.moves > 1 {
		t.Errorf("its place was stored %d times", s.moves)
	}
}

func TestToday(t *testing.T) {
	now := noon
	s := newShelf("text")
	service := highlight.New(s, s, func() time.Time { return now })
	ids := []string{
		"01a00000-0000-7000-8000-000000000001", "01a00000-0000-7000-8000-000000000002", "01a00000-0000-7000-8000-000000000003",
		"01a00000-0000-7000-8000-000000000004", "01a00000-0000-7000-8000-000000000005",
	}
	for i, memoryID := range []string{"a", "a", "a", "b", "b"} {
		s.all[ids[i]] = highlight.Highlight{ID: ids[i], MemoryID: memoryID, Review: highlight.Review{DueAt: noon.Add(time.Duration(i-9) * time.Hour)}}
	}
	today := func() (all string) {
		_, found, err := service.Today(t.Context(), "u", time.FixedZone("", 3600))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			all += f.ID[len(f.ID)-1:]
		}
		return all
	}
	answer := func(id int, a highlight.Answer, days int) {
		t.Helper()
		h, err := service.Answer(t.Context(), "u", ids[id], a)
		want := now.Add(time.Duration(days) * 24 * time.Hour)
		if days == 0 {
			want = time.Time{}
		}
		if err != nil || !h.Review.DueAt.Equal(want) {
			t.Errorf("due at %v, %v, want %v", h.Review.DueAt, err, want)
		}
	}
	wants := func(want string) {
		t.Helper()
		if got := today(); got != want {
			t.Errorf("%s come back, want %s", got, want)
		}
	}
	wants("142") // the longest due of each memory, then the next
	wants("142")
	answer(0, highlight.Kept, 1)
	wants("42")
	answer(3, highlight.Later, 1)
	answer(1, highlight.Never, 0)
	wants("") // three were answered
	now = now.Add(11 * time.Hour)
	wants("351") // in the person's zone it is tomorrow
	for _, days := range []int{3, 7, 16, 35, 80, 180, 365, 365} {
		answer(0, highlight.Kept, days)
	}
	if _, err := service.Answer(t.Context(), "u", ids[0], "perhaps"); fault.KindOf(err) != fault.Invalid {
		t.Errorf("an unknown answer is %v", err)
	}
	s.showing.HiddenUntil = now.Add(time.Second)
	now = now.Add(24 * time.Hour)
	s.showing.HiddenUntil = now.Add(time.Second)
	wants("")
	s.showing.HiddenUntil = now
	if today() == "" {
		t.Error("they stay hidden")
	}
	s.showing.Enabled = false
	wants("")
}
