package extractive

import (
	"engram/internal/answer"
	"engram/internal/answer/document"
	"engram/internal/recall"
)

// Refusal begins an answer if the memories hold none.
const Refusal = answer.NoAnswer

// quoteClosest quotes the best candidate as the closest.
func quoteClosest(best candidate, matches []recall.Match) answer.Answer {
	a := quote([]candidate{best}, matches)
	a.Kind = answer.Closest
	a.Blocks = append(document.Document{document.Say(answer.NoSureAnswer)}, a.Blocks...)
	return a
}

// quote quotes the chosen sentences, grouped by memory.
func quote(chosen []candidate, matches []recall.Match) answer.Answer {
	a := answer.Answer{Kind: answer.Answered}
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
				a.Citations = append(a.Citations, answer.Cite(m+1, matches[m].Passages[c.hit].Passage, c.quote()))
			}
		}
	}
	if len(memories) == 1 {
		a.Blocks = said[memories[0]]
		return a
	}
	items := make([]document.Document, len(memories))
	for i, m := range memories {
		items[i] = document.Document{inOne(said[m])}
	}
	a.Blocks = document.Document{{Kind: document.List, Items: items}}
	return a
}

// inOne joins paragraphs into one.
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
