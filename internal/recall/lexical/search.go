package lexical

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
)

// closeWithin is the greatest distance of query terms that count as close.
const closeWithin = 8

// MaxTerms is the most terms of a query; others are ignored.
const MaxTerms = 64

// Term is a term of a query.
type Term struct {
	Forms    []string // alternatives; the i-th of each term belong to one language
	Count    int      // occurrences in the question
	Overlaps bool     // with the term before it, so their proximity says nothing
}

// Scores is the result of a query: BM25 of every document, and more on demand. Release returns its
// memory to a pool.
type Scores struct {
	Weights []float64 // idf by term, times its count
	Shares  []float64 // weight of each term within the question, see share
	Ideal   float64   // score of a document with every term many times; unknown terms count as the rarest
	Parts   []PartScores

	bits    [MaxTerms]Held // by term
	pairs   uint64         // bit i: proximity counts for term i and the one before
	lengths *lengths
	close   [1 << HeldBits]float32 // upper bound of proximity by terms held
}

// Held is a bit set of query terms in a document, those with proximity first; the last bit stands
// for all others.
type Held uint8

// HeldBits is the number of bits.
const HeldBits = 8

// PartScores are the scores in one part.
type PartScores struct {
	Doc  []float32 // BM25 by document; 0: no term
	Held []Held    // terms held, by document

	all      *Scores
	reader   *Reader
	lists    [][]*list // by term and form; nil if absent
	whole    []float32 // BM25 by group, on demand
	asked    []uint32  // groups with a value in whole
	postings []posting // of a term
	a, b     []uint32  // positions
}

var (
	pool        = sync.Pool{New: func() any { return new(PartScores) }}
	lengthsPool = sync.Pool{New: func() any { return new(lengths) }}
)

// Search scores the documents with any form of the distinct terms, in question order. Deleted
// documents are scored too, but don't count in statistics.
func Search(parts []Part, terms []Term) (*Scores, error) {
	s := &Scores{Parts: make([]PartScores, len(parts)), lengths: lengthsPool.Get().(*lengths)}
	terms = terms[:min(len(terms), MaxTerms)]
	live := Stats{}
	for i, p := range parts {
		live = live.Plus(p.Live)
		s.Parts[i] = *pool.Get().(*PartScores)
		if err := s.Parts[i].open(s, p.Reader, terms); err != nil {
			s.Release()
			return nil, err
		}
	}
	s.lengths.fill(live)
	s.pair(terms)
	for i, term := range terms {
		df := 0
		for j, p := range parts {
			df += s.Parts[j].df(i, p.Dead)
		}
		df = min(df, live.Docs)
		weight := float64(term.Count) * idf(live.Docs, df)
		s.Weights = append(s.Weights, weight)
		s.Shares = append(s.Shares, float64(term.Count)*share(live.Docs, df))
		s.Ideal += weight * (k1 + 1)
		for j := range s.Parts {
			s.Parts[j].score(i, float32(weight))
		}
	}
	s.boundCloseness()
	return s, nil
}

// pair finds the pairs with proximity and assigns bits to terms.
func (s *Scores) pair(terms []Term) {
	for i, term := range terms {
		if i > 0 && !term.Overlaps {
			s.pairs |= 1 << i
		}
	}
	next := 0
	for _, paired := range []bool{true, false} {
		for i := range terms {
			if ((s.pairs|s.pairs>>1)>>i&1 == 1) == paired {
				s.bits[i] = 1 << min(next, HeldBits-1)
				next++
			}
		}
	}
}

// open allocates the scores of a part and finds the lists of all terms.
func (s *PartScores) open(all *Scores, r *Reader, terms []Term) error {
	s.all, s.reader = all, r
	s.Doc, s.Held, s.whole = sized(s.Doc, r.Docs()), sized(s.Held, r.Docs()), sized(s.whole, r.Groups())
	for _, term := range terms {
		lists := make([]*list, len(term.Forms))
		for i, form := range term.Forms {
			if before := slices.Index(term.Forms[:i], form); before >= 0 {
				lists[i] = lists[before]
				continue
			}
			place, found := r.find(form)
			if !found {
				continue
			}
			l, err := r.list(place)
			if err != nil {
				return err
			}
			lists[i] = l
		}
		s.lists = append(s.lists, lists)
	}
	return nil
}

