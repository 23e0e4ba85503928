package kernel

import (
	"math"
	"slices"
)

// The sizes of the self-test: one row more than the largest tile, and columns that are no multiple
// of a tile.
const (
	knownRows = 15
	knownIn   = 2 * Lane
	knownOut  = 3 * Panel
)

// works reports whether the kernel matches pure Go for every height of a tile. It takes half a
// millisecond.
func (k *Kernel) works() bool {
	return k.multiplies() && k.quantises() && k.finds() && k.softens() && k.norms()
}

// known returns n numbers from -127 to 127 with a long period.
func known(n, seed int) []int8 {
	x, state := make([]int8, n), uint32(seed)
	for i := range x {
		state = state*1664525 + 1013904223
		x[i] = int8(int(state>>24)%255 - 127)
	}
	return x
}

// knownFloats is known scaled to a maximum of scale.
func knownFloats(n, seed int, scale float32) []float32 {
	x := make([]float32, n)
	for i, v := range known(n, seed) {
		x[i] = float32(v) * (scale / 127)
	}
	return x
}

// multiplies checks int8 products. One row and one output have the greatest values, which would
// saturate narrower sums.
func (k *Kernel) multiplies() bool {
	values, weights := known(knownRows*knownIn, 1), known(knownOut*knownIn, 2)
	for i := range knownIn {
		values[3*knownIn+i], weights[5*knownIn+i], weights[20*knownIn+i] = 127, 127, -127
	}
	m := &Matrix{In: knownIn, Out: knownOut, Weights: Pack(weights, knownIn, knownOut)}
	m.Scales, m.Bias = knownFloats(knownOut, 3, 1), knownFloats(knownOut, 4, 1000)
	rows := &Rows{N: knownRows, Width: knownIn, Values: values, Scales: knownFloats(knownRows, 5, 1), Sums: make([]int32, knownRows)}
	for i, v := range values {
		rows.Sums[i/knownIn] += int32(v)
	}
	want := make([]float32, knownRows*knownOut)
	Plain().Multiply(want, rows, m)
	for n := 1; n <= knownRows; n++ {
		got, some := make([]float32, n*knownOut), *rows
		some.N, some.Values, some.Scales, some.Sums = n, values[:n*knownIn], rows.Scales[:n], rows.Sums[:n]
		k.Multiply(got, &some, m)
		if far(got, want[:n*knownOut]) >= 0 {
			return false
		}
	}
	return true
}

func (k *Kernel) quantises() bool {
	x, smooth := knownFloats(3*knownIn, 6, 3), knownFloats(knownIn, 7, 2)
	clear(x[knownIn:][:knownIn])
	var got, want Rows
	k.Quantise(&got, x, smooth)
	Plain().Quantise(&want, x, smooth)
	return slices.Equal(got.Values, want.Values) && slices.Equal(got.Scales, want.Scales) && slices.Equal(got.Sums, want.Sums)
}

// finds checks float32 products of rows with a stride.
func (k *Kernel) finds() bool {
	const stride = knownOut + 1
	a := View{knownRows, Lane, Lane + 2, knownFloats(knownRows*(Lane+2), 8, 1)}
	b := View{Lane, knownOut, stride, knownFloats(Lane*stride, 9, 1)}
	want := View{knownRows, knownOut, stride, make([]float32, knownRows*stride)}
	Plain().Product(want, a, b)
	for n := 1; n <= knownRows; n++ {
		got := View{n, knownOut, stride, make([]float32, n*stride)}
		a.Rows = n
		k.Product(got, a, b)
		if far(got.Data, want.Data[:n*stride]) >= 0 {
			return false
		}
	}
	return true
}

func (k *Kernel) softens() bool {
	const cols, stride = 2*Panel + 5, 3 * Panel
	got, want := knownFloats(2*stride, 10, 5), knownFloats(2*stride, 10, 5)
	k.Softmax(View{2, cols, stride, got})
	Plain().Softmax(View{2, cols, stride, want})
	return far(got, want) < 0
}

func (k *Kernel) norms() bool {
	got, want := knownFloats(2*knownIn, 11, 6), knownFloats(2*knownIn, 11, 6)
	k.GELU(got)
	Plain().GELU(want)
	if far(got, want) >= 0 {
		return false
	}
	residual, gain, bias := knownFloats(2*knownIn, 12, 2), knownFloats(knownIn, 13, 2), knownFloats(knownIn, 14, 1)
	k.AddNorm(got, residual, gain, bias, 1e-12)
	Plain().AddNorm(want, residual, gain, bias, 1e-12)
	return far(got, want) < 0
}

// far returns the first index where numbers differ by more than the tolerance, or -1.
func far(got, want []float32) int {
	most := float32(1)
	for _, v := range want {
		most = max(most, abs(v))
	}
	for i := range want {
		if !(math.Abs(float64(got[i])-float64(want[i])) <= float64(Tolerance*most)) {
			return i
		}
	}
	return -1
}
