package recall

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"engram/internal/recall/lexical"
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
var DefaultWeights = Weights{Close: 0.5, Next: 0.4, Second: 0.2, Memory: 0.2, Words: 0.7}

// fullLength is how many terms a passage has that needs no neighbours.
const fullLength = 100

// candidate is a memory or a passage that may be among the best.
type candidate struct {
	part        int
	memory, doc uint32
	score       float64
	more        float64 // what closeness, which is reckoned for few, may add to the score at most
}

// candidates lends lists, which are long.
var candidates = sync.Pool{New: func() any { return new([]candidate) }}

// best returns the memories, or the passages, that rank first, at most s.Limit, in order. Closeness is reckoned for
// those alone that it may bring among them, the likeliest first.
func (s *search) best(passages bool) []candidate {
	list := candidates.Get().(*[]candidate)
	defer candidates.Put(list)
	all := s.gather((*list)[:0], passages)
	*list = all[:0]
	least := s.least(all)
	all = slices.DeleteFunc(all, func(c candidate) bool { return c.score+c.more < least })
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Compare(b.score+b.more, a.score+a.more) })
	top := newThreshold(s.Limit)
	var best []candidate
	for _, c := range all {
		if c.score+c.more < top.least {
			break
		}
		if c.more > 0 && passages {
			c.score = s.exact(c)
		} else if c.more > 0 {
			c.score = s.exactMemory(c)
		}
		top.note(c.score)
		best = append(best, c)
	}
	slices.SortFunc(best, s.compare)
	return best[:min(len(best), s.Limit)]
}

// gather lists all candidates with the scores that they have at least.
func (s *search) gather(all []candidate, passages bool) []candidate {
	g := gatherer{search: s, all: all, passages: passages}
	switch {
	case s.meaning == nil:
		g.words()
	case s.meaning.exact:
		g.everything()
	default:
		g.chosen()
	}
	return g.all
}

// gatherer appends candidates. Passages come memory by memory; unless passages are asked for, those of one memory become
// one candidate with the best score.
type gatherer struct {
	*search
	all      []candidate
	passages bool
}

// words goes through the passages that hold a word of the question, save those of memories that can't be among the best
// any more: most, once there are some good ones.
func (g *gatherer) words() {
	top := newThreshold(g.Limit)
	top.least = g.complete()
	for part := range g.search.words.Parts {
		scores := &g.search.words.Parts[part]
		reader := g.state.Parts[part].Words
		for _, m := range scores.Groups {
			if g.most(part, m, &scores.Group[m], 0, 0) < top.least {
				continue
			}
			from := len(g.all)
			for doc, end := reader.Group(m); doc < end; doc++ {
				if scores.Doc[doc] > 0 {
					g.add(part, m, doc)
				}
			}
			for _, c := range g.all[from:] {
				top.note(c.score)
			}
		}
	}
}

// complete scores the frequent words of the question in the memories that may be among the best, and returns a score that
// so many memories reach at least.
func (s *search) complete() float64 {
	pending, holds := s.words.Pending()
	if pending == 0 {
		return math.Inf(-1)
	}
	top := newThreshold(s.Limit)
	s.groups(func(_ int, _ uint32, group *lexical.GroupScore) {
		top.note(s.scale(float64(group.Best) + s.weights.Memory*beyond(float64(group.BM25), float64(group.Best))))
	})
	left := 0
	s.groups(func(part int, m uint32, group *lexical.GroupScore) {
		if s.most(part, m, group, pending, holds) >= top.least {
			left++
		}
	})
	// A memory that holds frequent words alone may be among the best when they are most of what the best hold.
	if s.mostOf(0, 0, holds, pending, 0) >= top.least || !s.words.Cheaper(left) {
		s.words.CompleteAll()
		return top.least
	}
	s.groups(func(part int, m uint32, group *lexical.GroupScore) {
		if s.most(part, m, group, pending, holds) >= top.least {
			s.words.Complete(part, m)
		}
	})
	return top.least
}

