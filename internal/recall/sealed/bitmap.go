package sealed

import "sync/atomic"

// bitmap is a lock-free set of small numbers for concurrent use.
type bitmap []atomic.Uint64

func newBitmap(n int) bitmap { return make(bitmap, (n+63)/64) }

func (b bitmap) has(i int) bool { return b[uint(i)/64].Load()&(1<<(uint(i)%64)) != 0 }
func (b bitmap) set(i int)      { b[uint(i)/64].Or(1 << (uint(i) % 64)) }
func (b bitmap) clear(i int)    { b[uint(i)/64].And(^(uint64(1) << (uint(i) % 64))) }

// fill sets every word to the same bits.
func (b bitmap) fill(bits uint64) {
	for i := range b {
		b[i].Store(bits)
	}
}
