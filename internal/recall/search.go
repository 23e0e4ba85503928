package recall

import (
	"slices"
	"strings"

	"engram/internal/recall/lexical"
	"engram/internal/recall/segment"
	"engram/internal/recall/text"
)

const (
	defaultLimit = 10
	maxHits      = 3  // passages of a match
	maxAlone     = 12 // passages of the match with Query.Memory
)

// search runs one query on one state of an index.
type search struct {
	Query
	state    *segment.State
	weights  Weights
	terms    []lexical.Term
	excluded []lexical.Bits // by part: memories that the filters exclude; nil: none
	words    *lexical.Scores
	meaning  *meaning // nil: by words alone
}

// newSearch scores all passages. The caller must call release.
func newSearch(state *segment.State, q Query, o options) (*search, error) {
	s := &search{
		Query: q, state: state, weights: o.weights,
		excluded: filter(state, q), terms: termsOf(state, q.Text),
	}
	if s.Limit <= 0 {
		s.Limit = defaultLimit
	}
	if err := s.score(o); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

func (s *search) score(o options) (err error) {
	s.words, err = lexical.Search(s.state.Lexical(), s.terms)
	if err != nil {
		return err
	}
	s.meaning, err = newMeaning(s, o)
	return err
}

func (s *search) release() {
	if s.words != nil {
		s.words.Release()
	}
	if s.meaning != nil {
		s.meaning.release()
	}
}

// termsOf returns the terms to look up for a question.
func termsOf(state *segment.State, question string) []lexical.Term {
	var terms []lexical.Term
	for _, t := range text.QueryTerms(question, state.Spoken(), lexical.MaxTerms) {
		terms = append(terms, lexical.Term(t))
	}
	return terms
}

// filter returns the memories that the query's filters exclude, nil if there are no filters.
func filter(state *segment.State, q Query) []lexical.Bits {
	if q.Memory == "" && q.Within == nil && !q.filters() {
		return nil
	}
	left := make([]lexical.Bits, len(state.Parts))
	for i, p := range state.Parts {
		if left[i] = lexical.NewBits(p.Memories()); q.Within != nil {
			left[i] = p.Without(q.Within)
		}
		if q.Memory == "" && !q.filters() {
			continue
		}
		only, here := p.Find(q.Memory)
		for m := range uint32(p.Memories()) {
			if q.Memory != "" && (!here || m != only) || !q.fits(p, m) {
				left[i].Set(m)
			}
		}
	}
	return left
}

// filters reports whether the query has a filter of kind, site or time.
func (q Query) filters() bool {
	return q.Kind != "" || q.Not != "" || q.Site != "" || !q.Since.IsZero() || !q.Until.IsZero()
}

// fits reports whether a memory passes the filters of kind, site and time.
func (q Query) fits(p *segment.Part, m uint32) bool {
	kind, created := p.Kind(m), p.CreatedAt(m)
	switch {
	case q.Kind != "" && kind != q.Kind, q.Not != "" && kind == q.Not:
		return false
	case !q.Since.IsZero() && created.Before(q.Since), !q.Until.IsZero() && !created.Before(q.Until):
		return false
	}
	return q.Site == "" || strings.Contains(strings.ToLower(p.Fields(m)), q.Site)
}

// out reports whether a memory is deleted or excluded.
func (s *search) out(part int, m uint32) bool {
	return s.state.Parts[part].Dead.Has(m) || s.excluded != nil && s.excluded[part].Has(m)
}

// matches returns the best memories.
func (s *search) matches() ([]Match, error) {
	if s.Memory != "" {
		return s.alone()
	}
	best, err := s.best(false)
	if err != nil {
		return nil, err
	}
	var matches []Match
	for _, c := range best {
		m, err := s.match(c)
		if err != nil {
			return nil, err
		}
		matches = append(matches, m)
	}
	return matches, nil
}

// alone returns the memory of Query.Memory, whatever the text says.
func (s *search) alone() ([]Match, error) {
	for part, p := range s.state.Parts {
		m, found := p.Find(s.Memory)
		if !found || s.out(part, m) {
			continue
		}
		c := candidate{part: part, memory: m}
		if s.meaning != nil {
			if err := s.meaning.compareMemories(s, []candidate{c}); err != nil {
				return nil, err
			}
		}
		match, err := s.match(c)
		return []Match{match}, err
	}
	return nil, nil
}

// passages returns the best passages of all memories.
func (s *search) passages() ([]Hit, error) {
	best, err := s.best(true)
	if err != nil {
		return nil, err
	}
	var hits []Hit
	for _, c := range best {
		hit, err := s.hit(c, s.state.Parts[c.part].Head(c.memory))
		if err != nil {
			return nil, err
		}
		hits = append(hits, hit)
	}
	return hits, nil
}

// match returns a memory with its best passages, with Query.Memory followed by its first ones.
func (s *search) match(c candidate) (Match, error) {
	limit := maxHits
	if s.Memory != "" {
		limit = maxAlone
	}
	var fit []candidate
	s.passagesOf(c, func(one candidate) { fit = append(fit, one) })
	best := s.topRanked(fit, limit, s.exact)
	head := s.state.Parts[c.part].Head(c.memory)
	m := Match{MemoryID: head.ID}
	if len(best) > 0 {
		m.Score = best[0].score
	}
	if s.Memory != "" {
		best = s.fill(best, c, limit)
	}
	for _, one := range best {
		hit, err := s.hit(one, head)
		if err != nil {
			return Match{}, err
		}
		m.Passages = append(m.Passages, hit)
	}
	return m, nil
}

// fill appends the memory's first passages up to the limit.
func (s *search) fill(best []candidate, of candidate, limit int) []candidate {
	for doc, end := s.state.Parts[of.part].Words.Group(of.memory); doc < end && len(best) < limit; doc++ {
		there := func(c candidate) bool { return c.doc == doc }
		if !slices.ContainsFunc(best, there) {
			best = append(best, candidate{part: of.part, memory: of.memory, doc: doc})
		}
	}
	return best
}

func (s *search) hit(c candidate, head segment.Memory) (Hit, error) {
	p, err := s.passage(c, head)
	if err != nil {
		return Hit{}, err
	}
	hit := Hit{
		Passage: p, Score: c.score,
		Coverage: s.coverage(c.part, c.doc), Words: s.matchedWords(c.part, c.doc),
	}
	if s.meaning != nil {
		if cos, known := s.meaning.cosine(s, c.part, c.doc); known {
			hit.Similarity = cos
		}
	}
	if p.Remarks != "" {
		s.setRemarksApart(&hit, c)
	}
	return hit, nil
}

// setRemarksApart removes from a hit's words and coverage what its remarks alone hold.
func (s *search) setRemarksApart(hit *Hit, c candidate) {
	lang := hit.Lang()
	remarks := text.Terms(hit.Remarks, lang)
	written := text.Terms(hit.Text+"\n"+hit.Title+"\n"+hit.Fields, lang)
	isIn := func(w Word, terms []string) bool {
		return slices.ContainsFunc(w.Forms, func(form string) bool { return slices.Contains(terms, form) })
	}
	var own []Word
	share, ownShare := 0.0, 0.0
	for _, w := range hit.Words {
		share += w.Share
		if isIn(w, written) || !isIn(w, remarks) {
			own = append(own, w)
			ownShare += w.Share
		}
	}
	if len(own) == len(hit.Words) || share == 0 {
		return
	}
	apart := (1 - ownShare/share) * float64(s.words.Parts[c.part].Doc[c.doc])
	hit.Words, hit.Coverage, hit.Remarked = own, hit.Coverage-apart/s.words.Ideal, s.scale(apart)
}

// passage reads the text of a passage.
func (s *search) passage(c candidate, head segment.Memory) (Passage, error) {
	p, err := s.state.Parts[c.part].Segment.Passage(c.doc)
	return Passage{
		MemoryID: head.ID, Kind: head.Kind, CreatedAt: head.CreatedAt, Title: head.Title, Fields: head.Fields,
		Ord: p.Ord, Text: p.Text, Remarks: p.Remarks, Place: placeOf(p),
	}, err
}

// matchedWords returns the question's words that a passage holds.
func (s *search) matchedWords(part int, doc uint32) []Word {
	total := 0.0
	for _, share := range s.words.Shares {
		total += share
	}
	var words []Word
	holds := s.words.Parts[part].Holds(doc)
	for i, share := range s.words.Shares {
		if holds&(1<<i) != 0 {
			words = append(words, Word{Forms: s.terms[i].Forms, Share: share / total})
		}
	}
	return words
}
