// Package extractive answers by quoting saved sentences and cites their memories: those where a
// reader finds the answer or, without one, those that say most of what is asked. It never writes a
// sentence of its own.
package extractive

import (
	"context"
	"slices"
	"time"

	"engram/internal/answer"
	"engram/internal/document"
	"engram/internal/embed"
)

// maxSentences is the most sentences of an answer or, with a reader, of a place.
const maxSentences = 3

// patience suffices where encoding a question takes up to 30 ms.
const patience = 150 * time.Millisecond

// Meaning compares texts with a question by their vectors.
type Meaning interface {
	// Near returns the cosine of the question's vector with each text's; nil if the encoder is not
	// on this machine or ctx ends first. The texts are the user's.
	Near(ctx context.Context, userID, question string, texts []string) []float64
	// Legibility returns how well the encoder reads the question, from 0 to 1.
	Legibility(question string) float64
}

// Reader reads a question and passages together.
type Reader interface {
	// Read returns the readings of the first excerpts, as many as were made before ctx ended.
	Read(ctx context.Context, question string, excerpts []embed.Excerpt) []embed.Reading
	// Reads reports whether the reader is usable and knows the question's language.
	Reads(question string) bool
}

// Extractor implements answer.Answerer. It is safe for concurrent use.
type Extractor struct {
	// Reading is the time limit for reading more than the first passages, Patience that for these and,
	// if none was read, for encoding sentences; set before first use.
	Reading, Patience time.Duration
	Fitted            bool // similarities come from the built-in encoder; set before first use
	meaning           Meaning
	reader            Reader
}

var _ answer.Answerer = (*Extractor)(nil)

// New returns an extractor. Without a reader it compares sentences with the question, if meaning is
// nil by words alone.
func New(meaning Meaning, reader Reader) *Extractor {
	return &Extractor{Reading: patience, Patience: patience, meaning: meaning, reader: reader}
}

// Answer implements answer.Answerer. It quotes a few sentences, escaped so that saved text shows
// as written. If none answers, it names the nearest memories. Its only error is the
// context's.
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

// quote returns an answer of sentences, the closest sentence, or a refusal.
func (e *Extractor) quote(ctx context.Context, q answer.Question) answer.Answer {
	if q.Aside.Sure {
		return spoken(q.Aside)
	}
	read := e.read(ctx, q)
	q.Matches = ranked(q, read)
	f := e.find(ctx, q, read)
	switch {
	case f.verdict == answered:
		return quote(f.chosen, q.Matches)
	case q.Aside.Line != "":
		return spoken(q.Aside)
	case f.verdict == closest:
		return quoteClosest(f.chosen, q.Matches)
	}
	return answer.Answer{Blocks: q.Refusal(f.fitted)}
}

// finding holds the part of an answer that the memories have.
type finding struct {
	verdict verdict
	chosen  []candidate // to quote, in order; empty only if missed
	fitted  bool        // similarities tell which memories are near
}

// find chooses among the passages that were read or, if too few were in time, compares sentences
// with the question.
func (e *Extractor) find(ctx context.Context, q answer.Question, read []passage) finding {
	if len(read) > 0 {
		verdict, chosen := chooseRead(q, read)
		return finding{verdict, chosen, e.Fitted}
	}
	candidates := gather(q.Text, q.Matches)
	model := e.compare(ctx, q, candidates)
	if q.Alone {
		model.threshold *= aloneFactor
	}
	slices.SortStableFunc(candidates, rank)
	f := finding{verdict: model.judge(q.Text, candidates, q.Matches), fitted: model.near > 0}
	if marked := preferMarked(q, candidates); f.verdict == answered && marked != nil &&
		model.judge(q.Text, marked, q.Matches) == answered {
		candidates = marked
	}
	switch {
	case f.verdict == answered:
		f.chosen = choose(candidates)
	case q.Alone: // one memory stands out from no others
		f.verdict = missed
	case f.verdict == closest:
		f.chosen = candidates[:1]
	}
	return f
}

func spoken(aside answer.Aside) answer.Answer {
	return answer.Answer{Kind: answer.Spoken, Blocks: document.Document{document.Say(aside.Line)}}
}

// compare scores the candidates by meaning and returns the thresholds that apply. Passage cosines
// only count once sentences were encoded by the same model: scales differ between models.
func (e *Extractor) compare(ctx context.Context, q answer.Question, candidates []candidate) answerability {
	if !slices.ContainsFunc(candidates, func(c candidate) bool { return c.near != 0 }) {
		return byWords
	}
	legible := 1.0
	if e.meaning != nil {
		legible = e.meaning.Legibility(q.Text)
	}
	ctx, cancel := context.WithTimeout(ctx, e.Patience)
	defer cancel()
	if e.encode(ctx, q, mostLikely(candidates), legible) == 0 {
		for i := range candidates {
			candidates[i].near = 0
		}
		return byWords.towards(byScore, legible)
	}
	return byWords.towards(byMeaning, legible)
}

// encode adds the cosines of sentences, likeliest first, until time is up or one suffices, and
// returns their number. The others then keep their passage's cosine if they hold words of the
// question.
func (e *Extractor) encode(ctx context.Context, q answer.Question, likely []*candidate, legible float64) (n int) {
	if e.meaning == nil {
		return 0
	}
	for n < len(likely) && !suffices(likely[:n], likely[n:], legible) {
		c := likely[n]
		near := e.meaning.Near(ctx, q.UserID, q.Text, []string{c.toEncode()})
		if len(near) != 1 {
			break
		}
		c.near = near[0]
		c.score += legible * nearWeight * c.near
		n++
	}
	for _, c := range likely[n:] {
		if n > 0 && c.share > 0 {
			c.score += nearWeight * c.near // already scaled by legibility
		}
	}
	return n
}
