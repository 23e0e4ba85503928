package extractive_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/document"
	"engram/internal/recall"
)

// listed answers a listing of these passages.
func listed(t *testing.T, l answer.Listing, passages ...recall.Passage) answer.Answer {
	t.Helper()
	var matches []recall.Match
	for _, p := range passages {
		matches = append(matches, recall.Match{MemoryID: p.MemoryID, Passages: []recall.Hit{{Passage: p}}})
	}
	sent := ""
	a, err := extractive.New(nil, nil).Answer(context.Background(), answer.Question{Text: "what did I save", Matches: matches, Listing: &l},
		func(p answer.Piece) { sent += p.Text })
	if err != nil || sent != a.Markdown() {
		t.Fatalf("sent %q of %+v, %v", sent, a, err)
	}
	return a
}

func TestListing(t *testing.T) {
	var notes []recall.Passage
	for i := range 7 {
		notes = append(notes, note(fmt.Sprint("m", i+1), fmt.Sprint("Note ", i+1), fmt.Sprintf("Begins with %d. Goes on.", i+1)))
	}
	for name, test := range map[string]struct {
		l     answer.Listing
		found int
		says  string // above the names
		names int
	}{
		"all of them":                  {answer.Listing{When: "yesterday", Total: 2}, 2, "You saved 2 memories yesterday:", 2},
		"one":                          {answer.Listing{Kind: "note", When: "in March", Total: 1}, 1, "You saved 1 note in March:", 1},
		"more than are named":          {answer.Listing{Kind: "note", Total: 57}, 7, "You saved 57 notes. The newest 5:", 5},
		"the number asked for":         {answer.Listing{Kind: "note", Count: 6, Total: 57}, 7, "You saved 57 notes. The newest 6:", 6},
		"fewer than are asked for fit": {answer.Listing{Kind: "note", Count: 30, Total: 57}, 7, "You saved 57 notes. The newest 7:", 7},
		"the last one":                 {answer.Listing{Kind: "video", Count: 1, Total: 57}, 1, "You saved 57 videos. The newest:", 1},
		"fewer than are asked for":     {answer.Listing{Kind: "link", Count: 9, Total: 3}, 3, "You saved 3 web pages:", 3},
		"one saved during the search":  {answer.Listing{Total: 1}, 2, "You saved 2 memories:", 2},
		"nothing":                      {answer.Listing{When: "yesterday"}, 0, "You saved nothing yesterday.", 0},
		"none of a kind":               {answer.Listing{Kind: "document", When: "last week"}, 0, "You saved no documents last week.", 0},
		"none of a kind at any time":   {answer.Listing{Kind: "tweet", Count: 3}, 0, "You saved no tweets.", 0},
	} {
		t.Run("ASK-14 ASK-15 a listing says how many there are and names the newest: "+name, func(t *testing.T) {
			a := listed(t, test.l, notes[:test.found]...)
			want, says := answer.Answer{}, test.says
			if test.names > 0 {
				want.Kind = answer.Listed
			}
			for i, p := range notes[:test.names] {
				says += []string{"\n\n", "\n"}[min(i, 1)] + fmt.Sprintf("- %s [%d]", p.Title, i+1)
				want.Citations = append(want.Citations, answer.Cite(i+1, p, fmt.Sprintf("Begins with %d.", i+1)))
			}
			want.Blocks = document.Read(says)
			if diff := cmp.Diff(want, a); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("the quote of a listed memory does not repeat its title, unless there is nothing else", func(t *testing.T) {
		a := listed(t, answer.Listing{Total: 2}, note("m1", "Knots", "Knots\n\nThe bowline never slips. More."), note("m2", "Bread rests.", "Bread rests."))
		if a.Citations[0].Quote != "The bowline never slips." || a.Citations[1].Quote != "Bread rests." {
			t.Errorf("%+v", a.Citations)
		}
	})
	t.Run("an address is quoted completely", func(t *testing.T) {
		const address = "https://tube.example/watch?v=1.2"
		if a := listed(t, answer.Listing{Total: 1}, note("m1", "A tube", address+"\nMore.")); a.Citations[0].Quote != address {
			t.Errorf("%+v", a.Citations)
		}
	})
	t.Run("API-34 a quote is in its passage, with its place; titles are escaped, and a memory without a title is named by its words", func(t *testing.T) {
		page := note("m1", "", "# [a](javascript:1) "+strings.Repeat("word ", 9))
		page.Place.Page = 4
		a := listed(t, answer.Listing{Total: 2}, page, note("m2", "x", "\n🎉 !"))
		if c := a.Citations[0]; c.Page != 4 || c.Quote == "" || !answer.Holds(page.Text, c.Quote) || a.Citations[1].Quote != "🎉 !" {
			t.Errorf("%+v", a.Citations)
		}
		if !strings.Contains(a.Markdown(), `- \# \[a\](javascript:1) word word word word word word … [1]`) {
			t.Errorf("%s", a.Markdown())
		}
	})
}
