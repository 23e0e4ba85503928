package recall

import (
	"cmp"
	"slices"

	"engram/internal/recall/lexical"
	"engram/internal/recall/text"
)

// Weights says what counts for a passage beside its own words. A short passage, such as a turn of a conversation, is understood from what stands around it: its neighbours count for
// it in full up to half of fullLength, and less and less from there. Measured on long conversations this lifts the share
// of questions whose turn is among the first five by a seventh; for passages that are long it would only favour the
// memories that have many.
type Weights struct {
	Next   float64 // of the passage before and the one after
	Second float64 // of the ones next to those
	Memory float64 // of all of the memory's passages taken as one, for passages of any length
}

// DefaultWeights are those of the product.
var DefaultWeights = Weights{Next: 0.4, Second: 0.2, Memory: 0.2}

// WithWeights ranks by other weights than the default: for measuring. Weights{} is BM25 with proximity, and no context.
func WithWeights(w Weights) Option { return func(e *Engine) { e.weights = w } }

// fullLength is how many terms a passage has that needs no neighbours.
const fullLength = 100

const (
	defaultLimit = 10
	maxHits      = 3 // passages of a match
)

// search ranks the memories that hold a word of the query.
func (x *index) search(q Query) []Match {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	terms := x.terms(q.Text)
	if len(terms) == 0 || x.words.Live() == 0 {
		return nil
	}
	scores := x.words.Search(lexical.Query{Terms: terms, Keep: x.filter(q)})
	defer scores.Release()
	best := x.best(scores, q.Limit)
	matches := make([]Match, len(best))
	for i, r := range best {
		matches[i] = x.match(r.group, scores, terms)
	}
	return matches
}

// terms takes a question into what the index is asked for.
func (x *index) terms(question string) []lexical.Term {
	var terms []lexical.Term
	for _, t := range text.QueryTerms(question, x.languages(), lexical.MaxTerms) {
		terms = append(terms, lexical.Term(t))
	}
	return terms
}

// filter returns the test that the kind and the dates of the query put to a passage, nil when they put none.
func (x *index) filter(q Query) func(doc uint32) bool {
	if q.Kind == "" && q.Since.IsZero() && q.Until.IsZero() {
		return nil
	}
	return func(doc uint32) bool {
		p := &x.passages[doc]
		return (q.Kind == "" || p.Kind == q.Kind) &&
			(q.Since.IsZero() || !p.CreatedAt.Before(q.Since)) &&
			(q.Until.IsZero() || p.CreatedAt.Before(q.Until))
	}
}

// best returns the memories that rank first, at most limit, in order. It keeps twice as many at most and sorts them only
// when they are full, so that most memories cost one comparison.
func (x *index) best(s *lexical.Scores, limit int) []ranked {
	limit = min(limit, len(s.Groups))
	var top []ranked
	full := false // top[:limit] was sorted, and top[limit-1] is the one to beat
	for _, group := range s.Groups {
		r := x.rank(s, group)
		if full && r.compare(top[limit-1]) > 0 {
			continue
		}
		if top = append(top, r); len(top) == 2*limit {
			slices.SortFunc(top, ranked.compare)
			top, full = top[:limit], true
		}
	}
	slices.SortFunc(top, ranked.compare)
	return top[:limit]
}

// rank scores a memory by its best passage.
func (x *index) rank(s *lexical.Scores, group uint32) ranked {
	r := ranked{group: group, id: x.memories[group].id}
	for i, doc := range x.memories[group].passages {
		if s.Doc[doc].Holds != 0 {
			r.score = max(r.score, x.score(s, group, i))
		}
	}
	return r
}

// score is the score of a memory's passage at position i: its own and a part of those around it.
func (x *index) score(s *lexical.Scores, group uint32, i int) float64 {
	passages := x.memories[group].passages
	own := func(i int) float64 {
		if i < 0 || i >= len(passages) {
			return 0
		}
		d := &s.Doc[passages[i]]
		return d.BM25 + d.Close
	}
	around := x.weights.Next*(own(i-1)+own(i+1)) + x.weights.Second*(own(i-2)+own(i+2))
	return own(i) + x.need(passages[i])*around + x.weights.Memory*s.Group[group].BM25
}

// need says how much a passage needs its neighbours to be understood, from 0 to 1: the shorter, the more.
func (x *index) need(doc uint32) float64 {
	return min(1, max(0, 2-2*float64(x.words.Length(doc))/fullLength))
}

// match gathers a memory's best passages.
func (x *index) match(group uint32, s *lexical.Scores, terms []lexical.Term) Match {
	m := x.memories[group]
	type scored struct {
		doc   uint32
		score float64
	}
	var fit []scored
	for i, doc := range m.passages {
		if s.Doc[doc].Holds != 0 {
			fit = append(fit, scored{doc, x.score(s, group, i)})
		}
	}
	slices.SortStableFunc(fit, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	hits := make([]Hit, min(len(fit), maxHits))
	for i := range hits {
		doc := fit[i].doc
		hits[i] = Hit{
			Passage:  x.passages[doc],
			Score:    fit[i].score,
			Coverage: s.Doc[doc].BM25 / s.Ideal,
			Words:    held(s, doc, terms),
		}
	}
	return Match{MemoryID: m.id, Score: hits[0].Score, Passages: hits}
}

// held returns the words of the question that a passage holds.
func held(s *lexical.Scores, doc uint32, terms []lexical.Term) []Word {
	total := 0.0
	for _, share := range s.Shares {
		total += share
	}
	var words []Word
	for i, share := range s.Shares {
		if s.Doc[doc].Holds&(1<<i) != 0 {
			words = append(words, Word{Forms: terms[i].Forms, Share: share / total})
		}
	}
	return words
}

// ranked is a memory with its score.
type ranked struct {
	group uint32
	id    string
	score float64
}

// compare puts the higher score first, and the lower id where scores are equal.
func (r ranked) compare(other ranked) int {
	return cmp.Or(cmp.Compare(other.score, r.score), cmp.Compare(r.id, other.id))
}
