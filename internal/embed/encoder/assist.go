package encoder

import (
	"runtime"
	"sync/atomic"

	"engram/internal/embed/encoder/kernel"
)

// The states of an assist.
const (
	absent  int32 = iota // there is no helper yet
	idle                 // the helper waits for a product
	offered              // a product waits for the helper
	claimed              // the helper computes its half
	closed
)

// assist has a goroutine that is done with its own work compute half of another's products. The owner
// does not wait for a helper that has not begun. A nil assist has none.
type assist struct {
	state atomic.Int32

	// Written by the owner before it offers, read by the helper after it claimed.
	kernel *kernel.Kernel
	dst    []float32
	rows   *kernel.Rows
	matrix *kernel.Matrix
}

// half returns where the helper's outputs end.
func half(m *kernel.Matrix) int { return m.Out / 2 / kernel.Lane * kernel.Lane }

// multiply is Kernel.Multiply.
func (a *assist) multiply(k *kernel.Kernel, dst []float32, rows *kernel.Rows, m *kernel.Matrix) {
	if a == nil || half(m) == 0 || a.state.Load() != idle {
		k.Multiply(dst, rows, m)
		return
	}
	a.kernel, a.dst, a.rows, a.matrix = k, dst, rows, m
	if !a.state.CompareAndSwap(idle, offered) { // it left
		k.Multiply(dst, rows, m)
		return
	}
	computed := false
	defer func() {
		if !computed { // the weights can't be read
			a.reclaim()
		}
	}()
	k.MultiplyPart(dst, rows, m, half(m), m.Out)
	computed = true
	if a.reclaim() {
		k.MultiplyPart(dst, rows, m, 0, half(m))
	}
}

// reclaim ends an offer and reports whether the helper's half is left to the owner. It waits for a
// helper that has begun.
func (a *assist) reclaim() bool {
	return a.state.CompareAndSwap(offered, idle) || a.await(idle, forever) == closed
}

// help computes halves of products until the assist is closed, or none is offered for a while.
func (a *assist) help() {
	if a == nil || !a.state.CompareAndSwap(absent, idle) {
		return
	}
	defer a.close() // also if the weights can't be read
	for {
		switch a.await(offered, patience) {
		case offered:
			if a.state.CompareAndSwap(offered, claimed) {
				a.kernel.MultiplyPart(a.dst, a.rows, a.matrix, 0, half(a.matrix))
				a.state.Store(idle)
			}
		case closed:
			return
		default:
			if a.state.CompareAndSwap(idle, closed) {
				return
			}
		}
	}
}

// close ends the help. No product is being computed.
func (a *assist) close() {
	if a != nil {
		a.state.Store(closed)
	}
}

// The number of times that a state is looked at before other goroutines run, some ten microseconds,
// and before a helper leaves, a millisecond.
const (
	spins    = 5_000
	patience = 100 * spins
	forever  = 0
)

// await waits for a state or the end and returns it, or another after that number of looks. It does
// not sleep: to be woken takes as long as half a product.
func (a *assist) await(state int32, looks int) int32 {
	for n := 1; ; n++ {
		if now := a.state.Load(); now == state || now == closed || n == looks {
			return now
		}
		if n%spins == 0 {
			runtime.Gosched()
		}
	}
}
