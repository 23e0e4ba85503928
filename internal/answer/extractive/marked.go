package extractive

import (
	"cmp"
	"slices"
	"strings"

	"engram/internal/answer"
	"engram/internal/plaintext"
)

// The most that a mark adds to a sentence's score and to a passage's probability: about as much as
// tells sentences apart that answer equally well.
const (
	markedScore       = 0.2
	markedProbability = 0.1
)

// preferMarked returns the candidates ranked with those first that the person marked and that score
// about as well; nil if none is marked.
func preferMarked(q answer.Question, candidates []candidate) []candidate {
	if len(q.Marks) == 0 {
		return nil
	}
	marks, ranked, any := lettersOf(q.Marks), slices.Clone(candidates), false
	for i, c := range ranked {
		if cover(marks[q.Matches[c.match].MemoryID], c.sentences[len(c.sentences)-1].Text) {
			ranked[i].score += markedScore
			any = true
		}
	}
	if !any {
		return nil
	}
	slices.SortStableFunc(ranked, rank)
	return ranked
}

// markedFirst returns the passages of an answer, those first whose words are marked and that answer
// about as probably.
func markedFirst(q answer.Question, sources []passage) []passage {
	if len(q.Marks) == 0 {
		return sources
	}
	marks := lettersOf(q.Marks)
	sources = slices.Clone(sources)
	for i, p := range sources {
		for _, c := range p.quotes(false) {
			if cover(marks[p.found.MemoryID], c.quote()) {
				sources[i].probability += markedProbability
				break
			}
		}
	}
	slices.SortStableFunc(sources, func(a, b passage) int { return cmp.Compare(b.probability, a.probability) })
	return sources
}

// lettersOf returns the marks as letters, which alone are compared.
func lettersOf(marks map[string][]string) map[string][]string {
	all := make(map[string][]string, len(marks))
	for id, quotes := range marks {
		for _, quote := range quotes {
			if letters := plaintext.Letters(quote); letters != "" {
				all[id] = append(all[id], letters)
			}
		}
	}
	return all
}

// cover reports whether words are marked, or a part of them is.
func cover(marks []string, words string) bool {
	letters := plaintext.Letters(words)
	return letters != "" && slices.ContainsFunc(marks, func(mark string) bool {
		return strings.Contains(mark, letters) || strings.Contains(letters, mark)
	})
}
