// Package extractive answers with the words that were saved: it picks the sentences of the passages found that say most
// of what is asked, quotes them and cites their memories. It writes nothing of its own, so that it cannot invent.
package extractive

import (
	"context"
	"slices"
	"time"

	"engram/internal/answer"
	"engram/internal/answer/document"
)

// maxSentences is the most sentences of an answer: what is read at a glance.
const maxSentences = 3

// patience is long enough for a machine that encodes a question within 30 ms.
const patience = 150 * time.Millisecond

// Meaning tells what texts are near to a question in what they mean.
type Meaning interface {
	// Near returns the cosine between the meaning of the question and that of each text, in order; nil when that can't be
	// told on this machine, or not before ctx ends. The texts are the user's.
	Near(ctx context.Context, userID, question string, texts []string) []float64
	// Legibility says how well the question can be read, from 0 to 1: its meaning counts as far as that.
	Legibility(question string) float64
}

// Extractor implements answer.Answerer. It is safe for concurrent use.
type Extractor struct {
	Patience time.Duration // how long an answer waits for the meaning of its sentences; to be set before the first
	meaning  Meaning
}

var _ answer.Answerer = (*Extractor)(nil)

// New returns an extractor. Without a Meaning, which is nil then, it goes by words.
func New(meaning Meaning) *Extractor { return &Extractor{Patience: patience, meaning: meaning} }

// Answer implements answer.Answerer. It quotes up to three sentences of the matches, each with the number of its memory behind
// it. Saved text is escaped, so that whatever it holds is shown as it was written. When no sentence answers, the nearest
// memories are named; a listing names its memories. The only error is the context's.
func (e *Extractor) Answer(ctx context.Context, q answer.Question, send func(answer.Piece)) (answer.Answer, error) {
	if err := ctx.Err(); err != nil {
		return answer.Answer{}, err
	}
	var a answer.Answer
	if q.Listing != nil {
		a = list(*q.Listing, q.Matches)
	} else {
		a = e.quote(ctx, q)
	}
	if send != nil {
		send(answer.Piece{Text: a.Markdown(), Change: a.Blocks.Since(nil)})
	}
	return a, nil
}

// quote answers with sentences, quotes what comes closest, or says that there is no answer.
func (e *Extractor) quote(ctx context.Context, q answer.Question) answer.Answer {
	if q.Aside.Sure {
		return spoken(q.Aside)
	}
	candidates := gather(q.Text, q.Matches)
	standard := e.compare(ctx, q, candidates)
	if q.Alone {
		standard.enough *= aloneEnough
	}
	slices.SortStableFunc(candidates, rank)
	switch told := standard.judge(q.Text, candidates, q.Matches); {
	case told == answered:
		return quote(choose(candidates), q.Matches)
	case q.Alone:
	case q.Aside.Line != "":
		return spoken(q.Aside)
	case told == closest:
		return quoteClosest(candidates[0], q.Matches)
	}
	return answer.Answer{Blocks: q.Refusal(standard.near > 0)}
}

func spoken(aside answer.Aside) answer.Answer {
	return answer.Answer{Kind: answer.Spoken, Blocks: document.Document{document.Say(aside.Line)}}
}

// compare adds to the candidates what they are worth for their meaning, and returns what an answer is measured by. Only
// cosines of the model that told of the sentences mean anything here: those of another are on a scale of its own.
func (e *Extractor) compare(ctx context.Context, q answer.Question, candidates []candidate) standard {
	if !slices.ContainsFunc(candidates, func(c candidate) bool { return c.near != 0 }) {
		return byWords
	}
	legible := 1.0
	if e.meaning != nil {
		legible = e.meaning.Legibility(q.Text)
	}
	if e.read(ctx, q, mostLikely(candidates), legible) == 0 {
		for i := range candidates {
			candidates[i].near = 0
		}
		return byWords.towards(byScore, legible)
	}
	return byWords.towards(byMeaning, legible)
}

// read compares sentences with the question, the likeliest first, as far as there is time and until one suffices. Those that are
// left count as near as their passages where they hold words of it. It returns how many were read.
func (e *Extractor) read(ctx context.Context, q answer.Question, likely []*candidate, legible float64) (n int) {
	if e.meaning == nil {
		return 0
	}
	ctx, cancel := context.WithTimeout(ctx, e.Patience)
	defer cancel()
	for n < len(likely) && !suffices(likely[:n], likely[n:], legible) {
		c := likely[n]
		near := e.meaning.Near(ctx, q.UserID, q.Text, []string{c.meant()})
		if len(near) != 1 {
			break
		}
		c.near = near[0]
		c.score += legible * nearWeight * c.near
		n++
	}
	for _, c := range likely[n:] {
		if n > 0 && c.share > 0 {
			c.score += nearWeight * c.near // in which the question's legibility is
		}
	}
	return n
}