// sized returns zero values of that length; s must be zero up to its capacity.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// different yields each distinct list of a term.
func different(lists []*list, yield func(*list)) {
	for i, l := range lists {
		if l != nil && !slices.Contains(lists[:i], l) {
			yield(l)
		}
	}
}

// df returns the number of live documents with a form of the term, counted per form.
func (s *PartScores) df(term int, dead Bits) (df int) {
	different(s.lists[term], func(l *list) { df += l.live(s.reader, dead) })
	return df
}

// score adds a term to the scores of its documents.
func (s *PartScores) score(term int, weight float32) {
	var lists []*list
	different(s.lists[term], func(l *list) { lists = append(lists, l) })
	if len(lists) == 1 {
		s.scoreList(lists[0], s.all.bits[term], weight)
		return
	}
	for _, p := range s.postingsOf(term, 0, gone) {
		s.Doc[p.doc] += weight * s.all.lengths.of(p.weight, s.reader.docs[2*p.doc+1])
		s.Held[p.doc] |= s.all.bits[term]
	}
}

// scoreList is score for a single form, the usual case. It is the hot loop of a search, so
// cursor.next is inlined by hand.
func (s *PartScores) scoreList(l *list, bit Held, weight float32) {
	docs, scores, held, lengths := s.reader.docs, s.Doc, s.Held, s.all.lengths
	doc, p := gone, l.docs
	for i, w := 0, 0; i < len(p); w++ {
		step := uint32(p[i])
		if step < 0x80 {
			i++
		} else {
			var size int
			step, size = uvarint(p[i:])
			i += size
		}
		doc += step
		scores[doc] += weight * lengths.of(uint32(l.weights[w]), docs[2*doc+1])
		held[doc] |= bit
	}
}

// postingsOf returns the documents in [first, end) with a term.
func (s *PartScores) postingsOf(term int, first, end uint32) []posting {
	s.postings = s.postings[:0]
	lists := 0
	different(s.lists[term], func(l *list) {
		s.postings = l.decode(s.postings, first, end)
		lists++
	})
	if lists > 1 {
		s.postings = firstOfEach(s.postings)
	}
	return s.postings
}

// posting is a document and the weight of a term in it.
type posting struct{ doc, weight uint32 }

// firstOfEach sorts the postings of several lists by document and keeps the first of each.
func firstOfEach(postings []posting) []posting {
	slices.SortStableFunc(postings, func(a, b posting) int { return cmp.Compare(a.doc, b.doc) })
	return slices.CompactFunc(postings, func(a, b posting) bool { return a.doc == b.doc })
}

// Whole returns the score of a group as if it were one document.
func (s *PartScores) Whole(group uint32) float64 {
	if s.whole[group] == 0 {
		s.asked = append(s.asked, group)
		s.whole[group] = s.reckon(group)
	}
	return float64(s.whole[group])
}

func (s *PartScores) reckon(group uint32) float32 {
	first, end := s.reader.Group(group)
	norm := s.all.lengths.base + s.all.lengths.group*float32(s.reader.GroupLength(group))
	score := float32(0)
	for term := range s.lists {
		sum := uint32(0)
		for _, p := range s.postingsOf(term, first, end) {
			sum += p.weight
		}
		score += float32(s.all.Weights[term]) * saturate(float32(sum), norm)
	}
	return score
}

// WholeMost bounds Whole for a group with this sum of scores. A term scores no more in the group
// than in its documents together, unless the group is relatively shorter.
func (s *PartScores) WholeMost(group uint32, sum float32) float32 {
	n := s.all.lengths
	doc, whole := n.base+n.docs*float32(s.reader.Longest(group)),
		n.base+n.group*float32(s.reader.GroupLength(group))
	return sum * max(1, doc/whole) * (1 + slack)
}

