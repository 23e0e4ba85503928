package conversation

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer"
	"engram/internal/recall"
)

func TestSources(t *testing.T) {
	match := func(id, title, text string) recall.Match {
		return recall.Match{MemoryID: id, Passages: []recall.Hit{{Passage: recall.Passage{MemoryID: id, Title: title, Text: text}}}}
	}
	matches := []recall.Match{
		match("soup", "Lentil soup", "Simmer the red lentils for half an hour."),
		match("bread", "Bread", "Feed the starter the evening before."),
		match("untitled", "", ""),
		match("safe", "", "It opens with 4471."),
	}
	before := []Turn{{Answer: answer.Answer{Markdown: "The ferry leaves at nine [1].", Citations: []answer.Citation{{N: 1, MemoryID: "ferry"}}}}}
	for _, test := range []struct {
		title    string
		markdown string
		cites    []string
		want     []string
	}{
		{"what is cited, once", "So [1][2].", []string{"soup", "other", "soup"}, []string{"other", "soup"}},
		{"what is quoted without being cited", "It says **red lentils for half** of it.", nil, []string{"soup"}},
		{"a title", "Nothing answers this. Nearest: *lentil soup*.", nil, []string{"soup"}},
		{"a title of one word", "See “Bread”.", nil, []string{"bread"}},
		{"what an earlier answer told", "As I said, the ferry leaves at nine.", nil, []string{"ferry"}},
		{"a number that it tells in other words", "The code would be 4471.", nil, []string{"safe"}},
		{"three words in a row may be chance", "For half an egg.", nil, nil},
		{"nothing", "", nil, nil},
	} {
		t.Run("an answer holds words of "+test.title, func(t *testing.T) {
			a := answer.Answer{Markdown: test.markdown}
			for _, id := range test.cites {
				a.Citations = append(a.Citations, answer.Citation{MemoryID: id})
			}
			if diff := cmp.Diff(test.want, sources(a, matches, before)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
