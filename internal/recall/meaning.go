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
	// leastNear is how near a passage without a word of the question must be to be found at all: what its cosine has above
	// the usual, of what it would have if it meant the same.
	leastNear = 0.2
	// fewVectors keeps a handful of passages, one of which may be the answer, from passing for what is usual.
	fewVectors = 16
	// usualSpread is how far cosines stand from their average, of passages that are too few to tell.
	usualSpread = 0.1
	// leastSpread keeps cosines that all stand close together, as those of notes after one pattern do or of a language that
	// the model can't read, from making much of little.
	leastSpread = 0.09
	// sameMeaning is how many times the spread a passage stands above the average that means about the same as the question.
	sameMeaning = 5.5
	// goodScore is what the best passage gets by its words, of what one with every word would, from which on words have their
	// full weight. A lower one brings conversations nearer to what words alone find, and moves away from what is said in
	// other words. The weight of words was chosen on one half of the questions of nine retrieval sets, with this, sameMeaning
	// and leastSpread about as they are; around them all measures are flat, on the other half too.
	goodScore = 0.21
	// rescored is how many passages the signs of the vectors let through to be compared in full, and worded how many more
	// the words.
	rescored = 500
	worded   = 100
	// defaultExactUpTo is up to how many passages all are compared in full.
	defaultExactUpTo = 20_000
)

// meaning compares the question with the passages by their vectors.
type meaning struct {
	buffers *buffers
	exact   bool // every passage was compared
	query   []int8
	scale   float64     // 1 over the length of the question's vector
	weight  float64     // of the meaning, from 0 to 1: how legible the question is to the model
	usual   float64     // cosine of the question with a passage that has nothing to do with it
	spread  float64     // of such cosines: the root of their mean square, but leastSpread at least
	best    float64     // nearness of the nearest passage, with those around it
	covered float64     // of the question by the passage that covers most of it
	share   float64     // of the words in the score
	cosines [][]float32 // by part, by passage
	chosen  []candidate // of those that were not all compared; in the order of parts and passages
}

// unknown is the cosine of a passage that has no vector or was not compared.
const unknown = -2

// buffers are the memory that a search needs.
type buffers struct {
	dots      []int32
	cosines   []float32
	distances []uint16
	nearest   []uint32
	row       []int8
}

var meanings = sync.Pool{New: func() any { return new(buffers) }}

func (m *meaning) release() { meanings.Put(m.buffers) }

