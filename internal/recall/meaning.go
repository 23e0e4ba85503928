package recall

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"engram/internal/recall/segment"
	"engram/internal/recall/vector"
)

const (
	// minRelative is the least excess of a cosine over the mean, as a share of the distance from
	// the mean to 1, for a passage without any word of the question to match at all.
	minRelative = 0.08
	// priorCount is the weight of the prior: one of a handful of passages must not set the mean.
	priorCount = 16
	// priorStdDev is the standard deviation assumed while there are few passages.
	priorStdDev = 0.1
	// minStdDev keeps small differences small where all cosines are alike, as among notes after one
	// pattern or in a language that the model can't read.
	minStdDev = 0.065
	// sameZ is the z-score of a passage that means about the same as the question.
	sameZ = 4.6
	// goodLexical is the share of the ideal BM25 score from which on words have their full weight;
	// below it meaning counts more. It was chosen on one half of nine retrieval sets; on the other
	// half, too, all measures are flat around it, sameZ and minStdDev.
	goodLexical = 0.21
	// vectorCandidates and wordCandidates are how many passages are rescored exactly: the nearest
	// by 1-bit vectors, and the best by words.
	vectorCandidates = 500
	wordCandidates   = 100
	// defaultExactUpTo is up to how many passages every vector is compared exactly.
	defaultExactUpTo = 20_000
)

// meaning scores passages by the cosine of their vectors with the question's.
type meaning struct {
	buffers      *buffers
	exact        bool // every passage was compared
	query        []int8
	scale        float64     // 1 / length of the question's vector
	weight       float64     // from 0 to 1: how legible the question is to the model
	mean         float64     // of the question's cosines with all passages
	stdDev       float64     // of the same cosines, minStdDev at least
	best         float64     // greatest nearness of a passage, neighbours included
	bestCoverage float64     // greatest coverage of the question by a passage
	wordShare    float64     // weight of the words in the score
	cosines      [][]float32 // by part, by passage
	candidates   []candidate // unless exact: what is rescored, by part and passage
}

// unknown is the cosine of a passage that has no vector or was not compared.
const unknown = -2

// buffers are reused between searches.
type buffers struct {
	dots      []int32
	cosines   []float32
	distances []uint16
	nearest   []uint32
	row       []int8
}

var bufferPool = sync.Pool{New: func() any { return new(buffers) }}

func (m *meaning) release() { bufferPool.Put(m.buffers) }

// newMeaning compares the question with all passages or, if there are many, with the candidates. It
// returns nil if the question or all passages lack a vector, or the model can't read the question.
func newMeaning(s *search, o options) (*meaning, error) {
	norm := vector.Norm(s.Vector)
	if norm == 0 || len(s.Vector) != s.state.Dims {
		return nil, nil
	}
	weight := o.question(s.Text)
	if weight == 0 {
		return nil, nil
	}
	m := &meaning{
		buffers: bufferPool.Get().(*buffers),
		query:   make([]int8, vector.Stride(s.state.Dims)),
		scale:   1 / norm, weight: weight,
	}
	copy(m.query, s.Vector)
	m.exact = s.state.Live().Docs <= o.exactUpTo
	m.prepare(s)
	known, err := m.compare(s)
	if err != nil || !known {
		m.release()
		return nil, err
	}
	return m, nil
}

// prepare allocates a cosine for every passage.
func (m *meaning) prepare(s *search) {
	docs := 0
	for _, p := range s.state.Parts {
		docs += p.Docs()
	}
	b := m.buffers
	b.cosines = slices.Grow(b.cosines[:0], docs)[:docs]
	for i := range b.cosines {
		b.cosines[i] = unknown
	}
	from := 0
	for _, p := range s.state.Parts {
		m.cosines = append(m.cosines, b.cosines[from:from+p.Docs()])
		from += p.Docs()
	}
}

