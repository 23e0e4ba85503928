package extractive

import (
	"engram/internal/answer"
	"engram/internal/answer/document"
	"engram/internal/recall"
)

// Refusal begins the answer when the memories hold none.
const Refusal = answer.NoAnswer

// quoteClosest quotes the best candidate as what it is.
func quoteClosest(best candidate, matches []recall.Match) answer.Answer {
	said, a := write([]candidate{best}, matches)
	a.Answered, a.Instead = false, answer.Closest
	a.Markdown = append(document.Document{document.Say(answer.NoSureAnswer)}, said...).Markdown()
	return a
}

// quote quotes the chosen sentences.
func quote(chosen []candidate, matches []recall.Match) answer.Answer {
	said, a := write(chosen, matches)
	a.Markdown = said.Markdown()
	return a
}

// write sets the chosen sentences, those of a memory together, and their citations.
func write(chosen []candidate, matches []recall.Match) (document.Document, answer.Answer) {
	a := answer.Answer{Answered: true}
	var memories []int
	said := make(map[int]document.Document)
	for _, c := range chosen {
		if said[c.match] == nil {
			memories = append(memories, c.match)
		}
		spans := answer.Cited(document.SavedProse(c.quote()), c.match)
		said[c.match] = append(said[c.match], document.Block{Kind: document.Paragraph, Spans: spans})
	}
	for _, m := range memories {
		for _, c := range chosen {
			if c.match == m {
				a.Citations = append(a.Citations, answer.Citation{N: m + 1, MemoryID: matches[m].MemoryID, Quote: c.quote(), Place: answer.PlaceOf(c.place)})
			}
		}
	}
	if len(memories) == 1 {
		return said[memories[0]], a
	}
	items := make([]document.Document, len(memories))
	for i, m := range memories {
		items[i] = document.Document{inOne(said[m])}
	}
	return document.Document{{Kind: document.List, Items: items}}, a
}

// inOne is one paragraph of several.
func inOne(paragraphs document.Document) document.Block {
	var spans []document.Span
	for i, p := range paragraphs {
		if i > 0 {
			spans = document.Join(spans, document.Span{Text: " "})
		}
		spans = document.Join(spans, p.Spans...)
	}
	return document.Block{Kind: document.Paragraph, Spans: spans}
}
