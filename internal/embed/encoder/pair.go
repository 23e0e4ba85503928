package encoder

import (
	"runtime"
	"sync/atomic"

	"engram/internal/embed/encoder/kernel"
)

// The states of a pair.
const (
	alone   int32 = iota // nobody helps yet
	waiting              // the helper waits for a product
	given                // a product waits for the helper
	taken                // the helper computes its half
	over
)

// pair has a goroutine that is done with its own work compute half of another's products. A product
// that the helper does not take up at once is not waited for. A nil pair computes all of them.
type pair struct {
	state atomic.Int32
	_     [60]byte // the other core looks at the state only

	// Set while the state is waiting.
	kernel *kernel.Kernel
	dst    []float32
	rows   *kernel.Rows
	matrix *kernel.Matrix
}

// half returns where the helper's outputs end.
func half(m *kernel.Matrix) int { return m.Out / 2 / kernel.Lane * kernel.Lane }

// multiply is Kernel.Multiply.
func (p *pair) multiply(k *kernel.Kernel, dst []float32, rows *kernel.Rows, m *kernel.Matrix) {
	if p == nil || p.state.Load() != waiting || half(m) == 0 {
		k.Multiply(dst, rows, m)
		return
	}
	p.kernel, p.dst, p.rows, p.matrix = k, dst, rows, m
	p.state.Store(given)
	mine := false
	defer func() {
		if !mine { // the weights can't be read
			p.halved()
		}
	}()
	k.MultiplyPart(dst, rows, m, half(m), m.Out)
	if mine = true; !p.halved() {
		k.MultiplyPart(dst, rows, m, 0, half(m))
	}
}

// halved takes a product back from the helper, or waits for its half. It reports whether that is
// computed.
func (p *pair) halved() bool {
	return !p.state.CompareAndSwap(given, waiting) && p.await(waiting, over) == waiting
}

// help computes halves of products until the pair is over.
func (p *pair) help() {
	if p == nil || !p.state.CompareAndSwap(alone, waiting) {
		return
	}
	defer p.end() // also if the weights can't be read
	for p.await(given, over) == given {
		if p.state.CompareAndSwap(given, taken) {
			p.kernel.MultiplyPart(p.dst, p.rows, p.matrix, 0, half(p.matrix))
			p.state.Store(waiting)
		}
	}
}

// end ends the help. No product is being computed.
func (p *pair) end() {
	if p != nil {
		p.state.Store(over)
	}
}

// spins is how often a state is looked at before other goroutines run, some ten microseconds.
const spins = 5000

// await waits for one of two states and returns it. It does not sleep, since that takes as
// long as half a product.
func (p *pair) await(a, b int32) int32 {
	for n := 1; ; n++ {
		if now := p.state.Load(); now == a || now == b {
			return now
		}
		if n%spins == 0 {
			runtime.Gosched()
		}
	}
}
