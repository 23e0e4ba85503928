package recall

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"engram/internal/recall/lexical"
	"engram/internal/recall/topk"
)

// Weights says what counts for a passage beside its own words. A short passage, such as a turn of a conversation, is
// understood from what stands around it: its neighbours count for it, in full as long as both are no longer than half of
// fullLength, and less and less from there. Measured on long conversations this lifts the share of questions whose turn is
// among the first five by a seventh; for passages that are long it would only favour the memories that have many.
type Weights struct {
	Close  float64 // of neighbouring words of the question that stand close together
	Next   float64 // of the passage before and the one after
	Second float64 // of the ones next to those
	Memory float64 // of what all of the memory's passages, taken as one, hold beyond the passage
	Words  float64 // of the words beside the meaning, from 0 to 1, where the words are found
}

// DefaultWeights are those of the product.
var DefaultWeights = Weights{Close: 0.5, Next: 0.4, Second: 0.2, Memory: 0.2, Words: 0.65}

// fullLength is how many terms a passage has that needs no neighbours.
const fullLength = 100

// candidate is a memory or a passage that may be among the best.
type candidate struct {
	part        int
	memory, doc uint32
	score       float64 // its own words' and those around it: at least
	more        float64 // what closeness and the memory, which are reckoned for few, may add at most
}

// candidates lends lists, which are long.
var candidates = sync.Pool{New: func() any { return new([]candidate) }}

// best returns the memories, or the passages, that rank first, at most s.Limit, in order.
func (s *search) best(passages bool) ([]candidate, error) {
	list := candidates.Get().(*[]candidate)
	defer candidates.Put(list)
	all, _ := s.gather((*list)[:0], passages)
	*list = all[:0]
	if passages {
		return s.likeliest(all, s.Limit, s.exact), nil
	}
	if s.meaning != nil {
		if err := s.meaning.compareWhole(s, all); err != nil {
			return nil, err
		}
	}
	return s.likeliest(all, s.Limit, s.exactMemory), nil
}

// likeliest returns the candidates that rank first, at most limit, in order. The whole score is reckoned for those alone
// that it may bring among them, the likeliest first.
func (s *search) likeliest(all []candidate, limit int, exact func(candidate) float64) []candidate {
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Compare(b.score+b.more, a.score+a.more) })
	top := topk.New(limit)
	var best []candidate
	for _, c := range all {
		if c.score+c.more < top.Least {
			break
		}
		c.score = exact(c)
		top.Note(c.score)
		best = append(best, c)
	}
	slices.SortFunc(best, s.compare)
	return best[:min(len(best), limit)]
}

// compare puts the higher score first; where scores are equal the lower id, then the passage that comes first.
func (s *search) compare(a, b candidate) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	return cmp.Or(strings.Compare(s.state.Parts[a.part].ID(a.memory), s.state.Parts[b.part].ID(b.memory)), cmp.Compare(a.doc, b.doc))
}

// gather lists what may be among the best, and returns the best score by words of a passage's own.
func (s *search) gather(all []candidate, passages bool) ([]candidate, float64) {
	g := newGatherer(s, all, passages)
	if s.meaning != nil && !s.meaning.exact {
		g.chosen()
	} else {
		g.everything()
	}
	return slices.DeleteFunc(g.all, func(c candidate) bool { return c.score+c.more < g.top.Least }), g.covered
}

// byWords returns passages that rank first by words alone, at least as many as asked for when there are, in no order, and
// how much of the question the passage covers that covers most of it.
func (s *search) byWords(limit int) (first []candidate, covered float64) {
	plain := *s
	plain.meaning, plain.Limit = nil, limit
	list := candidates.Get().(*[]candidate)
	defer candidates.Put(list)
	all, covered := plain.gather((*list)[:0], true)
	*list = all[:0]
	return slices.Clone(all), plain.scale(covered)
}

// gatherer appends candidates, memory by memory: each passage or, unless passages are asked for, the memory with the best
// bounds that its passages have.
type gatherer struct {
	*search
	all      []candidate
	passages bool
	top      *topk.Threshold
	noted    int                            // candidates that top has seen
	covered  float64                        // the best score of a passage's own words
	ratio    float32                        // of a memory to its passages at most, see lexical.Scores
	close    [1 << lexical.HeldBits]float32 // what closeness adds at most, by the words that are held
	least    float32                        // by words, what it takes to be among the best
}