// WholeRatio bounds a group's score relative to the sum of its documents'.
func (s *Scores) WholeRatio() float32 { return s.lengths.docs / s.lengths.group * (1 + slack) }

// slack allows for rounding in 32 bits.
const slack = 1e-5

// Holds returns the terms that a document holds: bit i for term i.
func (s *PartScores) Holds(doc uint32) (holds uint64) {
	for term, lists := range s.lists {
		if len(s.lists) <= HeldBits {
			if s.Held[doc]&s.all.bits[term] != 0 {
				holds |= 1 << term
			}
			continue
		}
		different(lists, func(l *list) {
			if _, held := l.at(doc); held {
				holds |= 1 << term
			}
		})
	}
	return holds
}

// Having returns the groups that hold every term.
func (s *PartScores) Having() Bits {
	every := NewBits(s.reader.Groups())
	for term := range s.lists {
		these := NewBits(s.reader.Groups())
		for _, p := range s.postingsOf(term, 0, gone) {
			these.Set(s.reader.GroupOf(p.doc))
		}
		for i := range every {
			if term > 0 {
				these[i] &= every[i]
			}
		}
		every = these
	}
	return every
}

// Close returns the proximity score of a document: for each pair at most closeWithin apart, the
// lesser weight over the distance.
func (s *PartScores) Close(doc uint32) float64 {
	sum := 0.0
	for pairs := s.all.pairs; pairs != 0; pairs &= pairs - 1 {
		term := bits.TrailingZeros64(pairs)
		if both := s.all.bits[term-1] | s.all.bits[term]; s.Held[doc]&both != both {
			continue
		}
		if apart := s.apart(doc, term-1, term); apart <= closeWithin {
			sum += min(s.all.Weights[term-1], s.all.Weights[term]) / float64(apart)
		}
	}
	return sum
}

// apart returns the least distance of two terms in a document, by form.
func (s *PartScores) apart(doc uint32, first, second int) uint32 {
	least := ^uint32(0)
	for form := range min(len(s.lists[first]), len(s.lists[second])) {
		one, other := s.lists[first][form], s.lists[second][form]
		if one == nil || other == nil || one.place == other.place { // words may share a stem in another language
			continue
		}
		a, held := one.at(doc)
		if !held {
			continue
		}
		b, held := other.at(doc)
		if !held {
			continue
		}
		s.a, s.b = unpack(s.a[:0], a), unpack(s.b[:0], b)
		least = min(least, nearest(s.a, s.b))
	}
	return least
}

// boundCloseness computes the bounds of Close by terms held.
func (s *Scores) boundCloseness() {
	for held := range s.close {
		sum := 0.0
		for term := 1; term < len(s.Weights); term++ {
			if both := s.bits[term-1] | s.bits[term]; s.pairs&(1<<term) != 0 &&
				Held(held)&both == both {
				sum += min(s.Weights[term-1], s.Weights[term])
			}
		}
		s.close[held] = float32(sum * (1 + slack))
	}
}

// CloseMost bounds Close for a document with these terms.
func (s *Scores) CloseMost(held Held) float32 { return s.close[held] }

// nearest returns the least distance between two ascending lists of positions.
func nearest(a, b []uint32) uint32 {
	least := ^uint32(0)
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if a[i] < b[j] {
			least = min(least, b[j]-a[i])
			i++
		} else {
			least = min(least, a[i]-b[j])
			j++
		}
	}
	return least
}

// Release returns the scores to the pool. They must not be used any more.
func (s *Scores) Release() {
	for i := range s.Parts {
		p := s.Parts[i]
		if p.reader == nil {
			continue
		}
		clear(p.Doc)
		clear(p.Held)
		for _, g := range p.asked {
			p.whole[g] = 0
		}
		clear(p.lists)
		p.lists, p.asked, p.reader, p.all = p.lists[:0], p.asked[:0], nil, nil
		pool.Put(&p)
	}
	lengthsPool.Put(s.lengths)
	s.Parts, s.lengths = nil, nil
}
