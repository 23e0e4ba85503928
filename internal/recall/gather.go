package recall

import (
	"math"
	"slices"

	"engram/internal/recall/lexical"
	"engram/internal/recall/topk"
)

// gather returns the candidates for the top and the best BM25 score of any passage.
func (s *search) gather(all []candidate, passages bool) ([]candidate, float64) {
	g := newGatherer(s, all, passages)
	if s.meaning != nil && !s.meaning.exact {
		g.scanCandidates()
	} else {
		g.scanAll()
	}
	return slices.DeleteFunc(g.all, func(c candidate) bool { return c.score+c.more < g.top.Min }), g.covered
}

// gatherer appends candidates memory by memory: every passage, or one per memory with the best
// bounds of its passages.
type gatherer struct {
	*search
	all      []candidate
	passages bool
	top      *topk.Threshold
	noted    int                            // candidates already in top
	covered  float64                        // best BM25 score of a passage
	ratio    float32                        // upper bound of a memory's score over its passages', see lexical.Scores
	maxClose [1 << lexical.HeldBits]float32 // upper bound of the proximity score, by the words held
	least    float32                        // score by words that is needed to be among the best
}

func newGatherer(s *search, all []candidate, passages bool) *gatherer {
	g := &gatherer{search: s, all: all, passages: passages, top: topk.New(s.Limit),
		ratio: max(1, s.words.WholeRatio()), least: float32(math.Inf(-1))}
	for held := range g.maxClose {
		g.maxClose[held] = float32(s.weights.Close) * s.words.CloseMost(lexical.Held(held))
	}
	return g
}

// scanAll adds candidates from all passages.
func (g *gatherer) scanAll() {
	for part := range g.state.Parts {
		g.sums(part, func(m uint32, sum sum) {
			if g.out(part, m) {
				return
			}
			g.covered = max(g.covered, float64(sum.best))
			for doc, end := g.state.Parts[part].Words.Group(m); doc < end; doc++ {
				g.add(part, m, doc, sum)
			}
			g.endMemory()
		})
	}
}

// sums yields the memories of a part that may be among the best, scanning every passage. Scores are compared by their bits, which
// for floats that are not negative is the same order and needs no branches.
func (g *gatherer) sums(part int, yield func(m uint32, sum sum)) {
	scores, reader, memory := &g.words.Parts[part], g.state.Parts[part].Words, float32(g.weights.Memory)
	own, held := scores.Doc, scores.Held[:len(scores.Doc)]
	doc := uint32(0)
	for m := range uint32(reader.Groups()) {
		_, end := reader.Group(m)
		all, best, close := float32(0), uint32(0), uint32(0)
		for ; doc < end; doc++ {
			score := own[doc]
			all += score
			if bits := math.Float32bits(score); bits > best {
				best = bits
			}
			if bits := math.Float32bits(score + g.maxClose[held[doc]]); bits > close {
				close = bits
			}
		}
		sum := sum{math.Float32frombits(best), all}
		if g.meaning != nil {
			yield(m, sum)
			continue
		}
		most, ratio := math.Float32frombits(close)*g.neighbourFactor(reader.Shortest(m)),
			memory*(g.ratio*all-sum.best)
		if best == 0 || most+ratio < g.least ||
			most+memory*(scores.WholeMost(m, all)-sum.best) < g.least {
			continue // none of its passages can be among the best
		}
		yield(m, sum)
	}
}

// neighbourFactor bounds how many times its own score a passage gets with its neighbours, in a
// memory whose shortest passage has that many terms.
func (g *gatherer) neighbourFactor(shortest int) float32 {
	if shortest >= fullLength {
		return 1
	}
	return 1 + float32(2*need(shortest)*(g.weights.Next+g.weights.Second))
}

// scanCandidates adds only the candidates by meaning and by words.
func (g *gatherer) scanCandidates() {
	var sum sum
	for i, c := range g.meaning.candidates {
		if i == 0 || g.meaning.candidates[i-1].memory != c.memory ||
			g.meaning.candidates[i-1].part != c.part {
			g.endMemory()
			sum = g.sum(c.part, c.memory)
		}
		g.add(c.part, c.memory, c.doc, sum)
	}
	g.endMemory()
}

// add appends a passage if it fits.
func (g *gatherer) add(part int, m, doc uint32, sum sum) {
	if !g.fits(part, doc) {
		return
	}
	c := candidate{part: part, memory: m, doc: doc}
	c.score, c.more = g.bounds(part, m, doc, sum)
	if last := len(g.all) - 1; !g.passages && last >= 0 && g.all[last].memory == m &&
		g.all[last].part == part {
		before := &g.all[last]
		most := max(before.score+before.more, c.score+c.more)
		before.score = max(before.score, c.score)
		before.more = most - before.score
		return
	}
	g.all = append(g.all, c)
}

// endMemory passes the candidates of the memory just scanned to the threshold.
func (g *gatherer) endMemory() {
	for i := len(g.all) - 1; i >= g.noted; i-- {
		g.top.Add(g.all[i].score)
	}
	g.noted = len(g.all)
	g.least = float32(g.top.Min * g.words.Ideal)
}

// sum is the best and the total BM25 score of a memory's passages.
type sum struct{ best, all float32 }

func (s *search) sum(part int, m uint32) (sum sum) {
	first, end := s.state.Parts[part].Words.Group(m)
	for _, score := range s.words.Parts[part].Doc[first:end] {
		sum.all += score
		sum.best = max(sum.best, score)
	}
	return sum
}
