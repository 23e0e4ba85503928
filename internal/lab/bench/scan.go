package bench

import (
	"context"
	"errors"
	"unsafe"

	"engram/internal/recall/vector"
)

// scan sets the dot products of a question with all rows beside a loop that only reads the same bytes.
func (s *suite) scan(ctx context.Context) ([]Result, error) {
	const bar = 75
	n := s.passages[2]
	s.note("making " + short(n) + " vectors")
	stride := vector.Stride(dims)
	rows, query, products := make([]int8, n*stride), make([]int8, stride), make([]int32, n)
	for i := range n {
		copy(rows[i*stride:], vector.Quantise(s.corpus.meaning(theUser, i)))
	}
	copy(query, vector.Quantise(s.questions[0].meaning))
	s.note("measuring the scan")
	took, err := s.race(ctx,
		contender{"scan", func(context.Context, int) error { vector.Dots(products, query, rows); return nil }},
		contender{"read", func(context.Context, int) error {
			if read(words64(rows)) == 0 {
				return errors.New("the rows are empty")
			}
			return nil
		}})
	if err != nil {
		return nil, err
	}
	return []Result{atLeast(bar, 100*ratio(took[1], took[0]), "%",
		"int8 scan of "+short(n)+" vectors ("+vector.Kernel()+"), of the speed of a loop that reads them",
		inMillis("scan", took[0]), inMillis("read", took[1]))}, nil
}

// read is the loop: eight sums, so that no addition waits for the one before and memory is all that it waits for.
func read(words []uint64) uint64 {
	var a, b, c, d, e, f, g, h uint64
	for ; len(words) >= 8; words = words[8:] {
		w := (*[8]uint64)(words)
		a += w[0]
		b += w[1]
		c += w[2]
		d += w[3]
		e += w[4]
		f += w[5]
		g += w[6]
		h += w[7]
	}
	return a + b + c + d + e + f + g + h
}

// words64 is the same memory, eight bytes at a time: a loop over bytes would be eight times slower than memory is.
func words64(rows []int8) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(rows))), len(rows)/8)
}
