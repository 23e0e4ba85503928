package extractive

import (
	"slices"
	"strconv"
	"strings"

	"engram/internal/answer"
	"engram/internal/recall"
)

// Refusal begins the answer when the memories hold none.
const Refusal = answer.NoAnswer

// write sets the chosen sentences, those of a memory together, and their citations.
func write(chosen []candidate, matches []recall.Match) answer.Answer {
	a := answer.Answer{Answered: true}
	var memories []int
	said := make(map[int][]string)
	for _, c := range chosen {
		if said[c.match] == nil {
			memories = append(memories, c.match)
		}
		said[c.match] = append(said[c.match], escape(c.text)+cite(c.match))
	}
	for _, m := range memories {
		for _, c := range chosen {
			if c.match == m {
				a.Citations = append(a.Citations, answer.Citation{N: m + 1, MemoryID: matches[m].MemoryID, Quote: c.text, Place: answer.PlaceOf(c.place)})
			}
		}
	}
	if len(memories) == 1 {
		a.Markdown = strings.Join(said[memories[0]], "\n\n")
		return a
	}
	items := make([]string, len(memories))
	for i, m := range memories {
		items[i] = strings.Join(said[m], " ")
	}
	a.Markdown = list(items)
	return a
}

// cite is the number of a match, to be put behind what it says.
func cite(match int) string { return " [" + strconv.Itoa(match+1) + "]" }

func list(items []string) string { return "- " + strings.Join(items, "\n- ") }

// What a memory needs to be named beside the question that it does not answer.
const (
	relatedCoverage   = 0.05
	relatedSimilarity = 0.3
)

// refusal says that nothing answers, and what comes nearest to it: by its words and, where that is told, by its meaning.
func refusal(matches []recall.Match, meaning bool) string {
	related := func(h recall.Hit) bool {
		return h.Coverage >= relatedCoverage || meaning && h.Similarity >= relatedSimilarity
	}
	var nearest []string
	for i, m := range matches {
		if slices.ContainsFunc(m.Passages, related) && len(nearest) < maxSentences {
			nearest = append(nearest, escape(named(m.Passages[0]))+cite(i))
		}
	}
	if len(nearest) == 0 {
		return Refusal
	}
	return Refusal + "\n\nThe nearest to it:\n\n" + list(nearest)
}

// nameWords is how many words a memory without a title is called by.
const nameWords = 8

// named is the memory's title or how the passage begins.
func named(h recall.Hit) string {
	if strings.TrimSpace(h.Title) != "" {
		return h.Title
	}
	words := strings.Fields(h.Text)
	if len(words) <= nameWords {
		return strings.Join(words, " ")
	}
	return strings.Join(words[:nameWords], " ") + " …"
}