// compare computes the cosines and reports whether any passage has a vector.
func (m *meaning) compare(s *search) (known bool, err error) {
	limit := wordCandidates
	if m.exact {
		limit = 1 // only the best score is needed
	}
	first, covered := s.byWords(limit)
	bestWords := 0.0 // best score by words, neighbours included, as a share of the ideal
	for _, c := range first {
		bestWords = max(bestWords, c.score)
	}
	m.bestCoverage, m.wordShare = covered, 1-m.weight*(1-s.weights.Words*min(1, bestWords/goodLexical))
	if m.exact {
		return m.compareAll(s)
	}
	m.candidates = first
	return m.compareCandidates(s)
}

// compareAll compares the question with every passage.
func (m *meaning) compareAll(s *search) (known bool, err error) {
	var all sample
	for i, p := range s.state.Parts {
		if err := m.comparePart(i, p); err != nil {
			return false, err
		}
		for memory := range uint32(p.Memories()) {
			if p.Dead.Has(memory) {
				continue
			}
			for doc, end := p.Words.Group(memory); doc < end; doc++ {
				if cos := m.cosines[i][doc]; cos != unknown {
					all.add(cos, p.Legible()[doc])
				}
			}
		}
	}
	m.mean, m.stdDev = all.estimate()
	if all.count < s.state.Live().Docs { // else every nearness is known and expected is not called
		m.findBest(s)
	}
	return all.count > 0, nil
}

// findBest finds the nearest of all passages.
func (m *meaning) findBest(s *search) {
	for i, p := range s.state.Parts {
		for memory := range uint32(p.Memories()) {
			if s.out(i, memory) {
				continue
			}
			for doc, end := p.Words.Group(memory); doc < end; doc++ {
				m.updateBest(s, candidate{part: i, memory: memory, doc: doc})
			}
		}
	}
}

// updateBest raises best to the nearness of a passage.
func (m *meaning) updateBest(s *search, c candidate) {
	if near, known := m.withNeighbours(s, c.part, c.memory, c.doc); known {
		m.best = max(m.best, near)
	}
}

// sample accumulates cosines, each weighted by the passage's legibility.
type sample struct {
	count                int
	weight, sum, squares float64
}

func (a *sample) add(cos, legible float32) {
	c, n := float64(cos), float64(legible)
	a.count++
	a.weight += n
	a.sum += n * c
	a.squares += n * c * c
}

// estimate returns the mean and the standard deviation, smoothed by the prior.
func (a *sample) estimate() (mean, stdDev float64) {
	mean = a.sum / (a.weight + priorCount)
	deviations := a.squares - 2*mean*a.sum + a.weight*mean*mean
	variance := (deviations + priorCount*priorStdDev*priorStdDev) / (a.weight + priorCount)
	return mean, max(minStdDev, math.Sqrt(variance))
}

// comparePart compares the question with every passage of a part.
func (m *meaning) comparePart(i int, p *segment.Part) error {
	rows, err := p.Vectors()
	if err != nil {
		return err
	}
	if rows != nil {
		m.buffers.dots = slices.Grow(m.buffers.dots[:0], p.Docs())[:p.Docs()]
		vector.Dots(m.buffers.dots, m.query, rows)
		cosines, query := m.cosines[i], float32(m.scale)
		for doc, scale := range p.Scales() {
			if scale != 0 {
				cosines[doc] = float32(m.buffers.dots[doc]) * query * scale
			}
		}
	}
	for doc := range p.Late {
		if err := m.compareOne(i, p, doc); err != nil {
			return err
		}
	}
	return nil
}

// compareCandidates compares the question with the candidates and their neighbours.
func (m *meaning) compareCandidates(s *search) (known bool, err error) {
	if err := m.addNearest(s); err != nil {
		return false, err
	}
	if err := m.sampleSome(s); err != nil {
		return false, err
	}
	for _, c := range m.candidates {
		if err := m.compareOne(c.part, s.state.Parts[c.part], c.doc); err != nil {
			return false, err
		}
		known = known || m.cosines[c.part][c.doc] != unknown
	}
	if err := m.compareNeighbours(s); err != nil {
		return false, err
	}
	for _, c := range m.candidates {
		m.updateBest(s, c)
	}
	return known, nil
}

