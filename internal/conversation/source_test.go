package conversation

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer"
	"engram/internal/document"
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
		match("lamb", "1.5 kg lamb", "Roast it slowly."),
		match("party", "🎂🎁", "🎂🎁🎈"),
		match("house", "", "Built in 1899 and let since 2024, for 2101 a month."),
		match("orwell", "1984", ""),
	}
	before := []Turn{
		{Answer: answer.Answer{Kind: answer.Answered, Blocks: document.Read("The ferry leaves at nine [1].")}, Sources: []string{"ferry"}},
		{
			Answer:  answer.Answer{Blocks: document.Read("Nothing you saved answers this.\n\nThe nearest to it:\n\n- 2\\.5 l brine [1]\n- Harbour [2]\n- 🚲 [3]")},
			Sources: []string{"brine", "harbour"},
		},
		{Answer: answer.Answer{Kind: answer.Answered}, Withdrawn: true},
	}
	const nearest = "Nothing you saved answers this.\n\nThe nearest to it:\n\n- "
	for _, test := range []struct {
		title    string
		markdown string
		cites    []string
		want     []string
	}{
		{"a cited memory, once", "So [1].", []string{"soup", "other", "soup"}, []string{"other", "soup"}},
		{"a memory quoted without a citation", "It says **red lentils for half** of it.", nil, []string{"soup"}},
		{"a title", "Nothing answers this. Nearest: *lentil soup*.", nil, []string{"soup"}},
		{"a title of one word", "See “Bread”.", nil, []string{"bread"}},
		{"repeats an earlier answer", "As I said, the ferry leaves at nine.", nil, []string{"ferry"}},
		{"a number in other words", "The code would be 4471.", nil, []string{"safe"}},
		{"a number below the range of years", "From 1899 on.", nil, []string{"house"}},
		{"a number above the range of years", "It costs 2101.", nil, []string{"house"}},
		{"no memory: a year is too common", "In 2024, and until 2100.", nil, nil},
		{"a title that is a year", "It is 1984.", nil, []string{"orwell"}},
		{"three words in a row may be chance", "For half an egg.", nil, nil},
		{"a title with a decimal, in a refusal", nearest + `1\.5 kg lamb [5]`, nil, []string{"lamb"}},
		{"a title with a decimal, without its number", `There is 1\.5 kg lamb.`, nil, []string{"lamb"}},
		{"a title of an emoji, in a refusal", nearest + "🎂🎁 [6]", nil, []string{"party"}},
		{"a title of an emoji, without its number", "It is 🎂🎁.", nil, []string{"party"}},
		{"memories with a citation number, whatever the text", "Nobody knows [2][3]. Nor here [4].", nil, []string{"bread", "safe", "untitled"}},
		{"no memory: these are", `As in [0], [9], [99], \[1\] and [?].`, nil, nil},
		{"a memory with a number after a backslash", `C:\\[1].`, nil, []string{"soup"}},
		{"an earlier refusal's title with a decimal", "You named 2.5 l brine.", nil, []string{"brine", "harbour"}},
		{"an earlier refusal's title of one word", "It was the harbour.", nil, []string{"brine", "harbour"}},
		{"an earlier refusal's title of an emoji", "The 🚲!", nil, []string{"brine", "harbour"}},
		{"no earlier refusal when both refuse", nearest + "Bread [2]", nil, []string{"bread"}},
		{"nothing", "", nil, nil},
	} {
		t.Run("an answer holds words of "+test.title, func(t *testing.T) {
			a := answer.Answer{Blocks: document.Read(test.markdown)}
			for _, id := range test.cites {
				a.Citations = append(a.Citations, answer.Citation{MemoryID: id})
			}
			if diff := cmp.Diff(test.want, sources(a, matches, before)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
