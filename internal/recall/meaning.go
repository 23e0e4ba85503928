package recall

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"engram/internal/recall/vector"
)

const (
	// leastNear is how near a passage without a word of the question must be to be found at all.
	leastNear = 0.2
	// fewVectors keeps the average of a handful of passages, one of which may be the answer, from passing for what is usual.
	fewVectors = 16
	// goodScore is what the best passage gets by its words, of what one with every word would, from which on words have their
	// full weight. A lower one brings conversations nearer to what words alone find, and moves away from what is said in
	// other words.
	goodScore = 0.3
	// rescored is how many passages the signs of the vectors let through to be compared in full, and worded how many more
	// the words.
	rescored = 500
	worded   = 100
	// defaultExactUpTo is up to how many passages all are compared in full.
	defaultExactUpTo = 20_000
)

// meaning compares the question with the passages by their vectors.
type meaning struct {
	*buffers
	exact   bool // every passage was compared
	query   []int8
	norm    float64
	usual   float64 // cosine of the question with a passage that has nothing to do with it
	best    float64 // nearness of the nearest passage
	covered float64 // of the question by the passage that covers most of it
	share   float64 // of the words in the score
	parts   []compared
	chosen  []candidate // of those that were not all compared; in the order of parts and passages
}

// compared is a part's passages beside the question.
type compared struct {
	dots  []int32   // of the vectors, by passage
	norms []float32 // of the passages; 0: no vector, or not compared
}

// buffers are the memory that a search needs.
type buffers struct {
	dots      []int32
	norms     []float32
	distances []uint16
	nearest   []uint32
	row       []int8
}

var meanings = sync.Pool{New: func() any { return new(buffers) }}

func (m *meaning) release() { meanings.Put(m.buffers) }

// newMeaning compares the question with all passages or, of many, with those that may be among the best. It returns nil
// when the question or all passages have no vector.
func newMeaning(s *search, exactUpTo int) (*meaning, error) {
	if len(s.Vector) == 0 || len(s.Vector) != s.state.Dims {
		return nil, nil
	}
	m := &meaning{buffers: meanings.Get().(*buffers), query: make([]int8, vector.Stride(s.state.Dims))}
	copy(m.query, s.Vector)
	m.norm = vector.Norm(m.query)
	m.exact = s.state.Live().Docs <= exactUpTo
	m.prepare(s)
	compare := m.compareSome
	if m.exact {
		s.words.CompleteAll()
		compare = m.compareAll
	}
	known, err := compare(s)
	if err != nil || !known || m.norm == 0 {
		m.release()
		return nil, err
	}
	m.covered = s.covered()
	m.share = s.weights.Words * min(1, s.told()/goodScore)
	return m, nil
}

// prepare makes room for every passage.
func (m *meaning) prepare(s *search) {
	docs := 0
	for _, p := range s.state.Parts {
		docs += p.Docs()
	}
	m.dots = slices.Grow(m.dots[:0], docs)[:docs]
	m.norms = slices.Grow(m.norms[:0], docs)[:docs]
	clear(m.norms)
	from := 0
	for _, p := range s.state.Parts {
		m.parts = append(m.parts, compared{m.dots[from : from+p.Docs()], m.norms[from : from+p.Docs()]})
		from += p.Docs()
	}
}

// compareAll compares the question with every passage, and reports whether one has a vector.
func (m *meaning) compareAll(s *search) (known bool, err error) {
	sum, n := 0.0, 0
	for i, p := range s.state.Parts {
		rows, err := p.Vectors()
		if err != nil {
			return false, err
		}
		if rows != nil {
			vector.Dots(m.parts[i].dots, m.query, rows)
			copy(m.parts[i].norms, p.Norms())
		}
		for doc := range p.Late {
			if err := m.compare(s, i, doc); err != nil {
				return false, err
			}
		}
		for memory := range uint32(p.Memories()) {
			if p.Dead.Has(memory) {
				continue
			}
			for doc, end := p.Words.Group(memory); doc < end; doc++ {
				if cos, known := m.cosine(i, doc); known {
					sum += cos
					n++
				}
			}
		}
	}
	m.usual = sum / float64(n+fewVectors)
	for i, p := range s.state.Parts {
		for memory := range uint32(p.Memories()) {
			if s.out(i, memory) {
				continue
			}
			for doc, end := p.Words.Group(memory); doc < end; doc++ {
				if near, known := m.near(i, doc); known {
					m.best = max(m.best, near)
				}
			}
		}
	}
	return n > 0, nil
}