// compareNeighbours compares the question with the candidates' neighbours.
func (m *meaning) compareNeighbours(s *search) (err error) {
	for _, c := range m.candidates {
		s.neighbours(c.part, c.memory, c.doc, func(at uint32, _ float64) {
			if err == nil && m.cosines[c.part][at] == unknown {
				err = m.compareOne(c.part, s.state.Parts[c.part], at)
			}
		})
	}
	return err
}

// compareMemories compares the question with every passage of the memories that were found: a short
// passage may rank higher once its neighbours are known.
func (m *meaning) compareMemories(s *search, memories []candidate) error {
	if m.exact {
		return nil
	}
	for _, c := range memories {
		p := s.state.Parts[c.part]
		for doc, end := p.Words.Group(c.memory); doc < end; doc++ {
			if m.cosines[c.part][doc] != unknown {
				continue
			}
			if err := m.compareOne(c.part, p, doc); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareOne computes the exact cosine of one passage.
func (m *meaning) compareOne(part int, p *segment.Part, doc uint32) error {
	v, scale, err := p.Vector(doc)
	if v == nil || err != nil {
		return err
	}
	if len(v) != len(m.query) { // a vector added later has no padding
		v = append(m.buffers.row[:0], v...)
		v = append(v, make([]int8, len(m.query)-len(v))...)
		m.buffers.row = v
	}
	m.cosines[part][doc] = float32(vector.Dot(m.query, v)) * float32(m.scale) * scale
	return nil
}

// addNearest adds the nearest passages by 1-bit vectors, and those whose vectors were added later,
// to the candidates.
func (m *meaning) addNearest(s *search) error {
	bits := make([]byte, vector.BitStride(s.state.Dims))
	vector.PutBits(bits, m.query[:s.state.Dims])
	m.buffers.distances = slices.Grow(m.buffers.distances[:0], len(m.buffers.cosines))[:len(m.buffers.cosines)]
	from := 0
	for i, p := range s.state.Parts {
		distances := m.buffers.distances[from : from+p.Docs()]
		from += p.Docs()
		rows, err := p.Bits()
		if err != nil {
			return err
		}
		if rows == nil {
			fill(distances, math.MaxUint16)
		} else {
			vector.Distances(distances, bits, rows)
		}
		m.exclude(s, i, distances)
	}
	m.buffers.nearest = vector.Nearest(m.buffers.nearest[:0], m.buffers.distances, vectorCandidates)
	for _, at := range m.buffers.nearest {
		part, doc := s.locate(at)
		m.candidates = append(m.candidates, candidate{part: part, doc: doc})
	}
	for i, p := range s.state.Parts {
		for doc := range p.Late {
			m.candidates = append(m.candidates, candidate{part: i, doc: doc})
		}
	}
	m.dedupe(s)
	return nil
}

func fill(distances []uint16, with uint16) {
	for i := range distances {
		distances[i] = with
	}
}

// exclude gives deleted and filtered passages the greatest distance.
func (m *meaning) exclude(s *search, part int, distances []uint16) {
	p := s.state.Parts[part]
	if p.Dead == nil && s.excluded == nil {
		return
	}
	for memory := range uint32(p.Memories()) {
		if s.out(part, memory) {
			first, end := p.Words.Group(memory)
			fill(distances[first:end], math.MaxUint16)
		}
	}
}

// sampleSize is the number of passages for estimating mean and deviation.
const sampleSize = 512

// golden steps through the passages evenly and out of phase with any pattern in which they were
// saved (Fibonacci hashing).
const golden = 2654435769

// sampleSome estimates mean and deviation from passages spread over the whole index.
func (m *meaning) sampleSome(s *search) error {
	var some sample
	docs := uint64(len(m.buffers.cosines))
	for step := range uint32(sampleSize) {
		part, doc := s.locate(uint32(uint64(step*golden) * docs >> 32))
		p := s.state.Parts[part]
		if p.Dead != nil && p.Dead.Has(p.Words.GroupOf(doc)) {
			continue
		}
		if err := m.compareOne(part, p, doc); err != nil {
			return err
		}
		if cos := m.cosines[part][doc]; cos != unknown {
			some.add(cos, p.Legible()[doc])
			m.cosines[part][doc] = unknown // unless it is a candidate
		}
	}
	m.mean, m.stdDev = some.estimate()
	return nil
}

// locate returns the part and passage of a number that counts through all parts.
func (s *search) locate(at uint32) (part int, doc uint32) {
	for int(at) >= s.state.Parts[part].Docs() {
		at -= uint32(s.state.Parts[part].Docs())
		part++
	}
	return part, at
}

// dedupe sorts the candidates by part and passage and removes duplicates and excluded ones.
func (m *meaning) dedupe(s *search) {
	slices.SortFunc(m.candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.doc, b.doc))
	})
	kept := m.candidates[:0]
	for _, c := range m.candidates {
		if last := len(kept) - 1; last >= 0 && kept[last].part == c.part &&
			kept[last].doc == c.doc {
			continue
		}
		c.memory = s.state.Parts[c.part].Words.GroupOf(c.doc)
		if !s.out(c.part, c.memory) {
			kept = append(kept, c)
		}
	}
	m.candidates = kept
}

