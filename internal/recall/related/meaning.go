package related

import (
	"math"
	"slices"
	"sync"

	"engram/internal/recall/segment"
	"engram/internal/recall/vector"
)

const (
	// spreadOver is the number of passages for estimating the mean of a passage's cosines.
	spreadOver = 256
	// golden steps through the passages evenly (Fibonacci hashing).
	golden = 2654435769
	// priorCount and priorStdDev keep a handful of passages from setting the mean.
	priorCount, priorStdDev = 16, 0.1
	// minStdDev keeps small differences small where all cosines are alike.
	minStdDev = 0.065
)

// meaning scores passages by the cosine with one.
type meaning struct {
	state        *segment.State
	of           []int8 // nil: it has no vector
	scale        float32
	legible      float64
	mean, stdDev float64
}

func newMeaning(state *segment.State, of place, out outside) (*meaning, error) {
	part := state.Parts[of.part]
	m := &meaning{state: state, legible: float64(part.Legible()[of.doc])}
	v, scale, err := part.Vector(of.doc)
	if v == nil || err != nil || len(v) < state.Dims || m.legible == 0 {
		return m, err
	}
	m.of, m.scale = make([]int8, vector.Stride(state.Dims)), scale
	copy(m.of, v)
	return m, m.estimate(out)
}

// estimate sets mean and deviation from passages spread over the index.
func (m *meaning) estimate(out outside) error {
	docs := docs(m.state)
	weight, sum, squares := 0.0, 0.0, 0.0
	for step := range uint32(min(docs, spreadOver)) {
		number := step
		if docs > spreadOver {
			number = uint32(uint64(step*golden) * uint64(docs) >> 32)
		}
		at := locate(m.state, number)
		if out(at.part, m.state.Parts[at.part].Words.GroupOf(at.doc)) {
			continue
		}
		cos, known, err := m.cosine(at)
		if err != nil {
			return err
		}
		if known {
			legible := float64(m.state.Parts[at.part].Legible()[at.doc])
			weight += legible
			sum += legible * cos
			squares += legible * cos * cos
		}
	}
	m.mean = sum / (weight + priorCount)
	variance := (squares - 2*m.mean*sum + weight*m.mean*m.mean + priorCount*priorStdDev*priorStdDev) / (weight + priorCount)
	m.stdDev = max(minStdDev, math.Sqrt(variance))
	return nil
}

// docs counts the passages of all parts.
func docs(state *segment.State) (n int) {
	for _, p := range state.Parts {
		n += p.Docs()
	}
	return n
}

// locate returns the passage of a number that counts through all parts.
func locate(state *segment.State, at uint32) place {
	part := 0
	for int(at) >= state.Parts[part].Docs() {
		at -= uint32(state.Parts[part].Docs())
		part++
	}
	return place{part, at}
}

func (m *meaning) cosine(at place) (cos float64, known bool, err error) {
	v, scale, err := m.state.Parts[at.part].Vector(at.doc)
	if v == nil || err != nil || m.of == nil {
		return 0, false, err
	}
	if len(v) != len(m.of) { // a late vector is not padded
		padded := make([]int8, len(m.of))
		copy(padded, v)
		v = padded
	}
	return float64(vector.Dot(m.of, v)) * float64(m.scale) * float64(scale), true, nil
}

// unknown is the nearness without a vector of both.
const unknown = -1

// nearness returns how far a passage is above the average, as a share of what is possible, scaled
// by how legible both are.
func (m *meaning) nearness(at place) (float64, error) {
	cos, known, err := m.cosine(at)
	if !known || err != nil {
		return unknown, err
	}
	legible := m.legible * float64(m.state.Parts[at.part].Legible()[at.doc])
	return max(0, cos-m.mean) / (1 - m.mean) * legible, nil
}

// best returns the passages that are nearest by the signs of their vectors, and those whose vectors
// came late.
func (m *meaning) best(out outside) (found []place, err error) {
	if m.of == nil {
		return nil, nil
	}
	bits := make([]byte, vector.BitStride(m.state.Dims))
	vector.PutBits(bits, m.of[:m.state.Dims])
	buffers := bufferPool.Get().(*buffers)
	defer bufferPool.Put(buffers)
	distances := slices.Grow(buffers.distances[:0], docs(m.state))
	for i, p := range m.state.Parts {
		from := len(distances)
		distances = distances[:from+p.Docs()]
		if err := distancesOf(distances[from:], bits, p); err != nil {
			return nil, err
		}
		for memory := range uint32(p.Memories()) {
			if out(i, memory) {
				first, end := p.Words.Group(memory)
				leaveOut(distances[from+int(first) : from+int(end)])
			}
		}
		for doc := range p.Late {
			if !out(i, p.Words.GroupOf(doc)) {
				found = append(found, place{i, doc})
			}
		}
	}
	buffers.distances = distances
	for _, at := range vector.Nearest(nil, distances, bestOf) {
		found = append(found, locate(m.state, at))
	}
	return found, nil
}

// buffers are reused between searches.
type buffers struct{ distances []uint16 }

var bufferPool = sync.Pool{New: func() any { return new(buffers) }}

// distancesOf sets the distances of a part's passages; those without a vector are left out.
func distancesOf(distances []uint16, bits []byte, p *segment.Part) error {
	rows, err := p.Bits()
	if err != nil {
		return err
	}
	if rows == nil {
		leaveOut(distances)
		return nil
	}
	vector.Distances(distances, bits, rows)
	return nil
}

func leaveOut(distances []uint16) {
	for i := range distances {
		distances[i] = vector.LeftOut
	}
}
