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

// Query asks for the documents that hold any of its terms.
type Query struct {
	Terms []Term // distinct, in the order of the question, at most MaxTerms
	Left  []Bits // by part: groups that are not asked for; they count for the weights of terms alone. nil: none
	Close float64
}

// Term is a term of a query.
type Term struct {
	Forms []string // what documents may hold of it; those of one place in the list belong together across terms
	Count int      // how often the question has it: it counts that often
}

// Scores is the result of a query. Release gives its memory back for the next.
type Scores struct {
	Weights []float64 // by term of the query: its idf, as often as the question has it
	Shares  []float64 // by term of the query: what it weighs among the question's words; see share
	Ideal   float64   // what a document holding every term often would get; unknown terms count as the rarest
	Parts   []PartScores

	pairMost []float64 // by term: what its closeness to the one before it can add at most
	pending  []int     // terms that are so frequent that they are scored where it matters alone; see Complete
	postings int       // of those
	lengths  *lengths
}

// PartScores are the scores of one part.
type PartScores struct {
	Groups []uint32     // those that have a document that was scored, each once, in no order
	Doc    []float32    // BM25 by document; zero when it holds no term of the query
	Group  []GroupScore // by group
	Best   float32      // BM25 of the best document

	reader   *Reader
	out      Bits      // groups that are not scored
	lists    [][]*list // by term, by form; nil where the part does not hold the form
	pairs    []pair    // of neighbouring terms
	postings []posting // of the term that is being scored
	a, b     []uint32  // positions
}

// GroupScore is what the documents of a group get as if they were one.
type GroupScore struct {
	BM25  float32
	Best  float32 // BM25 of the best of its documents
	Holds uint64  // bit i: one of them holds the query's term i
}

// pair is the lists of two neighbouring terms; term is the second's number.
type pair struct {
	term   int
	first  *list
	second *list
	weight float64
}

// same reports whether two pairs are of the same lists.
func (p pair) same(o pair) bool {
	return p.first.place == o.first.place && p.second.place == o.second.place
}

var (
	pool        = sync.Pool{New: func() any { return new(PartScores) }}
	lengthsPool = sync.Pool{New: func() any { return new(lengths) }}
)

// Search scores every document of the parts that holds a form of a term of the query.
func Search(parts []Part, q Query) (*Scores, error) {
	s := &Scores{Parts: make([]PartScores, len(parts))}
	q.Terms = q.Terms[:min(len(q.Terms), MaxTerms)]
	live := Stats{}
	for i, p := range parts {
		s.Parts[i] = *pool.Get().(*PartScores)
		s.Parts[i].fit(p.Reader)
		live = live.Plus(p.Live)
		if err := s.Parts[i].look(p.Reader, q.Terms); err != nil {
			s.Release()
			return nil, err
		}
	}
	s.lengths = lengthsPool.Get().(*lengths)
	s.lengths.fill(live)
	for i, p := range parts {
		s.Parts[i].out = p.out(q.Left, i)
	}
	for i, term := range q.Terms {
		df := 0
		for j, p := range parts {
			df += s.Parts[j].df(i, p.Dead)
		}
		df = min(df, live.Docs)
		weight := float64(term.Count) * idf(live.Docs, df)
		s.Weights = append(s.Weights, weight)
		s.Shares = append(s.Shares, float64(term.Count)*share(live.Docs, df))
		s.Ideal += weight * (k1 + 1)
		if df > live.Docs/frequent && live.Docs > manyDocs {
			s.pending = append(s.pending, i)
			s.postings += df
		} else if df > 0 {
			s.scoreTerm(i)
		}
	}
	if len(s.pending) == len(q.Terms) {
		s.CompleteAll()
	}
	s.pair(q.Close)
	return s, nil
}

// out returns the groups of a part that are not to be scored.
func (p Part) out(left []Bits, part int) Bits {
	if left == nil || left[part] == nil || p.Dead == nil {
		if left != nil && left[part] != nil {
			return left[part]
		}
		return p.Dead
	}
	both := slices.Clone(left[part])
	for i, dead := range p.Dead {
		both[i] |= dead
	}
	return both
}

// lengths are BM25's account of the length of documents and groups: what it adds to the weight of a term.
type lengths struct {
	base        float32      // for no length
	docs, group float32      // for each term of a document, of a group
	once        [512]float32 // what a term gets that occurs once in a document, by length, for those that passages have
}

func (n *lengths) fill(live Stats) {
	n.base = k1 * (1 - b)
	n.docs = k1 * b / average(live.Length, live.Docs)
	n.group = k1 * b / average(live.Length, live.Groups)
	for length := range n.once {
		n.once[length] = saturate(1, n.base+n.docs*float32(length))
	}
}

func average(sum int64, n int) float32 { return float32(sum) / float32(max(n, 1)) }

// saturate is what a term gets that occurs weight times: less and less for each time.
func saturate(weight, norm float32) float32 { return weight * (k1 + 1) / (weight + norm) }

// of is what a term gets in a document.
func (n *lengths) of(weight, length uint32) float32 {
	if weight == 1 && int(length) < len(n.once) {
		return n.once[length]
	}
	return saturate(float32(weight), n.base+n.docs*float32(length))
}

