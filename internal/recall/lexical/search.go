package lexical

import (
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
}

// PartScores are the scores of one part.
type PartScores struct {
	Groups []uint32     // those that have a document that was scored, each once, in no order
	Doc    []DocScore   // by document; zero when it was not scored
	Group  []GroupScore // by group

	reader  *Reader
	lists   [][]*list // by term, by form; nil where the part does not hold the form
	pairs   []pair    // of neighbouring terms
	holders []uint32  // groups that hold the term that is being scored
	a, b    []uint32  // positions
}

// DocScore is what a document gets for a query.
type DocScore struct {
	BM25  float64
	Holds uint64 // bit i: the document holds the query's term i
}

// GroupScore is what the documents of a group get as if they were one.
type GroupScore struct {
	BM25   float64
	Best   float64 // BM25 of the best of its documents
	Holds  uint64  // bit i: one of them holds the query's term i
	weight float64 // occurrences of the term that is being scored
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

var pool = sync.Pool{New: func() any { return new(PartScores) }}

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
	n := norms{docs: average(live.Length, live.Docs), groups: average(live.Length, live.Groups)}
	n.fill()
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
		if df == 0 {
			continue
		}
		for j, p := range parts {
			s.Parts[j].score(i, weight, p.out(q.Left, j), &n)
		}
	}
	s.pair(q.Close)
	return s, nil
}

func average(sum int64, n int) float64 { return float64(sum) / float64(max(n, 1)) }

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

// norms are BM25's account of lengths, worked out once for those that passages have.
type norms struct {
	docs, groups float64      // average lengths
	short        [512]float64 // what is added to the weight of a term in a document of that length
	once         [512]float64 // what a term gets that occurs there once
}

func (n *norms) fill() {
	for length := range n.short {
		n.short[length] = norm(float64(length), n.docs)
		n.once[length] = (k1 + 1) / (1 + n.short[length])
	}
}

func norm(length, average float64) float64 { return k1 * (1 - b + b*length/average) }

// saturate is BM25's account of a term that occurs weight times in a document of a length: less and less for each time.
func (n *norms) saturate(weight, length uint32) float64 {
	if int(length) >= len(n.short) {
		return float64(weight) * (k1 + 1) / (float64(weight) + norm(float64(length), n.docs))
	}
	if weight == 1 {
		return n.once[length]
	}
	return float64(weight) * (k1 + 1) / (float64(weight) + n.short[length])
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

// score adds a term's share to the scores of the documents and groups that hold it.
func (s *PartScores) score(term int, weight float64, out Bits, n *norms) {
	different(s.lists[term], func(l *list) { s.scan(l, uint64(1)<<term, weight, out, n) })
	for _, g := range s.holders {
		group := &s.Group[g]
		if group.BM25 == 0 {
			s.Groups = append(s.Groups, g)
		}
		group.BM25 += weight * group.weight * (k1 + 1) / (group.weight + norm(float64(s.reader.GroupLength(g)), n.groups))
		group.weight = 0
	}
	s.holders = s.holders[:0]
}

// scan goes through one list. It is where a search spends its time, so cursor.next is written out.
func (s *PartScores) scan(l *list, bit uint64, weight float64, out Bits, n *norms) {
	docs, scores, p := s.reader.docs, s.Doc, l.docs
	run := run{group: ^uint32(0), bit: bit}
	doc := ^uint32(0)
	for i := 0; i < len(p); {
		step := uint32(p[i])
		i++
		if step >= 0x80 {
			var size int
			step, size = uvarint(p[i-1:])
			i += size - 1
		}
		doc += step >> 1
		w := uint32(1)
		if step&1 != 0 {
			if w = uint32(p[i]); w < 0x80 {
				i++
			} else {
				var size int
				w, size = uvarint(p[i:])
				i += size
			}
		}
		info := docs[2*doc : 2*doc+2 : 2*doc+2]
		if out != nil && out.Has(info[0]) {
			continue
		}
		score := &scores[doc]
		if score.Holds&bit != 0 {
			continue // scored for another form
		}
		score.Holds |= bit
		score.BM25 += weight * n.saturate(w, info[1])
		if info[0] != run.group {
			s.hold(run)
			run.group, run.weight, run.best = info[0], 0, 0
		}
		run.weight += w
		run.best = max(run.best, score.BM25)
	}
	s.hold(run)
}

// run is documents of one group that stand side by side in a list.
type run struct {
	group, weight uint32
	best          float64
	bit           uint64
}

// hold notes what a run of documents says of their group.
func (s *PartScores) hold(r run) {
	if r.weight == 0 {
		return
	}
	g := &s.Group[r.group]
	if g.weight == 0 {
		s.holders = append(s.holders, r.group)
	}
	g.weight += float64(r.weight)
	g.Holds |= r.bit
	g.Best = max(g.Best, r.best)
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

// MostClose bounds what Close returns for a document that holds the given terms.
func (s *Scores) MostClose(holds uint64) float64 {
	sum := 0.0
	for both := holds & (holds << 1); both != 0; both &= both - 1 {
		sum += s.pairMost[bits.TrailingZeros64(both)]
	}
	return sum
}

// Close is what the closeness of neighbouring query terms adds to a document: for each pair that stands at most
// closeWithin terms apart a share of the weight of the lighter one; the closer, the more.
func (s *PartScores) Close(doc uint32) float64 {
	holds := s.Doc[doc].Holds
	sum := 0.0
	for _, p := range s.pairs {
		if holds>>(p.term-1)&3 != 3 {
			continue
		}
		first, one := p.first.at(doc)
		second, two := p.second.at(doc)
		if !one || !two {
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
		for _, g := range p.Groups {
			first, end := p.reader.Group(g)
			clear(p.Doc[first:end])
			p.Group[g] = GroupScore{}
		}
		clear(p.lists)
		clear(p.pairs)
		p.Groups, p.lists, p.pairs, p.reader = p.Groups[:0], p.lists[:0], p.pairs[:0], nil
		pool.Put(&p)
	}
	s.Parts = nil
}
