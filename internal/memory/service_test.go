package memory

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/fault"
	"engram/internal/plan"
)

// fakeStore is a Store with the last memory added.
type fakeStore struct {
	Store
	full     error // error of Admits
	passages []Passage
}

func (s *fakeStore) List(context.Context, string, Page) ([]Memory, error) { return nil, nil }

func (s *fakeStore) ByIDs(context.Context, string, []string) ([]Memory, error) { return nil, nil }

func (s *fakeStore) Admits(context.Context, string, plan.Table) error { return s.full }

func (s *fakeStore) Add(_ context.Context, _ Memory, passages []Passage, _ plan.Table) error {
	s.passages = passages
	return nil
}

// words is a Reader with a passage per word.
type words struct{}

func (words) Passages(m Memory) (passages []Passage) {
	for i, word := range strings.Fields(m.Description + " " + m.URL) {
		passages = append(passages, Passage{Ord: i, Text: word})
	}
	return passages
}

// oracle is a scripted Meanings that records its calls.
type oracle struct {
	tells int
	asked []string
}

func (o *oracle) Passages(_ context.Context, title string, bodies []string) (string, [][]int8) {
	o.asked = append(o.asked, fmt.Sprint(title, ": ", bodies))
	var vectors [][]int8
	for _, body := range bodies[:min(o.tells, len(bodies))] {
		vectors = append(vectors, []int8{int8(len(body))})
	}
	return "m", vectors
}

// raced is a Store in which another try of the same request saved the memory just before.
type raced struct{ fakeStore }

func (*raced) Add(context.Context, Memory, []Passage, plan.Table) error {
	return errors.New("duplicate key")
}

func (*raced) ByIDs(_ context.Context, _ string, ids []string) ([]Memory, error) {
	return []Memory{{ID: ids[0], Title: "saved"}}, nil
}

func TestAMemoryThatAnotherTrySavedIsReturned(t *testing.T) {
	got, err := New(&raced{}, nil, words{}, &oracle{}, time.Now).Add(t.Context(), "u", plan.Table{}, Draft{Kind: Note, Description: "a note"})
	if err != nil || got.Memory.Title != "saved" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestSavedMemoriesHaveVectors(t *testing.T) {
	one := Passage{Ord: 0, Text: "one", Model: "m", Vector: []int8{3}}
	for _, test := range []struct {
		title string
		tells int
		draft Draft
		asked []string
		want  []Passage
	}{
		{"a note has them all", 9, Draft{Kind: Note, Description: "one three"}, []string{"one three: [one three]"},
			[]Passage{one, {Ord: 1, Text: "three", Model: "m", Vector: []int8{5}}}},
		{"or the first, where the others take longer", 1, Draft{Kind: Note, Description: "one three"}, []string{"one three: [one three]"},
			[]Passage{one, {Ord: 1, Text: "three"}}},
		{"or none", 0, Draft{Kind: Note, Description: "one"}, []string{"one: [one]"}, []Passage{{Ord: 0, Text: "one"}}},
		{"of what is yet to be captured they are not asked", 9, Draft{Kind: Link, Link: "https://example.com/"}, nil,
			[]Passage{{Ord: 0, Text: "https://example.com/"}}},
	} {
		t.Run(test.title, func(t *testing.T) {
			store, meanings := &fakeStore{}, &oracle{tells: test.tells}
			if _, err := New(store, nil, words{}, meanings, time.Now).Add(t.Context(), "u", plan.Table{}, test.draft); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]any{test.asked, test.want}, []any{meanings.asked, store.passages}); diff != "" {
				t.Errorf("asked and saved (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRefusedMemoriesAreNotEncoded(t *testing.T) {
	full := fault.New(fault.Limit, "Limit reached")
	meanings := &oracle{tells: 9}
	service := New(&fakeStore{full: full}, nil, words{}, meanings, time.Now)
	_, err := service.Add(t.Context(), "u", plan.Table{Free: plan.Limits{Memories: 1}}, Draft{Kind: Note, Description: "one three"})
	if !errors.Is(err, full) || len(meanings.asked) != 0 {
		t.Errorf("got %v after %v was asked", err, meanings.asked)
	}
}

// disk is a Store on a disk that may be full.
type disk struct {
	Store
	full    error // of Discard
	deleted bool
}

func (d *disk) Discard(context.Context, string, string, time.Time) error { return d.full }

func (d *disk) Delete(context.Context, string, string) error {
	d.deleted = true
	return nil
}

func TestDeletingForGood(t *testing.T) {
	for _, test := range []struct {
		title   string
		full    error
		forGood bool
		want    error
	}{
		{"a memory goes to the trash", nil, false, nil},
		{"where the disk is full it is removed, and the caller told so", fault.Full(errors.New("full")), true, nil},
		{"any other error removes nothing", errBroken, false, errBroken},
	} {
		t.Run(test.title, func(t *testing.T) {
			store := &disk{full: test.full}
			forGood, err := New(store, nil, words{}, &oracle{}, time.Now).Delete(t.Context(), "u", "m")
			if forGood != test.forGood || store.deleted != test.forGood || !errors.Is(err, test.want) {
				t.Errorf("for good: %v, removed: %v, %v", forGood, store.deleted, err)
			}
		})
	}
}

var errBroken = errors.New("broken")

func TestTitlesOfNotes(t *testing.T) {
	for text, want := range map[string]string{
		"# Plan\nsow beans":              "Plan",
		"sow beans\n# Plan":              "sow beans",
		"\n \n###### Deep ##\n":          "Deep ##",
		"---\n***\n```\nThe first words": "The first words",
		"> - [ ] **Buy** milk":           "Buy** milk",
		"**Bold**":                       "Bold",
		"1. First\n2. Second":            "First",
		"\n\n  # Plan \nrest":            "Plan",
		"##\nSecond line":                "Second line",
		"#hashtag first":                 "#hashtag first",
		"-5 degrees":                     "-5 degrees",
		"C# is a language":               "C# is a language",
		"🌱":                              "🌱",
		"***":                            "",
		strings.Repeat("long ", 40):      strings.TrimSpace(strings.Repeat("long ", 16)[:79]) + "…",
	} {
		if got := noteTitle(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
