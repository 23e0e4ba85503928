// Package extractive answers with the words that were saved: it picks the sentences of the passages found that say most
// of what is asked, quotes them and cites their memories. It writes nothing of its own, so that it cannot invent.
package extractive

import (
	"context"
	"strconv"
	"strings"

	"engram/internal/answer"
	"engram/internal/recall"
)

// Refusal is the whole answer when the memories hold none.
const Refusal = "Your memories hold no answer to that."

// maxSentences is the most sentences of an answer: what is read at a glance.
const maxSentences = 3

// enough is how much of the question a memory and its best sentence must hold together to count as an answer, where
// each holds between 0 and 1 of it. Measured on questions that have no answer among the memories and on as many that
// have: the higher, the more of the former are refused, and the more of the latter.
const enough = 0.8

// Extractor implements answer.Answerer. It has no state.
type Extractor struct{}

var _ answer.Answerer = (*Extractor)(nil)

// New returns an extractor.
func New() *Extractor { return &Extractor{} }

// Answer implements answer.Answerer. It quotes up to three sentences of the matches, each in a paragraph of its own that ends in the number of its
// memory. Saved text is escaped, so that whatever it holds is shown as it was written. The only error is the context's.
func (*Extractor) Answer(ctx context.Context, q answer.Question, tell func(answer.Piece)) (answer.Answer, error) {
	if err := ctx.Err(); err != nil {
		return answer.Answer{}, err
	}
	a := answer.Answer{Markdown: Refusal}
	if candidates := gather(q.Text, q.Matches); answered(candidates) {
		a = write(choose(candidates), q.Matches)
	}
	if tell != nil {
		tell(answer.Piece{Text: a.Markdown})
	}
	return a, nil
}

// answered reports whether one of the candidates says enough of what is asked.
func answered(candidates []candidate) bool {
	for _, c := range candidates {
		if c.memoryShare+c.share >= enough {
			return true
		}
	}
	return false
}

// write sets the chosen sentences and their citations.
func write(chosen []candidate, matches []recall.Match) answer.Answer {
	a := answer.Answer{Answered: true}
	var paragraphs []string
	for _, c := range chosen {
		n := c.match + 1
		paragraphs = append(paragraphs, escape(c.text)+" ["+strconv.Itoa(n)+"]")
		a.Citations = append(a.Citations, answer.Citation{
			N: n, MemoryID: matches[c.match].MemoryID, Quote: c.text, Place: place(c.place),
		})
	}
	a.Markdown = strings.Join(paragraphs, "\n\n")
	return a
}

// place says where a passage stands in its source, as a person would.
func place(p recall.Place) string {
	switch {
	case p.Page > 0:
		return "page " + strconv.Itoa(p.Page)
	case p.Second > 0:
		return "at " + clock(p.Second)
	}
	return ""
}

// clock writes seconds as a player does: 1:05, 1:02:03.
func clock(seconds int) string {
	two := func(n int) string { return strconv.Itoa(100 + n%60)[1:] }
	minutes, hours := seconds/60, seconds/3600
	if hours == 0 {
		return strconv.Itoa(minutes) + ":" + two(seconds)
	}
	return strconv.Itoa(hours) + ":" + two(minutes) + ":" + two(seconds)
}
