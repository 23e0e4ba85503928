package lexical

import (
	"slices"
	"sync"
)

// closeWithin is how many terms apart neighbouring query terms count as close, and closeWeight for how much.
const (
	closeWithin = 8
	closeWeight = 0.3
)

// MaxTerms is the most terms of a query that are looked for; those after it are left out.
const MaxTerms = 64

// Query asks for the documents that hold any of its terms.
type Query struct {
	Terms []Term            // distinct, in the order of the question, at most MaxTerms
	Keep  func(uint32) bool // nil: every document; else only those it accepts are scored, and count for their group
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

	Docs   []uint32     // those that were scored, each once, in no order
	Groups []uint32     // those that have such a document, each once, in no order
	Doc    []DocScore   // by document number; zero when it was not scored
	Group  []GroupScore // by group number

	holders []uint32 // groups that hold the term that is being scored
	a, b    []uint32 // positions
}

// DocScore is what a document gets for a query.
type DocScore struct {
	BM25  float64
	Close float64 // what the closeness of query terms adds
	Holds uint64  // bit i: the document holds the query's term i
}

// GroupScore is what the documents of a group get as if they were one.
type GroupScore struct {
	BM25   float64
	weight float64 // occurrences of the term that is being scored
}

var pool = sync.Pool{New: func() any { return new(Scores) }}

// Search scores every document that holds a form of a term of the query.
func (x *Index) Search(q Query) *Scores {
	s := pool.Get().(*Scores)
	s.fit(len(x.docs), len(x.groups))
	terms := q.Terms[:min(len(q.Terms), MaxTerms)]
	for i, term := range terms {
		lists, df := x.listsOf(term)
		weight := float64(term.Count) * x.idf(min(df, x.live))
		for _, list := range lists {
			x.scan(s, list, i, weight, q.Keep)
		}
		x.scanGroups(s, weight)
		s.Weights = append(s.Weights, weight)
		s.Shares = append(s.Shares, float64(term.Count)*x.share(min(df, x.live)))
		s.Ideal += weight * (k1 + 1)
	}
	for i := 1; i < len(terms); i++ {
		x.scanPairs(s, terms[i-1].Forms, terms[i].Forms, min(s.Weights[i-1], s.Weights[i]))
	}
	return s
}

// listsOf returns the postings of a term's forms, each once, and of how many documents they are.
func (x *Index) listsOf(term Term) (lists []*postings, df int) {
	for _, form := range term.Forms {
		if list := x.lists[form]; list != nil && list.live > 0 && !slices.Contains(lists, list) {
			lists = append(lists, list)
			df += list.live
		}
	}
	return lists, df
}

// scanPairs adds the closeness of two neighbouring terms, form by form.
func (x *Index) scanPairs(s *Scores, first, second []string, weight float64) {
	type pair struct{ a, b *postings }
	var seen []pair
	for i := range min(len(first), len(second)) {
		p := pair{x.lists[first[i]], x.lists[second[i]]}
		if p.a != nil && p.b != nil && !slices.Contains(seen, p) {
			seen = append(seen, p)
			scanPair(s, p.a, p.b, weight)
		}
	}
}

// scan adds a term's share to the scores of the documents that hold it, and its weight to their groups.
func (x *Index) scan(s *Scores, list *postings, term int, weight float64, keep func(uint32) bool) {
	average := float64(x.length) / float64(x.live)
	for c := (cursor{bytes: list.bytes}); c.next(); {
		d := x.docs[c.doc]
		score, group := &s.Doc[c.doc], &s.Group[d.group]
		if d.dead || score.Holds&(1<<term) != 0 || keep != nil && !keep(c.doc) {
			continue // gone, scored for another form, or not asked for
		}
		if score.Holds == 0 {
			s.Docs = append(s.Docs, c.doc)
		}
		score.Holds |= 1 << term
		score.BM25 += weight * saturate(float64(c.weight), float64(d.length)/average)
		if group.weight == 0 {
			s.holders = append(s.holders, d.group)
		}
		group.weight += float64(c.weight)
	}
}

// scanGroups adds the share of the term that was scanned to the groups that hold it.
func (x *Index) scanGroups(s *Scores, weight float64) {
	average := float64(x.length) / float64(x.grouped)
	for _, g := range s.holders {
		group := &s.Group[g]
		if group.BM25 == 0 {
			s.Groups = append(s.Groups, g)
		}
		group.BM25 += weight * saturate(group.weight, float64(x.groups[g])/average)
		group.weight = 0
	}
	s.holders = s.holders[:0]
}

// saturate is BM25's account of a term that occurs weight times in a document of the given length over the average.
func saturate(weight, length float64) float64 {
	return weight * (k1 + 1) / (weight + k1*(1-b+b*length))
}

// scanPair adds to every scored document that holds both terms close together; the closer, the more.
func scanPair(s *Scores, first, second *postings, weight float64) {
	one, two := cursor{bytes: first.bytes}, cursor{bytes: second.bytes}
	for more := one.next() && two.next(); more; {
		switch {
		case one.doc < two.doc:
			more = one.next()
		case one.doc > two.doc:
			more = two.next()
		default:
			if s.Doc[one.doc].Holds != 0 {
				s.a, s.b = unpack(s.a[:0], one.positions), unpack(s.b[:0], two.positions)
				if d := nearest(s.a, s.b); d <= closeWithin {
					s.Doc[one.doc].Close += closeWeight * weight / float64(d)
				}
			}
			more = one.next() && two.next()
		}
	}
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

// fit makes room for the documents and groups of an index.
func (s *Scores) fit(docs, groups int) {
	s.Doc, s.Group = sized(s.Doc, docs), sized(s.Group, groups)
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
	for _, d := range s.Docs {
		s.Doc[d] = DocScore{}
	}
	for _, g := range s.Groups {
		s.Group[g] = GroupScore{}
	}
	s.Weights, s.Shares, s.Docs, s.Groups, s.Ideal = s.Weights[:0], s.Shares[:0], s.Docs[:0], s.Groups[:0], 0
	pool.Put(s)
}
