package recall

import (
	"slices"
	"strings"

	"engram/internal/recall/lexical"
	"engram/internal/recall/segment"
	"engram/internal/recall/text"
)

// maxCompletions is the most terms that a prefix may expand to.
const maxCompletions = 64

// find returns the memories that hold every word being typed, best first. The last word may be a
// prefix or have a typing error. Memories with a word split in two, or two joined, follow.
func find(state *segment.State, q Query, o options) ([]Match, error) {
	words := text.Words(q.Text)
	if len(words) == 0 {
		return nil, nil
	}
	last := len(words) - 1
	parts := state.Lexical()
	forms, err := lexical.Completions(parts, words[last], maxCompletions)
	if err != nil {
		return nil, err
	}
	f := finder{state: state, query: q, options: o, excluded: filter(state, q)}
	found, err := f.holding(words, forms, nil)
	for _, other := range text.Respelt(words) {
		if err != nil || len(found) >= q.Limit {
			break
		}
		forms, err = lexical.Beginning(parts, other.Words[len(other.Words)-1], maxCompletions)
		if err != nil {
			break
		}
		var more []Match
		more, err = f.holding(other.Words, forms, other.Pair)
		for _, m := range more {
			known := slices.ContainsFunc(found, func(k Match) bool { return k.MemoryID == m.MemoryID })
			if !known && len(found) < q.Limit {
				found = append(found, m)
			}
		}
	}
	return found, err
}

// finder finds memories by words alone.
type finder struct {
	state   *segment.State
	query   Query
	options options

	excluded []lexical.Bits
}

// holding returns the memories with every word, the last in any form, and an adjacent pair.
func (f finder) holding(words, forms, pair []string) ([]Match, error) {
	if len(forms) == 0 {
		return nil, nil
	}
	s := &search{
		Query: f.query, state: f.state, excluded: f.excluded,
		weights: Weights{Memory: f.options.weights.Memory},
	}
	defer s.release()
	if last := len(words) - 1; last > 0 {
		s.terms = termsOf(f.state, strings.Join(words[:last], " "))
		if pair != nil && len(s.terms) == 0 {
			return nil, nil // half a word that is a stop word
		}
	}
	s.terms = append(s.terms[:min(len(s.terms), lexical.MaxTerms-1)], lexical.Term{Forms: forms, Count: 1})
	var err error
	if s.words, err = lexical.Search(f.state.Lexical(), s.terms); err != nil {
		return nil, err
	}
	var found []Match
	for _, c := range s.withEveryWord() {
		c.doc = s.bestDoc(c)
		p, err := s.passage(c, s.state.Parts[c.part].Head(c.memory))
		if err != nil {
			return nil, err
		}
		if pair == nil || adjacent(p, pair) {
			found = append(found, Match{MemoryID: p.MemoryID, Score: c.score, Passages: []Hit{{Passage: p}}})
		}
	}
	return found, nil
}

// adjacent reports whether two words are in a row, the second as a prefix.
func adjacent(p Passage, pair []string) bool {
	words := text.Words(p.Title + "\n" + p.Text)
	for i := 1; i < len(words); i++ {
		if words[i-1] == pair[0] && strings.HasPrefix(words[i], pair[1]) {
			return true
		}
	}
	return false
}

// bestDoc returns the memory's passage with the highest score by words, the first of equals.
func (s *search) bestDoc(c candidate) uint32 {
	first, end := s.state.Parts[c.part].Words.Group(c.memory)
	best := first
	for doc := first; doc < end; doc++ {
		if scores := s.words.Parts[c.part].Doc; scores[doc] > scores[best] {
			best = doc
		}
	}
	return best
}

// withEveryWord returns the memories that hold every word, best first.
func (s *search) withEveryWord() []candidate {
	var found []candidate
	for part, p := range s.state.Parts {
		scores := &s.words.Parts[part]
		having := scores.Having()
		for m := range uint32(p.Memories()) {
			if !having.Has(m) || s.out(part, m) {
				continue
			}
			best := float64(s.sum(part, m).best)
			score := best + s.weights.Memory*max(0, scores.Whole(m)-best)
			found = append(found, candidate{part: part, memory: m, score: score})
		}
	}
	slices.SortFunc(found, s.compare)
	return found[:min(len(found), s.Limit)]
}