// cosine returns the cosine scaled by the legibility of question and passage, false if unknown.
func (m *meaning) cosine(s *search, part int, doc uint32) (float64, bool) {
	cos := m.cosines[part][doc]
	return float64(cos) * m.weight * s.legible(part, doc), cos != unknown
}

// aboveMean returns a cosine minus the mean, scaled by legibility; false if unknown.
func (m *meaning) aboveMean(s *search, part int, doc uint32) (float64, bool) {
	cos := m.cosines[part][doc]
	return (float64(cos) - m.mean) * s.legible(part, doc), cos != unknown
}

// fits reports whether a passage is near enough to match without a word of the question.
func (m *meaning) fits(s *search, part int, doc uint32) bool {
	above, known := m.aboveMean(s, part, doc)
	return known && above >= minRelative*(1-m.mean)
}

// near returns the nearness of a passage, from 0 (average) to below 1, false if unknown. It is
// relative to mean and deviation, since these differ by model and by what a person saves.
func (m *meaning) near(s *search, part int, doc uint32) (float64, bool) {
	above, known := m.aboveMean(s, part, doc)
	return m.nearness(above), known
}

// nearness maps the z-score to 0..1. It grows with the square, since small deviations are noise,
// and saturates, since no passage may count for more than the share of meaning.
func (m *meaning) nearness(above float64) float64 {
	z := max(0, above) / (sameZ * m.stdDev) // 1: means about the same
	squared := z * z
	return squared / math.Sqrt(1+squared*squared)
}

// withNeighbours is near averaged with the passages beside it, by how much it needs them.
func (m *meaning) withNeighbours(s *search, part int, memory, doc uint32) (float64, bool) {
	near, known := m.near(s, part, doc)
	if !known {
		return 0, false
	}
	all := 1.0
	s.neighbours(part, memory, doc, func(at uint32, weight float64) {
		if beside, known := m.near(s, part, at); known {
			near += weight * beside
			all += weight
		}
	})
	return near / all, true
}

// expected is the nearness assumed for a passage without a vector: the best one's, scaled by
// relative coverage.
func (m *meaning) expected(coverage float64) float64 {
	if m.bestCoverage == 0 {
		return 0
	}
	return m.best * min(1, coverage/m.bestCoverage)
}
