package recall

import (
	"slices"
	"strings"

	"engram/internal/recall/lexical"
	"engram/internal/recall/segment"
	"engram/internal/recall/text"
)

const (
	maxCompletions = 64 // terms that the last word of what is being typed stands for at most
	mostSpelt      = 6  // words of a text that is looked for in other spellings
	maxSpellings   = 12 // that are tried
	leastHalf      = 2  // letters
	longestJoined  = 12 // letters of a word that may be two
)

// find returns the memories that hold every word of what is being typed, best first, each with its best passage. The last
// word may be the beginning of one, or have a slip in it. Behind them come those that write one word as two, or two as one.
func find(state *segment.State, q Query, o options) ([]Match, error) {
	words := text.Words(q.Text)
	if len(words) == 0 {
		return nil, nil
	}
	last := len(words) - 1
	parts := lexicalParts(state)
	forms, err := lexical.Completions(parts, words[last], maxCompletions)
	if err != nil {
		return nil, err
	}
	f := finder{state: state, query: q, options: o}
	found, err := f.holding(words, forms, nil)
	for _, other := range spellings(words) {
		if err != nil || len(found) >= q.Limit {
			break
		}
		forms, err = lexical.Beginning(parts, other.words[len(other.words)-1], maxCompletions)
		if err != nil {
			break
		}
		var more []Match
		more, err = f.holding(other.words, forms, other.pair)
		for _, m := range more {
			known := slices.ContainsFunc(found, func(k Match) bool { return k.MemoryID == m.MemoryID })
			if !known && len(found) < q.Limit {
				found = append(found, m)
			}
		}
	}
	return found, err
}

// spelling is a text in other words.
type spelling struct {
	words []string
	pair  []string // two of them that must stand side by side; nil: none
}

// spellings are those of the words that write two as one, "wi fi" as "wifi", and one as two.
func spellings(words []string) []spelling {
	var all []spelling
	if len(words) > mostSpelt {
		return nil
	}
	for i, w := range words {
		if i > 0 && len(words[i-1]+w) <= longestJoined {
			all = append(all, spelling{words: slices.Concat(words[:i-1], []string{words[i-1] + w}, words[i+1:])})
		}
		letters := []rune(w)
		for cut := leastHalf; cut <= len(letters)-leastHalf && len(letters) <= longestJoined; cut++ {
			pair := []string{string(letters[:cut]), string(letters[cut:])}
			all = append(all, spelling{slices.Concat(words[:i], pair, words[i+1:]), pair})
		}
	}
	return all[:min(len(all), maxSpellings)]
}

// finder looks for memories that hold words.
type finder struct {
	state   *segment.State
	query   Query
	options options
}

// holding returns the memories that hold all words, of which the last one has these forms, and the pair side by side.
func (f finder) holding(words, forms, pair []string) ([]Match, error) {
	if len(forms) == 0 {
		return nil, nil
	}
	s := &search{Query: f.query, state: f.state, weights: Weights{Memory: f.options.weights.Memory}, left: filter(f.state, f.query)}
	defer s.release()
	if last := len(words) - 1; last > 0 {
		s.terms = termsOf(f.state, strings.Join(words[:last], " "))
		if pair != nil && len(s.terms) == 0 {
			return nil, nil // half a word that says nothing
		}
	}
	s.terms = append(s.terms[:min(len(s.terms), lexical.MaxTerms-1)], lexical.Term{Forms: forms, Count: 1})
	var err error
	if s.words, err = lexical.Search(lexicalParts(f.state), s.terms); err != nil {
		return nil, err
	}
	var found []Match
	for _, c := range s.whole() {
		c.doc = s.likeliestOf(c)
		p, err := s.passage(c, s.state.Parts[c.part].Head(c.memory))
		if err != nil {
			return nil, err
		}
		if pair == nil || together(p, pair) {
			found = append(found, Match{MemoryID: p.MemoryID, Score: c.score, Passages: []Hit{{Passage: p}}})
		}
	}
	return found, nil
}

// together reports whether two words stand side by side in a passage or its title, the second begun at least.
func together(p Passage, pair []string) bool {
	words := text.Words(p.Title + "\n" + p.Text)
	for i := 1; i < len(words); i++ {
		if words[i-1] == pair[0] && strings.HasPrefix(words[i], pair[1]) {
			return true
		}
	}
	return false
}

// likeliestOf returns the passage of a memory that has most of the words, the first of those that have as much.
func (s *search) likeliestOf(c candidate) uint32 {
	first, end := s.state.Parts[c.part].Words.Group(c.memory)
	best := first
	for doc := first; doc < end; doc++ {
		if scores := s.words.Parts[c.part].Doc; scores[doc] > scores[best] {
			best = doc
		}
	}
	return best
}

// whole returns the memories that hold every word, best first.
func (s *search) whole() []candidate {
	var found []candidate
	for part, p := range s.state.Parts {
		scores := &s.words.Parts[part]
		having := scores.Having()
		for m := range uint32(p.Memories()) {
			if !having.Has(m) || s.out(part, m) {
				continue
			}
			best := float64(s.sum(part, m).best)
			found = append(found, candidate{part: part, memory: m, score: best + s.weights.Memory*beyond(scores.Whole(m), best)})
		}
	}
	slices.SortFunc(found, s.compare)
	return found[:min(len(found), s.Limit)]
}