func newGatherer(s *search, all []candidate, passages bool) *gatherer {
	g := &gatherer{search: s, all: all, passages: passages, top: topk.New(s.Limit), least: float32(math.Inf(-1))}
	g.ratio = max(1, s.words.WholeRatio())
	for held := range g.close {
		g.close[held] = float32(s.weights.Close) * s.words.CloseMost(lexical.Held(held))
	}
	return g
}

// everything goes through all passages.
func (g *gatherer) everything() {
	for part := range g.state.Parts {
		g.sums(part, func(m uint32, sum sum) {
			if g.out(part, m) {
				return
			}
			g.covered = max(g.covered, float64(sum.best))
			for doc, end := g.state.Parts[part].Words.Group(m); doc < end; doc++ {
				g.add(part, m, doc, sum)
			}
			g.end()
		})
	}
}

// sums yields the memories of a part that may be among the best: few, once there are some good ones. It goes through every
// passage there is. It compares scores, none of which is negative, as the numbers that they are in memory, since the
// processor then needs no branches, which here no one could predict.
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
			if bits := math.Float32bits(score + g.close[held[doc]]); bits > close {
				close = bits
			}
		}
		sum := sum{math.Float32frombits(best), all}
		if g.meaning != nil {
			yield(m, sum)
			continue
		}
		most, ratio := math.Float32frombits(close)*g.around(reader.Shortest(m)), memory*(g.ratio*all-sum.best)
		if best == 0 || most+ratio < g.least || most+memory*(scores.WholeMost(m, all)-sum.best) < g.least {
			continue // no passage of it can be among the best
		}
		yield(m, sum)
	}
}

// around is how many times its own score a passage gets at most with those around it, in a memory whose shortest passage
// has so many terms.
func (g *gatherer) around(shortest int) float32 {
	if shortest >= fullLength {
		return 1
	}
	return 1 + float32(2*need(shortest)*(g.weights.Next+g.weights.Second))
}

// chosen goes through the passages that are near enough in meaning, or by words, to be looked at.
func (g *gatherer) chosen() {
	var sum sum
	for i, c := range g.meaning.chosen {
		if i == 0 || g.meaning.chosen[i-1].memory != c.memory || g.meaning.chosen[i-1].part != c.part {
			g.end()
			sum = g.sum(c.part, c.memory)
		}
		g.add(c.part, c.memory, c.doc, sum)
	}
	g.end()
}

// add takes a passage in when it fits.
func (g *gatherer) add(part int, m, doc uint32, sum sum) {
	if !g.fits(part, doc) {
		return
	}
	c := candidate{part: part, memory: m, doc: doc}
	c.score, c.more = g.bounds(part, m, doc, sum)
	if last := len(g.all) - 1; !g.passages && last >= 0 && g.all[last].memory == m && g.all[last].part == part {
		before := &g.all[last]
		most := max(before.score+before.more, c.score+c.more)
		before.score = max(before.score, c.score)
		before.more = most - before.score
		return
	}
	g.all = append(g.all, c)
}

// end notes the last candidate, or candidates, once its memory is through.
func (g *gatherer) end() {
	for i := len(g.all) - 1; i >= g.noted; i-- {
		g.top.Note(g.all[i].score)
	}
	g.noted = len(g.all)
	g.least = float32(g.top.Least * g.words.Ideal)
}

// sum is what the passages of a memory get for their words.
type sum struct{ best, all float32 }

func (s *search) sum(part int, m uint32) (sum sum) {
	first, end := s.state.Parts[part].Words.Group(m)
	for _, score := range s.words.Parts[part].Doc[first:end] {
		sum.all += score
		sum.best = max(sum.best, score)
	}
	return sum
}

// bounds returns the score of a passage without closeness and without its memory, and what those may add at most.
func (s *search) bounds(part int, m, doc uint32, sum sum) (score, more float64) {
	scores := &s.words.Parts[part]
	most := func(at uint32) float64 { return s.weights.Close * float64(s.words.CloseMost(scores.Held[at])) }
	own := float64(scores.Doc[doc])
	score, more = own, most(doc)
	s.beside(part, m, doc, func(at uint32, weight float64) {
		score += weight * float64(scores.Doc[at])
		more += weight * most(at)
	})
	more += s.weights.Memory * beyond(float64(scores.WholeMost(m, sum.all)), own)
	return s.fuse(part, m, doc, score), s.scale(more)
}