// newMeaning compares the question with all passages or, of many, with those that may be among the best. It returns nil
// when the question or all passages have no vector, or the model can't read the question.
func newMeaning(s *search, o options) (*meaning, error) {
	norm := vector.Norm(s.Vector)
	if norm == 0 || len(s.Vector) != s.state.Dims {
		return nil, nil
	}
	weight := o.question(s.Text)
	if weight == 0 {
		return nil, nil
	}
	m := &meaning{buffers: meanings.Get().(*buffers), query: make([]int8, vector.Stride(s.state.Dims)), scale: 1 / norm, weight: weight}
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

// prepare makes room for every passage.
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

// compare compares the question with passages, and reports whether one has a vector.
func (m *meaning) compare(s *search) (known bool, err error) {
	limit := worded
	if m.exact {
		limit = 1 // it tells what the best one gets
	}
	first, covered := s.byWords(limit)
	told := 0.0 // what the best passage gets by its words and those around it, of what one with every word would get
	for _, c := range first {
		told = max(told, c.score)
	}
	m.covered, m.share = covered, 1-m.weight*(1-s.weights.Words*min(1, told/goodScore))
	if m.exact {
		return m.compareAll(s)
	}
	m.chosen = first
	return m.compareSome(s)
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
	m.usual, m.spread = all.usual()
	if all.docs < s.state.Live().Docs { // else nobody asks what may be expected of a passage
		m.findBest(s)
	}
	return all.docs > 0, nil
}

// findBest finds the nearest passage of all.
func (m *meaning) findBest(s *search) {
	for i, p := range s.state.Parts {
		for memory := range uint32(p.Memories()) {
			if s.out(i, memory) {
				continue
			}
			for doc, end := p.Words.Group(memory); doc < end; doc++ {
				m.noteBest(s, candidate{part: i, memory: memory, doc: doc})
			}
		}
	}
}

// noteBest lets a passage be the nearest.
func (m *meaning) noteBest(s *search, c candidate) {
	if near, known := m.around(s, c.part, c.memory, c.doc); known {
		m.best = max(m.best, near)
	}
}

// sample is of cosines of the question with passages, each counted as far as it is legible.
type sample struct {
	docs            int
	n, sum, squares float64
}

func (a *sample) add(cos, legible float32) {
	c, n := float64(cos), float64(legible)
	a.docs++
	a.n += n
	a.sum += n * c
	a.squares += n * c * c
}

// usual returns the average and the spread, as much as may be made of them.
func (a *sample) usual() (usual, spread float64) {
	usual = a.sum / (a.n + fewVectors)
	apart := a.squares - 2*usual*a.sum + a.n*usual*usual
	return usual, max(leastSpread, math.Sqrt((apart+fewVectors*usualSpread*usualSpread)/(a.n+fewVectors)))
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

// compareSome compares the question with the passages that were chosen by their words, with those whose vectors have the
// same signs in most places, and with those whose vectors came late.
func (m *meaning) compareSome(s *search) (known bool, err error) {
	if err := m.choose(s); err != nil {
		return false, err
	}
	if err := m.sampleSome(s); err != nil {
		return false, err
	}
	for _, c := range m.chosen {
		if err := m.compareOne(c.part, s.state.Parts[c.part], c.doc); err != nil {
			return false, err
		}
		known = known || m.cosines[c.part][c.doc] != unknown
	}
	if err := m.compareBeside(s); err != nil {
		return false, err
	}
	for _, c := range m.chosen {
		m.noteBest(s, c)
	}
	return known, nil
}

// compareBeside compares the question with the passages around those that were chosen, as far as they count.
func (m *meaning) compareBeside(s *search) (err error) {
	for _, c := range m.chosen {
		s.beside(c.part, c.memory, c.doc, func(at uint32, _ float64) {
			if err == nil && m.cosines[c.part][at] == unknown {
				err = m.compareOne(c.part, s.state.Parts[c.part], at)
			}
		})
	}
	return err
}

// compareWhole compares the question with all that the memories of candidates hold: where not all passages were compared, the
// others of a memory whose passage was chosen are no strangers, and a short one is not as near by itself as with all that
// stands around it.
func (m *meaning) compareWhole(s *search, memories []candidate) error {
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

// compareOne takes the full product of the question with one passage.
func (m *meaning) compareOne(part int, p *segment.Part, doc uint32) error {
	v, scale, err := p.Vector(doc)
	if v == nil || err != nil {
		return err
	}
	if len(v) != len(m.query) { // one that came late has no padding
		v = append(m.buffers.row[:0], v...)
		v = append(v, make([]int8, len(m.query)-len(v))...)
		m.buffers.row = v
	}
	m.cosines[part][doc] = float32(vector.Dot(m.query, v)) * float32(m.scale) * scale
	return nil
}

// choose finds the passages to be compared in full.
func (m *meaning) choose(s *search) error {
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
		m.leaveOut(s, i, distances)
	}
	m.buffers.nearest = vector.Nearest(m.buffers.nearest[:0], m.buffers.distances, rescored)
	for _, at := range m.buffers.nearest {
		part, doc := s.place(at)
		m.chosen = append(m.chosen, candidate{part: part, doc: doc})
	}
	for i, p := range s.state.Parts {
		for doc := range p.Late {
			m.chosen = append(m.chosen, candidate{part: i, doc: doc})
		}
	}
	m.tidy(s)
	return nil
}

func fill(distances []uint16, with uint16) {
	for i := range distances {
		distances[i] = with
	}
}

// leaveOut marks the passages that no search may find.
func (m *meaning) leaveOut(s *search, part int, distances []uint16) {
	p := s.state.Parts[part]
	if p.Dead == nil && s.left == nil {
		return
	}
	for memory := range uint32(p.Memories()) {
		if s.out(part, memory) {
			first, end := p.Words.Group(memory)
			fill(distances[first:end], math.MaxUint16)
		}
	}
}

// sampled is how many passages tell what is usual where not all are compared.
const sampled = 512

// golden is what, as a part of 1<<32, divides a circle so that any number of steps around it stand evenly, and never in
// the rhythm of what was saved.
const golden = 2654435769

// sampleSome compares the question with passages here and there.
func (m *meaning) sampleSome(s *search) error {
	var some sample
	docs := uint64(len(m.buffers.cosines))
	for step := range uint32(sampled) {
		part, doc := s.place(uint32(uint64(step*golden) * docs >> 32))
		p := s.state.Parts[part]
		if p.Dead != nil && p.Dead.Has(p.Words.GroupOf(doc)) {
			continue
		}
		if err := m.compareOne(part, p, doc); err != nil {
			return err
		}
		if cos := m.cosines[part][doc]; cos != unknown {
			some.add(cos, p.Legible()[doc])
			m.cosines[part][doc] = unknown // unless it is chosen
		}
	}
	m.usual, m.spread = some.usual()
	return nil
}

// place returns where the passage is that is number at of all parts together.
func (s *search) place(at uint32) (part int, doc uint32) {
	for int(at) >= s.state.Parts[part].Docs() {
		at -= uint32(s.state.Parts[part].Docs())
		part++
	}
	return part, at
}

// tidy brings the chosen passages into the order of parts and passages, each once, without those that may not be found.
func (m *meaning) tidy(s *search) {
	slices.SortFunc(m.chosen, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.doc, b.doc))
	})
	kept := m.chosen[:0]
	for _, c := range m.chosen {
		if last := len(kept) - 1; last >= 0 && kept[last].part == c.part && kept[last].doc == c.doc {
			continue
		}
		c.memory = s.state.Parts[c.part].Words.GroupOf(c.doc)
		if !s.out(c.part, c.memory) {
			kept = append(kept, c)
		}
	}
	m.chosen = kept
}

