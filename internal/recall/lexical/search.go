package lexical

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
)

// closeWithin is how many terms apart neighbouring query terms count as close.
const closeWithin = 8

// MaxTerms is the most terms of a query that are looked for; those after it are left out.
const MaxTerms = 64

// Term is a term of a query.
type Term struct {
	Forms    []string // what documents may hold of it; those of one place in the list belong together across terms
	Count    int      // how often the question has it: it counts that often
	Overlaps bool     // with the term before it: that the two stand close is no evidence
}

// Scores is the result of a query: BM25 of every document, and what more is asked of few. Release gives its memory back
// for the next.
type Scores struct {
	Weights []float64 // by term of the query: its idf, as often as the question has it
	Shares  []float64 // by term of the query: what it weighs among the question's words; see share
	Ideal   float64   // what a document holding every term often would get; unknown terms count as the rarest
	Parts   []PartScores

	bits    [MaxTerms]Held // by term of the query
	pairs   uint64         // bit i is set where closeness counts for term i and the one before it
	lengths *lengths
	close   [1 << HeldBits]float32 // the most that closeness is, by what is held
}

// Held tells which terms of the query a document holds, one bit for each; the last bit stands for all that are left. Terms
// of pairs that closeness counts for come first.
type Held uint8

// HeldBits is how many bits it has.
const HeldBits = 8

// PartScores are the scores of one part.
type PartScores struct {
	Doc  []float32 // BM25 by document; 0 when it holds no term of the query
	Held []Held    // which terms, by document

	all      *Scores
	reader   *Reader
	lists    [][]*list // by term, by form; nil where the part does not hold the form
	whole    []float32 // BM25 by group, of those that were asked for
	asked    []uint32  // which
	postings []posting // of a term
	a, b     []uint32  // positions
}

var (
	pool        = sync.Pool{New: func() any { return new(PartScores) }}
	lengthsPool = sync.Pool{New: func() any { return new(lengths) }}
)

// Search scores the documents of the parts that hold a form of any of the terms: distinct ones, in the order of the
// question. What is gone is scored as well, and counts for nothing.
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

// pair tells the pairs of terms that closeness counts for, and gives the terms their bits.
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

// open makes room for the scores of a part, and finds the lists of all terms.
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

// sized returns zero values of the given length; all of s up to its capacity must be zero.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// different yields the lists of a term, each once.
func different(lists []*list, yield func(*list)) {
	for i, l := range lists {
		if l != nil && !slices.Contains(lists[:i], l) {
			yield(l)
		}
	}
}

// df counts the documents that hold a form of a term and are not gone, once for each form.
func (s *PartScores) df(term int, dead Bits) (df int) {
	different(s.lists[term], func(l *list) { df += l.live(s.reader, dead) })
	return df
}

// score adds a term's share to the scores of the documents that hold it.
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

// scoreList is score for a term with a single form, as most have. It is where a search spends much of its time, so
// cursor.next is written out.
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

// postingsOf returns the documents from first to before end that hold a term.
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

// posting is a document that holds a term, and how often, a word of the title counted as it weighs.
type posting struct{ doc, weight uint32 }

// firstOfEach brings the postings of several lists, one after the other, into the order of documents. Of a document that
// is in more than one the first counts.
func firstOfEach(postings []posting) []posting {
	slices.SortStableFunc(postings, func(a, b posting) int { return cmp.Compare(a.doc, b.doc) })
	return slices.CompactFunc(postings, func(a, b posting) bool { return a.doc == b.doc })
}

// Whole is what the documents of a group get as if they were one.
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

// WholeMost bounds Whole for a group whose documents get sum together. A term gets no more for occurring in several
// documents than they get for it one by one, were it not that a group may be taken for shorter than a document.
func (s *PartScores) WholeMost(group uint32, sum float32) float32 {
	n := s.all.lengths
	doc, whole := n.base+n.docs*float32(s.reader.Longest(group)), n.base+n.group*float32(s.reader.GroupLength(group))
	return sum * max(1, doc/whole) * (1 + slack)
}

// WholeRatio is how much more than its documents together any group gets at most.
func (s *Scores) WholeRatio() float32 { return s.lengths.docs / s.lengths.group * (1 + slack) }

// slack is how much sums of 32 bits may be off.
const slack = 1e-5

// Holds tells which terms of the query a document holds: bit i is term i's.
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

// Having returns the groups that hold every term of the query.
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

// Close is the closeness of neighbouring query terms in a document: each pair that stands at most closeWithin terms apart
// gets the weight of the lighter one; the farther apart, the less.
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

// apart returns how far apart two terms stand in a document where they are closest, form by form.
func (s *PartScores) apart(doc uint32, first, second int) uint32 {
	least := ^uint32(0)
	for form := range min(len(s.lists[first]), len(s.lists[second])) {
		one, other := s.lists[first][form], s.lists[second][form]
		if one == nil || other == nil || one.place == other.place { // two words may have one stem in another language
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

// boundCloseness works out what Close is at most, by the terms that are held.
func (s *Scores) boundCloseness() {
	for held := range s.close {
		sum := 0.0
		for term := 1; term < len(s.Weights); term++ {
			if both := s.bits[term-1] | s.bits[term]; s.pairs&(1<<term) != 0 && Held(held)&both == both {
				sum += min(s.Weights[term-1], s.Weights[term])
			}
		}
		s.close[held] = float32(sum * (1 + slack))
	}
}

// CloseMost bounds Close for a document that holds these terms.
func (s *Scores) CloseMost(held Held) float32 { return s.close[held] }

// nearest returns the least distance between a position of a and one of b, both ascending and not empty.
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

// Release clears the scores for another query. They must not be used any more.
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