// groups yields the memories that hold a word of the question, as far as words are scored.
func (s *search) groups(yield func(part int, m uint32, group *lexical.GroupScore)) {
	for part := range s.words.Parts {
		scores := &s.words.Parts[part]
		for _, m := range scores.Groups {
			yield(part, m, &scores.Group[m])
		}
	}
}

// most bounds the score by words of a memory's passages, when words that are not scored yet add so much, and are held, at most.
func (s *search) most(part int, m uint32, group *lexical.GroupScore, pending float64, holds uint64) float64 {
	return s.mostOf(float64(group.Best), float64(group.BM25), group.Holds|holds, pending, s.state.Parts[part].Words.Shortest(m))
}

func (s *search) mostOf(best, whole float64, holds uint64, pending float64, shortest int) float64 {
	around := 1 + 2*s.need(shortest)*(s.weights.Next+s.weights.Second)
	return s.scale(around*(best+pending+s.words.MostClose(holds)) + s.weights.Memory*(whole+pending))
}

// everything goes through all passages that fit.
func (g *gatherer) everything() {
	for part, p := range g.state.Parts {
		for m := range uint32(p.Memories()) {
			if g.out(part, m) {
				continue
			}
			for doc, end := p.Words.Group(m); doc < end; doc++ {
				if g.fits(part, doc) {
					g.add(part, m, doc)
				}
			}
		}
	}
}

// chosen goes through the passages that are near enough in meaning, or by words, to be looked at.
func (g *gatherer) chosen() {
	for _, c := range g.meaning.chosen {
		g.search.words.Complete(c.part, c.memory)
	}
	for _, c := range g.meaning.chosen {
		if g.fits(c.part, c.doc) {
			g.add(c.part, c.memory, c.doc)
		}
	}
}

func (g *gatherer) add(part int, m, doc uint32) {
	score, more := g.lower(part, m, doc)
	if last := len(g.all) - 1; !g.passages && last >= 0 && g.all[last].memory == m && g.all[last].part == part {
		c := &g.all[last]
		most := max(c.score+c.more, score+more)
		c.score = max(c.score, score)
		c.more = most - c.score
		return
	}
	g.all = append(g.all, candidate{part: part, memory: m, doc: doc, score: score, more: more})
}

// least returns the score that a candidate must be able to reach to be among the best.
func (s *search) least(all []candidate) float64 {
	top := newThreshold(s.Limit)
	for _, c := range all {
		top.note(c.score)
	}
	return top.least
}

// compare puts the higher score first; where scores are equal the lower id, then the passage that comes first.
func (s *search) compare(a, b candidate) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	return cmp.Or(strings.Compare(s.state.Parts[a.part].ID(a.memory), s.state.Parts[b.part].ID(b.memory)), cmp.Compare(a.doc, b.doc))
}

// lower returns the score of a passage without closeness, and what that may add at most.
func (s *search) lower(part int, m, doc uint32) (score, more float64) {
	scores, reader := &s.words.Parts[part], s.state.Parts[part].Words
	own := float64(scores.Doc[doc])
	score = own + s.weights.Memory*beyond(float64(scores.Group[m].BM25), own)
	most := s.words.MostClose(scores.Group[m].Holds)
	if own > 0 {
		more = most
	}
	if need := s.need(reader.Length(doc)); need > 0 {
		first, end := reader.Group(m)
		for i, weight := range [...]float64{s.weights.Second, s.weights.Next, 0, s.weights.Next, s.weights.Second} {
			at := int(doc) + i - 2
			if weight == 0 || at < int(first) || at >= int(end) || scores.Doc[at] == 0 {
				continue
			}
			weight *= need * s.need(reader.Length(uint32(at)))
			score += weight * float64(scores.Doc[at])
			more += weight * most
		}
	}
	return s.fuse(part, doc, score), s.scale(more)
}

