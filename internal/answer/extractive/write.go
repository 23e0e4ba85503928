package extractive

import (
	"slices"

	"engram/internal/answer"
	"engram/internal/document"
	"engram/internal/recall"
)

// Refusal begins an answer if the memories hold none.
const Refusal = answer.NoAnswer

// quoteClosest quotes what comes closest.
func quoteClosest(chosen []candidate, matches []recall.Match) answer.Answer {
	a := quote(chosen, matches)
	a.Kind = answer.Closest
	a.Blocks = append(document.Document{document.Say(answer.NoSureAnswer)}, a.Blocks...)
	return a
}

// quote quotes the chosen sentences, grouped by memory; the places that a reader found one by one.
func quote(chosen []candidate, matches []recall.Match) answer.Answer {
	a := answer.Answer{Kind: answer.Answered}
	var items []document.Document
	for _, m := range memoriesOf(chosen) {
		var said document.Document
		for _, c := range chosen {
			if c.match != m {
				continue
			}
			a.Citations = append(a.Citations, answer.CitePlace(m+1, matches[m].Passages[c.hit].Passage, c.quote(), c.answers))
			spans := answer.Cited(document.SavedProse(c.quote()), m, len(a.Citations))
			said = append(said, document.Block{Kind: document.Paragraph, Spans: spans})
		}
		if chosen[0].answers != [2]int{} {
			items = slices.AppendSeq(items, slices.Chunk(said, 1))
		} else {
			items = append(items, said)
		}
	}
	if len(items) == 1 {
		a.Blocks = items[0]
	} else {
		for i, said := range items {
			items[i] = document.Document{inOne(said)}
		}
		a.Blocks = document.Document{{Kind: document.List, Items: items}}
	}
	answer.Light(a.Blocks, a.Citations)
	return a
}

// memoriesOf returns the places of the memories that hold the candidates, each once, in the
// candidates' order.
func memoriesOf(chosen []candidate) (memories []int) {
	for _, c := range chosen {
		if !slices.Contains(memories, c.match) {
			memories = append(memories, c.match)
		}
	}
	return memories
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
