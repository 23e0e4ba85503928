package lexical

// Frequent terms weigh little, and most of a search would go into scoring them. In a large index they wait until the others
// are scored: then most groups can't be among the best any more, and the terms are looked up in the rest alone.
const (
	frequent = 16     // a term that one document of so many holds
	manyDocs = 10_000 // from which on terms wait
	// lookUp is how many postings are scored in the time in which a term is looked up in one group.
	lookUp = 16
)

// Pending bounds what the terms that were not scored yet add to the score of any document or group; holds are their bits.
func (s *Scores) Pending() (most float64, holds uint64) {
	for _, term := range s.pending {
		most += s.Weights[term] * (k1 + 1)
		holds |= 1 << term
	}
	return most, holds
}

// Complete scores the pending terms in one group. Scores of a group and of its documents are lower bounds until then.
func (s *Scores) Complete(part int, group uint32) {
	p := &s.Parts[part]
	if len(s.pending) == 0 || p.out.Has(group) {
		return
	}
	first, end := p.reader.Group(group)
	for _, term := range s.pending {
		p.score(s, term, p.postingsOf(term, first, end))
	}
}

// CompleteAll scores the pending terms everywhere.
func (s *Scores) CompleteAll() {
	for _, term := range s.pending {
		s.scoreTerm(term)
	}
	s.pending, s.postings = nil, 0
}

// Cheaper reports whether completing so many groups one by one takes less time than CompleteAll.
func (s *Scores) Cheaper(groups int) bool { return groups*len(s.pending)*lookUp < s.postings }
