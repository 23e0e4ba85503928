package recall

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"engram/internal/recall/topk"
)

// Weights weigh what counts for a passage beside BM25 of its own words. Short passages, such as turns of a conversation, also get
// a share of their neighbours' scores: a seventh more are among the first five. Long ones don't, or memories with many passages would win.
type Weights struct {
	Close  float64 // neighbouring words of the question close together
	Next   float64 // the passages directly before and after
	Second float64 // the passages next to those
	Memory float64 // what the whole memory scores beyond the passage
	Words  float64 // words against meaning, from 0 to 1, where the words are found
}

// DefaultWeights are the product's.
var DefaultWeights = Weights{Close: 0.5, Next: 0.4, Second: 0.2, Memory: 0.2, Words: 0.6}

// fullLength is the number of terms from which on a passage needs no neighbours.
const fullLength = 100

// candidate is a memory or a passage that may be among the best.
type candidate struct {
	part        int
	memory, doc uint32
	score       float64 // lower bound: its words and its neighbours'
	more        float64 // upper bound on what proximity and the memory add
}

// candidates pools the long lists of candidates.
var candidates = sync.Pool{New: func() any { return new([]candidate) }}

// best returns the best memories, or passages, in order, at most s.Limit.
func (s *search) best(passages bool) ([]candidate, error) {
	list := candidates.Get().(*[]candidate)
	defer candidates.Put(list)
	all, _ := s.gather((*list)[:0], passages)
	*list = all[:0]
	if passages {
		return s.topRanked(all, s.Limit, s.exact), nil
	}
	if s.meaning != nil {
		if err := s.meaning.compareMemories(s, all); err != nil {
			return nil, err
		}
	}
	return s.topRanked(all, s.Limit, s.exactMemory), nil
}

// window is the number of candidates whose exact scores are computed at most. Only a question whose words are in thousands of
// memories has more, and their scores hardly differ.
const window = 1000

// topRanked returns the best candidates in order, at most limit. It computes exact scores only where the bound may reach the top.
func (s *search) topRanked(all []candidate, limit int, exact func(candidate) float64) []candidate {
	top := topk.New(limit)
	var best []candidate
	for _, c := range topk.Of(all, max(limit, window), s.compareBounds) {
		if c.score+c.more < top.Min {
			break
		}
		c.score = exact(c)
		top.Add(c.score)
		best = append(best, c)
	}
	return topk.Of(best, limit, s.compare)
}

// compareBounds is compare with upper bounds in place of scores.
func (s *search) compareBounds(a, b candidate) int {
	a.score, b.score = a.score+a.more, b.score+b.more
	return s.compare(a, b)
}

// compare orders by score, then by memory id, then by position.
func (s *search) compare(a, b candidate) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	one, other := s.state.Parts[a.part].ID(a.memory), s.state.Parts[b.part].ID(b.memory)
	return cmp.Or(strings.Compare(one, other), cmp.Compare(a.doc, b.doc))
}

// byWords returns at least limit passages that rank first by words alone, unordered, and the greatest coverage.
func (s *search) byWords(limit int) (first []candidate, covered float64) {
	plain := *s
	plain.meaning, plain.Limit = nil, limit
	list := candidates.Get().(*[]candidate)
	defer candidates.Put(list)
	all, covered := plain.gather((*list)[:0], true)
	*list = all[:0]
	return slices.Clone(all), plain.scale(covered)
}

// bounds returns a passage's score without proximity and memory, and the most that those may add.
func (s *search) bounds(part int, m, doc uint32, sum sum) (score, more float64) {
	scores := &s.words.Parts[part]
	most := func(at uint32) float64 { return s.weights.Close * float64(s.words.CloseMost(scores.Held[at])) }
	own := float64(scores.Doc[doc])
	score, more = own, most(doc)
	s.neighbours(part, m, doc, func(at uint32, weight float64) {
		score += weight * float64(scores.Doc[at])
		more += weight * most(at)
	})
	more += s.weights.Memory * max(0, float64(scores.WholeMost(m, sum.all))-own)
	return s.fuse(part, m, doc, score), s.scale(more)
}

// exact returns the score of a passage: its words, its neighbours, its memory and its meaning.
func (s *search) exact(c candidate) float64 {
	scores := &s.words.Parts[c.part]
	own := func(at uint32) float64 {
		if scores.Doc[at] == 0 {
			return 0
		}
		return float64(scores.Doc[at]) + s.weights.Close*scores.Close(at)
	}
	score := own(c.doc)
	score += s.weights.Memory * max(0, scores.Whole(c.memory)-score)
	s.neighbours(c.part, c.memory, c.doc, func(at uint32, weight float64) { score += weight * own(at) })
	return s.fuse(c.part, c.memory, c.doc, score)
}

// exactMemory returns the score of a memory: that of its best passage.
func (s *search) exactMemory(c candidate) float64 {
	best := math.Inf(-1)
	s.passagesOf(c, func(one candidate) {
		if one.score+one.more > best {
			best = max(best, s.exact(one))
		}
	})
	return best
}

// passagesOf yields the memory's passages that fit, with their bounds.
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

// neighbours yields the up to four passages around one and their weights.
func (s *search) neighbours(part int, m, doc uint32, yield func(at uint32, weight float64)) {
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

// need returns how much a passage depends on its neighbours, from 0 to 1: the shorter, the more.
func need(length int) float64 {
	if length >= fullLength {
		return 0
	}
	return min(1, 2-2*float64(length)/fullLength)
}

// fits reports whether a passage matches at all, by a word or by meaning.
func (s *search) fits(part int, doc uint32) bool {
	if held := s.words.Parts[part].Doc[doc] > 0; held || s.meaning == nil {
		return held
	}
	return s.meaning.fits(s, part, doc)
}

// coverage returns how much of the question a passage covers, from 0 to 1.
func (s *search) coverage(part int, doc uint32) float64 {
	if s.words.Ideal == 0 {
		return 0
	}
	return float64(s.words.Parts[part].Doc[doc]) / s.words.Ideal
}

// fuse adds the scaled score by words and the nearness. Where no passage covers much of the question, meaning counts for more.
func (s *search) fuse(part int, m, doc uint32, words float64) float64 {
	if s.meaning == nil {
		return s.scale(words)
	}
	near, known := s.meaning.withNeighbours(s, part, m, doc)
	if !known { // no vector yet
		near = s.meaning.expected(s.coverage(part, doc)) * s.legible(part, doc)
	}
	return s.scale(words) + (1-s.meaning.wordShare)*near
}

// legible returns how well the model reads a passage, from 0 to 1.
func (s *search) legible(part int, doc uint32) float64 {
	return float64(s.state.Parts[part].Legible()[doc])
}

// scale normalises a score by words by the question's ideal, and weighs it.
func (s *search) scale(words float64) float64 {
	switch {
	case s.words.Ideal == 0:
		return 0
	case s.meaning == nil:
		return words / s.words.Ideal
	}
	return s.meaning.wordShare * words / s.words.Ideal
}