// cosine returns that of the angle between question and passage, as far as both are legible, and false when it is not known.
func (m *meaning) cosine(s *search, part int, doc uint32) (float64, bool) {
	cos := m.cosines[part][doc]
	return float64(cos) * m.weight * s.legible(part, doc), cos != unknown
}

// above is how far a passage's cosine stands above the usual, as far as the passage is legible: what can't be read is as near
// as is usual. It is false when the cosine is not known.
func (m *meaning) above(s *search, part int, doc uint32) (float64, bool) {
	cos := m.cosines[part][doc]
	return (float64(cos) - m.usual) * s.legible(part, doc), cos != unknown
}

// fits reports whether a passage is so near in meaning that it may answer without a word of the question.
func (m *meaning) fits(s *search, part int, doc uint32) bool {
	above, known := m.above(s, part, doc)
	return known && above >= leastNear*(1-m.usual)
}

// near says how near a passage is in meaning, from 0, as near as is usual, to 1, which none reaches, and false when that is
// not known. Models differ in what is usual, and so do people: where all is about the same, or in short sentences, cosines
// stand far apart and say little.
func (m *meaning) near(s *search, part int, doc uint32) (float64, bool) {
	above, known := m.above(s, part, doc)
	return m.nearness(above), known
}

// nearness grows with the square of how far a cosine stands out, as its improbability does, since a little more than is
// usual is noise; and less and less where it stands out so far that there is no doubt, since no meaning, however near, is
// worth more than its share.
func (m *meaning) nearness(above float64) float64 {
	out := max(0, above) / (sameMeaning * m.spread)
	out *= out
	return out / math.Sqrt(1+out*out)
}

// around is how near a passage is on average with those around it, as far as it needs them, and false when that is not known.
func (m *meaning) around(s *search, part int, memory, doc uint32) (float64, bool) {
	near, known := m.near(s, part, doc)
	if !known {
		return 0, false
	}
	all := 1.0
	s.beside(part, memory, doc, func(at uint32, weight float64) {
		if beside, known := m.near(s, part, at); known {
			near += weight * beside
			all += weight
		}
	})
	return near / all, true
}

// expected is the nearness that a passage is taken to have until it has a vector: the best one's, as far as it covers the
// question as well as the best does.
func (m *meaning) expected(coverage float64) float64 {
	if m.covered == 0 {
		return 0
	}
	return m.best * min(1, coverage/m.covered)
}
