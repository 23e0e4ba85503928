package extractive

import (
	"strconv"
	"strings"

	"engram/internal/answer"
	"engram/internal/recall"
)

// Refusal begins the answer when the memories hold none.
const Refusal = answer.NoAnswer

// quoteClosest quotes the best candidate as what it is.
func quoteClosest(best candidate, matches []recall.Match) answer.Answer {
	a := write([]candidate{best}, matches)
	a.Answered, a.Instead = false, answer.Closest
	a.Markdown = answer.NoSureAnswer + "\n\n" + a.Markdown
	return a
}

// write sets the chosen sentences, those of a memory together, and their citations.
func write(chosen []candidate, matches []recall.Match) answer.Answer {
	a := answer.Answer{Answered: true}
	var memories []int
	said := make(map[int][]string)
	for _, c := range chosen {
		if said[c.match] == nil {
			memories = append(memories, c.match)
		}
		said[c.match] = append(said[c.match], answer.EscapeProse(c.quote())+cite(c.match))
	}
	for _, m := range memories {
		for _, c := range chosen {
			if c.match == m {
				a.Citations = append(a.Citations, answer.Citation{N: m + 1, MemoryID: matches[m].MemoryID, Quote: c.quote(), Place: answer.PlaceOf(c.place)})
			}
		}
	}
	if len(memories) == 1 {
		a.Markdown = strings.Join(said[memories[0]], "\n\n")
		return a
	}
	lines := make([]string, len(memories))
	for i, m := range memories {
		lines[i] = strings.Join(said[m], " ")
	}
	a.Markdown = items(lines)
	return a
}

// cite is the number of a match, to be put behind what it says.
func cite(match int) string { return " [" + strconv.Itoa(match+1) + "]" }

// items is a list.
func items(lines []string) string { return "- " + strings.Join(lines, "\n- ") }
