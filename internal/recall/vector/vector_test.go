package vector

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

func TestStrides(t *testing.T) {
	for _, c := range []struct{ dims, stride, bitStride int }{
		{0, 0, 0}, {1, 64, 8}, {63, 64, 8}, {64, 64, 8}, {65, 128, 16}, {384, 384, 48}, {3072, 3072, 384},
	} {
		if Stride(c.dims) != c.stride || BitStride(c.dims) != c.bitStride || BitStride(Stride(c.dims)) != c.bitStride {
			t.Errorf("%d dims: %d and %d bytes, want %d and %d", c.dims, Stride(c.dims), BitStride(c.dims), c.stride, c.bitStride)
		}
	}
}

func TestQuantise(t *testing.T) {
	nan, inf, tiny := float32(math.NaN()), float32(math.Inf(1)), float32(math.SmallestNonzeroFloat32)
	for title, c := range map[string]struct {
		v    []float32
		want []int8
	}{
		"the largest becomes 127":      {[]float32{0.5, -0.25, 0}, []int8{127, -64, 0}},
		"the largest may be negative":  {[]float32{-2, 1}, []int8{-127, 64}},
		"half is rounded from zero":    {[]float32{254, 1, -1, 3, -3}, []int8{127, 1, -1, 2, -2}},
		"less than half becomes zero":  {[]float32{254, 0.99, -0.99}, []int8{127, 0, 0}},
		"the smallest number there is": {[]float32{tiny, -tiny}, []int8{127, -127}},
		"the greatest number there is": {[]float32{math.MaxFloat32, -math.MaxFloat32}, []int8{127, -127}},
		"empty":                        {nil, nil},
		"zero":                         {make([]float32, 3), nil},
		"not a number":                 {[]float32{1, nan, 2}, nil},
		"not a number alone":           {[]float32{nan}, nil},
		"an infinity":                  {[]float32{1, inf}, nil},
		"a negative infinity":          {[]float32{-inf, 1}, nil},
		"an infinity and no number":    {[]float32{inf, nan}, nil},
	} {
		if got := Quantise(c.v); !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%s: %v, want %v", title, got, c.want)
		}
	}
}

// A cosine changes by at most the angles by which both vectors were turned, so rows further apart
// keep their order.
func TestQuantiseKeepsTheOrderOfCosines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 400).Draw(t, "dims")
		number := rapid.Float32Range(-3, 3)
		draw := func(label string) []float32 { return rapid.SliceOfN(number, n, n).Draw(t, label) }
		query, a, b := draw("query"), draw("a"), draw("b")
		q, qa, qb := Quantise(query), Quantise(a), Quantise(b)
		if q == nil || qa == nil || qb == nil {
			t.Skip("a zero vector")
		}
		exact := [2]float64{cosine(query, a), cosine(query, b)}
		found := [2]float64{quantisedCosine(q, qa), quantisedCosine(q, qb)}
		bound := [2]float64{turn(q) + turn(qa) + 1e-9, turn(q) + turn(qb) + 1e-9}
		for i := range exact {
			if math.Abs(exact[i]-found[i]) > bound[i] {
				t.Fatalf("cosine %g became %g, which is more than %g off", exact[i], found[i], bound[i])
			}
		}
		if exact[0] > exact[1]+bound[0]+bound[1] && found[0] <= found[1] {
			t.Fatalf("cosines %v became %v", exact, found)
		}
	})
}

// turn returns the greatest angle by which Quantise may have turned a vector.
func turn(q []int8) float64 {
	return math.Asin(min(1, math.Sqrt(float64(len(q)))/(2*Norm(q))))
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa) / math.Sqrt(bb)
}

func quantisedCosine(a, b []int8) float64 {
	return float64(dotByDefinition(a, b)) / (Norm(a) * Norm(b))
}

// FuzzQuantise quantises arbitrary vectors.
func FuzzQuantise(f *testing.F) {
	f.Add([]byte{0, 0, 128, 63, 0, 0, 0, 192})
	f.Add([]byte{1, 0, 0, 0, 0, 0, 192, 127})
	f.Fuzz(func(t *testing.T, b []byte) {
		v := make([]float32, len(b)/4)
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[i*4:]))
		}
		q := Quantise(v)
		if q == nil {
			return
		}
		largest := magnitude(v)
		for i, x := range v {
			if off := math.Abs(float64(q[i]) - float64(x)/largest*127); off > 0.5+1e-9 || q[i] < -127 {
				t.Fatalf("%g of at most %g became %d", x, largest, q[i])
			}
		}
		if len(q) != len(v) || Norm(q) < 127 {
			t.Fatalf("%d numbers became %v", len(v), q)
		}
	})
}

func TestNorm(t *testing.T) {
	for _, c := range []struct {
		v    []int8
		want float64
	}{{nil, 0}, {[]int8{3, -4, 0}, 5}, {[]int8{-128}, 128}, {slices.Repeat([]int8{-128}, 1<<18), 128 * 512}} {
		if got := Norm(c.v); got != c.want {
			t.Errorf("the norm of %d numbers is %g, want %g", len(c.v), got, c.want)
		}
	}
}

func TestPutBitsWritesTheSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := Int8s(stretch(t, "values", rapid.IntRange(0, 200).Draw(t, "dims")))
		bits := slices.Repeat([]byte{0xff}, BitStride(len(v)))
		PutBits(bits, v)
		for i := range len(bits) * 8 {
			want := i < len(v) && v[i] > 0
			if got := bits[i/8]>>(i%8)&1 == 1; got != want {
				t.Fatalf("bit %d of %v: %t", i, v, got)
			}
		}
		ofPadded := make([]byte, len(bits))
		PutBits(ofPadded, append(slices.Clone(v), make([]int8, Stride(len(v))-len(v))...))
		if !slices.Equal(ofPadded, bits) {
			t.Fatalf("padded: %x, want %x", ofPadded, bits)
		}
	})
}

func TestInt8sIsTheSameMemory(t *testing.T) {
	b := []byte{0, 1, 127, 128, 255}
	v := Int8s(b)
	if want := []int8{0, 1, 127, -128, -1}; !slices.Equal(v, want) {
		t.Errorf("%v, want %v", v, want)
	}
	if unsafe.Pointer(&v[0]) != unsafe.Pointer(&b[0]) || len(Int8s(nil)) != 0 {
		t.Error("the bytes were copied")
	}
}