// exact is the score of a passage: its own words' and a part of those around it, together with its meaning.
func (s *search) exact(c candidate) float64 {
	scores, reader := &s.words.Parts[c.part], s.state.Parts[c.part].Words
	first, end := reader.Group(c.memory)
	own := func(at int) float64 {
		if at < int(first) || at >= int(end) || scores.Doc[at] == 0 {
			return 0
		}
		return float64(scores.Doc[at]) + scores.Close(uint32(at))
	}
	beside := func(at int) float64 {
		score := own(at)
		if score > 0 {
			score *= s.need(reader.Length(uint32(at)))
		}
		return score
	}
	at := int(c.doc)
	score := own(at)
	score += s.weights.Memory * beyond(float64(scores.Group[c.memory].BM25), score)
	if need := s.need(reader.Length(c.doc)); need > 0 {
		score += need * (s.weights.Next*(beside(at-1)+beside(at+1)) + s.weights.Second*(beside(at-2)+beside(at+2)))
	}
	return s.fuse(c.part, c.doc, score)
}

// beyond is what a memory holds of the question that one of its passages does not.
func beyond(memory, passage float64) float64 { return max(0, memory-passage) }

// exactMemory is the score of a memory: that of its best passage.
func (s *search) exactMemory(c candidate) float64 {
	best := math.Inf(-1)
	for doc, end := s.state.Parts[c.part].Words.Group(c.memory); doc < end; doc++ {
		if s.fits(c.part, doc) {
			c.doc = doc
			best = max(best, s.exact(c))
		}
	}
	return best
}

// need says how much a passage needs its neighbours to be understood, from 0 to 1: the shorter, the more.
func (s *search) need(length int) float64 {
	if length >= fullLength {
		return 0
	}
	return min(1, 2-2*float64(length)/fullLength)
}

// fits reports whether a passage answers at all: by a word of the question, or by its meaning.
func (s *search) fits(part int, doc uint32) bool {
	if held := s.words.Parts[part].Doc[doc] > 0; held || s.meaning == nil {
		return held
	}
	near, known := s.meaning.near(part, doc)
	return known && near >= leastNear
}

// coverage says how much of the question a passage covers, from 0 to 1.
func (s *search) coverage(part int, doc uint32) float64 {
	if s.words.Ideal == 0 {
		return 0
	}
	return float64(s.words.Parts[part].Doc[doc]) / s.words.Ideal
}

// covered is how much of the question the passage covers that covers most of it.
func (s *search) covered() float64 {
	best := float32(0)
	for part := range s.words.Parts {
		best = max(best, s.words.Parts[part].Best)
	}
	if s.words.Ideal == 0 {
		return 0
	}
	return float64(best) / s.words.Ideal
}

// fuse puts the score by words, which a passage with every word would bring to about the question's ideal, beside the
// nearness in meaning. Where no passage covers much of the question the words say little, and the meaning counts for more.
func (s *search) fuse(part int, doc uint32, words float64) float64 {
	if s.meaning == nil {
		return s.scale(words)
	}
	near, known := s.meaning.near(part, doc)
	if !known { // yet: as near as its words let expect
		near = s.meaning.expected(s.coverage(part, doc))
	}
	return s.scale(words) + (1-s.meaning.share)*near
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

// whole returns the memories that have a passage with every word, best first.
func (s *search) whole() []candidate {
	every := uint64(1)<<len(s.terms) - 1
	var top []candidate
	for part := range s.words.Parts {
		scores := &s.words.Parts[part]
		for _, m := range scores.Groups {
			group := scores.Group[m]
			if group.Holds == every {
				score := float64(group.Best) + s.weights.Memory*beyond(float64(group.BM25), float64(group.Best))
				top = append(top, candidate{part: part, memory: m, score: score})
			}
		}
	}
	slices.SortFunc(top, s.compare)
	return top[:min(len(top), s.Limit)]
}