// look finds the lists of all terms.
func (s *PartScores) look(r *Reader, terms []Term) error {
	s.reader = r
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

// scoreTerm adds a term's share to the scores of all that hold it.
func (s *Scores) scoreTerm(term int) {
	for i := range s.Parts {
		p := &s.Parts[i]
		p.score(s, term, p.postingsOf(term, 0, gone))
	}
}

// postingsOf returns the documents from first to before end that hold a term.
func (s *PartScores) postingsOf(term int, first, end uint32) []posting {
	s.postings = s.postings[:0]
	lists := 0
	different(s.lists[term], func(l *list) {
		if s.postings = l.decode(s.postings, first, end); len(s.postings) > 0 {
			lists++
		}
	})
	if lists > 1 {
		s.postings = firstOfEach(s.postings)
	}
	return s.postings
}

// score adds a term's share to the scores of documents that hold it, and of their groups.
func (s *PartScores) score(all *Scores, term int, postings []posting) {
	bit, weight, lengths := uint64(1)<<term, float32(all.Weights[term]), all.lengths
	docs, scores := s.reader.docs, s.Doc
	for i := 0; i < len(postings); {
		group := docs[2*postings[i].doc]
		g := &s.Group[group]
		if s.out != nil && s.out.Has(group) || g.Holds&bit != 0 { // not asked for, or done
			i++
			continue
		}
		sum, best := uint32(0), float32(0)
		for ; i < len(postings); i++ { // those of the group stand side by side
			p := postings[i]
			info := docs[2*p.doc : 2*p.doc+2 : 2*p.doc+2]
			if info[0] != group {
				break
			}
			score := scores[p.doc] + weight*lengths.of(p.weight, info[1])
			scores[p.doc] = score
			if score > best {
				best = score
			}
			sum += p.weight
		}
		if g.Holds == 0 {
			s.Groups = append(s.Groups, group)
		}
		g.Holds |= bit
		g.BM25 += weight * saturate(float32(sum), lengths.base+lengths.group*float32(s.reader.GroupLength(group)))
		if best > g.Best {
			g.Best = best
		}
		if best > s.Best {
			s.Best = best
		}
	}
}

// posting is a document that holds a term, and how often, a word of the title counted as it weighs.
type posting struct{ doc, weight uint32 }

// firstOfEach brings the postings of several lists, one after the other, into the order of documents. Of a document that
// is in more than one the first counts.
func firstOfEach(postings []posting) []posting {
	slices.SortStableFunc(postings, func(a, b posting) int { return cmp.Compare(a.doc, b.doc) })
	return slices.CompactFunc(postings, func(a, b posting) bool { return a.doc == b.doc })
}

// pair gathers the lists of neighbouring terms, form by form, and what they can add at most. Two words with one stem in a
// language that is not the question's are no neighbours there.
func (s *Scores) pair(close float64) {
	s.pairMost = make([]float64, len(s.Weights))
	for j := range s.Parts {
		p := &s.Parts[j]
		for i := 1; i < len(s.Weights); i++ {
			weight := close * min(s.Weights[i-1], s.Weights[i])
			from := len(p.pairs)
			for f := range min(len(p.lists[i-1]), len(p.lists[i])) {
				next := pair{i, p.lists[i-1][f], p.lists[i][f], weight}
				if next.first != nil && next.second != nil && next.first.place != next.second.place && !slices.ContainsFunc(p.pairs[from:], next.same) {
					p.pairs = append(p.pairs, next)
				}
			}
			s.pairMost[i] = max(s.pairMost[i], weight*float64(len(p.pairs)-from))
		}
	}
}

// MostClose bounds what Close returns for a document that holds no others than the given terms.
func (s *Scores) MostClose(holds uint64) float64 {
	sum := 0.0
	for both := holds & (holds << 1); both != 0; both &= both - 1 {
		sum += s.pairMost[bits.TrailingZeros64(both)]
	}
	return sum
}

// Holds tells which terms of the query a document holds: bit i is term i's.
func (s *PartScores) Holds(doc uint32) (holds uint64) {
	for term, lists := range s.lists {
		different(lists, func(l *list) {
			if _, held := l.at(doc); held {
				holds |= 1 << term
			}
		})
	}
	return holds
}

// Close is what the closeness of neighbouring query terms adds to a document: for each pair that stands at most
// closeWithin terms apart a share of the weight of the lighter one; the closer, the more.
func (s *PartScores) Close(doc uint32) float64 {
	holds := s.Group[s.reader.GroupOf(doc)].Holds
	sum := 0.0
	for _, p := range s.pairs {
		if holds>>(p.term-1)&3 != 3 {
			continue
		}
		first, held := p.first.at(doc)
		if !held {
			continue
		}
		second, held := p.second.at(doc)
		if !held {
			continue
		}
		s.a, s.b = unpack(s.a[:0], first), unpack(s.b[:0], second)
		if d := nearest(s.a, s.b); d <= closeWithin {
			sum += p.weight / float64(d)
		}
	}
	return sum
}

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

// fit makes room for the documents and groups of a part.
func (s *PartScores) fit(r *Reader) {
	s.Doc, s.Group = sized(s.Doc, r.Docs()), sized(s.Group, r.Groups())
}

// sized returns zero values of the given length; all of s up to its capacity must be zero.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// Release clears the scores for another query. They must not be used any more.
func (s *Scores) Release() {
	for i := range s.Parts {
		p := s.Parts[i]
		if p.reader == nil {
			continue
		}
		if len(p.Groups) > 0 {
			clear(p.Doc)
		}
		for _, g := range p.Groups {
			p.Group[g] = GroupScore{}
		}
		clear(p.lists)
		clear(p.pairs)
		p.Groups, p.lists, p.pairs, p.reader, p.out, p.Best = p.Groups[:0], p.lists[:0], p.pairs[:0], nil, nil, 0
		pool.Put(&p)
	}
	if s.lengths != nil {
		lengthsPool.Put(s.lengths)
	}
	s.Parts, s.lengths = nil, nil
}