// compareSome compares the question with the passages whose vectors have the same signs in most places, with those that
// rank first by words, and with those whose vectors came late. It reports whether one of them has a vector.
func (m *meaning) compareSome(s *search) (known bool, err error) {
	if err := m.choose(s); err != nil {
		return false, err
	}
	for _, c := range m.chosen {
		if err := m.compare(s, c.part, c.doc); err != nil {
			return false, err
		}
		if near, compared := m.near(c.part, c.doc); compared {
			known = true
			m.best = max(m.best, near)
		}
	}
	return known, nil
}

// compare takes the full product of the question with one passage.
func (m *meaning) compare(s *search, part int, doc uint32) error {
	v, norm, err := s.state.Parts[part].Vector(doc)
	if v == nil || err != nil {
		return err
	}
	if len(v) != len(m.query) { // one that came late has no padding
		v = append(m.row[:0], v...)
		v = append(v, make([]int8, len(m.query)-len(v))...)
		m.row = v
	}
	m.parts[part].dots[doc] = vector.Dot(m.query, v)
	m.parts[part].norms[doc] = norm
	return nil
}

// choose finds the passages to be compared in full.
func (m *meaning) choose(s *search) error {
	bits := make([]byte, vector.BitStride(s.state.Dims))
	vector.PutBits(bits, m.query[:s.state.Dims])
	m.distances = slices.Grow(m.distances[:0], len(m.dots))[:len(m.dots)]
	from := 0
	for i, p := range s.state.Parts {
		distances := m.distances[from : from+p.Docs()]
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
	m.usual = usual(m.distances, s.state.Dims)
	m.nearest = vector.Nearest(m.nearest[:0], m.distances, rescored)
	from, part := 0, 0
	for _, at := range m.nearest {
		for int(at)-from >= s.state.Parts[part].Docs() {
			from += s.state.Parts[part].Docs()
			part++
		}
		m.chosen = append(m.chosen, candidate{part: part, doc: at - uint32(from)})
	}
	m.chooseByWords(s)
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

// sampled is one of how many distances tell what is usual.
const sampled = 16

// usual reads off the distances what cosine most passages have: two directions that differ in a share of their signs
// stand at that share of half a turn.
func usual(distances []uint16, dims int) float64 {
	sum, n := 0.0, 0
	for i := 0; i < len(distances); i += sampled {
		if distances[i] != math.MaxUint16 {
			sum += float64(distances[i])
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return math.Cos(math.Pi * sum / float64(n) / float64(dims))
}

// chooseByWords adds the passages that rank first by words.
func (m *meaning) chooseByWords(s *search) {
	m.chosen = append(m.chosen, s.byWords(worded)...)
}

// byWords returns passages that rank first by words alone, at least as many as asked for when there are, in no order.
func (s *search) byWords(limit int) (first []candidate) {
	plain := *s
	plain.meaning, plain.Limit = nil, limit
	list := candidates.Get().(*[]candidate)
	defer candidates.Put(list)
	all := plain.gather((*list)[:0], true)
	*list = all[:0]
	least := plain.least(all)
	for _, c := range all {
		if c.score+c.more >= least {
			first = append(first, c)
		}
	}
	return first
}

// told is what the best passage gets by its words and those around it, of what one with every word would get.
func (s *search) told() float64 {
	best := 0.0
	for _, c := range s.byWords(1) {
		best = max(best, c.score)
	}
	return best
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

// cosine returns that of the angle between question and passage, and false when it is not known.
func (m *meaning) cosine(part int, doc uint32) (float64, bool) {
	p := &m.parts[part]
	if p.norms[doc] == 0 {
		return 0, false
	}
	return float64(p.dots[doc]) / (m.norm * float64(p.norms[doc])), true
}

// near says how near a passage is in meaning: 1 when it means the same, 0 when it is as near as is usual, and false when
// that is not known. Models differ in what is usual: for some no two texts are at right angles.
func (m *meaning) near(part int, doc uint32) (float64, bool) {
	cos, known := m.cosine(part, doc)
	return (cos - m.usual) / (1 - m.usual), known
}

// expected is the nearness that a passage is taken to have until it has a vector: the best one's, as far as it covers the
// question as well as the best does.
func (m *meaning) expected(coverage float64) float64 {
	if m.covered == 0 {
		return 0
	}
	return m.best * coverage / m.covered
}