// exact is the score of a passage: its own words' and a part of those around it, together with its meaning.
func (s *search) exact(c candidate) float64 {
	scores := &s.words.Parts[c.part]
	own := func(at uint32) float64 {
		if scores.Doc[at] == 0 {
			return 0
		}
		return float64(scores.Doc[at]) + s.weights.Close*scores.Close(at)
	}
	score := own(c.doc)
	score += s.weights.Memory * beyond(scores.Whole(c.memory), score)
	s.beside(c.part, c.memory, c.doc, func(at uint32, weight float64) { score += weight * own(at) })
	return s.fuse(c.part, c.memory, c.doc, score)
}

// exactMemory is the score of a memory: that of its best passage.
func (s *search) exactMemory(c candidate) float64 {
	best := math.Inf(-1)
	s.passagesOf(c, func(one candidate) {
		if one.score+one.more > best {
			best = max(best, s.exact(one))
		}
	})
	return best
}

// passagesOf yields the passages of a memory that fit, with their bounds.
func (s *search) passagesOf(c candidate, yield func(candidate)) {
	sum := s.sum(c.part, c.memory)
	for doc, end := s.state.Parts[c.part].Words.Group(c.memory); doc < end; doc++ {
		if s.fits(c.part, doc) {
			c.doc = doc
			c.score, c.more = s.bounds(c.part, c.memory, doc, sum)
			yield(c)
		}
	}
}

// beside yields the passages around one that count for it, and how much they do.
func (s *search) beside(part int, m, doc uint32, yield func(at uint32, weight float64)) {
	reader := s.state.Parts[part].Words
	needs := need(reader.Length(doc))
	if needs == 0 {
		return
	}
	first, end := reader.Group(m)
	for i, weight := range [...]float64{s.weights.Second, s.weights.Next, 0, s.weights.Next, s.weights.Second} {
		at := int(doc) + i - 2
		if weight > 0 && at >= int(first) && at < int(end) {
			yield(uint32(at), weight*needs*need(reader.Length(uint32(at))))
		}
	}
}

// need says how much a passage needs its neighbours to be understood, from 0 to 1: the shorter, the more.
func need(length int) float64 {
	if length >= fullLength {
		return 0
	}
	return min(1, 2-2*float64(length)/fullLength)
}

// beyond is what a memory holds of the question that one of its passages does not.
func beyond(memory, passage float64) float64 { return max(0, memory-passage) }

// fits reports whether a passage answers at all: by a word of the question, or by its meaning.
func (s *search) fits(part int, doc uint32) bool {
	if held := s.words.Parts[part].Doc[doc] > 0; held || s.meaning == nil {
		return held
	}
	return s.meaning.fits(s, part, doc)
}

// coverage says how much of the question a passage covers, from 0 to 1.
func (s *search) coverage(part int, doc uint32) float64 {
	if s.words.Ideal == 0 {
		return 0
	}
	return float64(s.words.Parts[part].Doc[doc]) / s.words.Ideal
}

// fuse puts the score by words, which a passage with every word would bring to about the question's ideal, beside the
// nearness in meaning. Where no passage covers much of the question the words say little, and the meaning counts for more.
func (s *search) fuse(part int, m, doc uint32, words float64) float64 {
	if s.meaning == nil {
		return s.scale(words)
	}
	near, known := s.meaning.around(s, part, m, doc)
	if !known { // yet: as near as its words let expect
		near = s.meaning.expected(s.coverage(part, doc)) * s.legible(part, doc)
	}
	return s.scale(words) + (1-s.meaning.share)*near
}

// legible says how well the model can read a passage, from 0 to 1.
func (s *search) legible(part int, doc uint32) float64 {
	return float64(s.state.Parts[part].Legible()[doc])
}

// scale brings a score by words to what it counts for.
func (s *search) scale(words float64) float64 {
	switch {
	case s.words.Ideal == 0:
		return 0
	case s.meaning == nil:
		return words / s.words.Ideal
	}
	return s.meaning.share * words / s.words.Ideal
}
