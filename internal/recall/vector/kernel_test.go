package vector

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// working returns the kernels that run here.
func working() []kernel { return append(native(), plain) }

// stretch draws n bytes at any alignment, sometimes extremes only.
func stretch(t *rapid.T, label string, n int) []byte {
	from := rapid.IntRange(0, 63).Draw(t, label+" from")
	b := make([]byte, from+n)[from:]
	seed := rapid.Uint64().Draw(t, label)
	extreme := rapid.Bool().Draw(t, label+" extreme")
	for i := range b {
		seed = seed*6364136223846793005 + 1442695040888963407
		b[i] = byte(seed >> 56)
		if extreme {
			b[i] = []byte{0x80, 0x7f, 0x80, 0x80}[b[i]>>6]
		}
	}
	return b
}

// atEveryWidth checks a property on rows of difficult, common and random sizes.
func atEveryWidth(t *testing.T, property func(t *rapid.T, dims, rows int)) {
	for _, dims := range []int{1, 63, 64, 65, 384, 768, 1536, 3072, 0} {
		t.Run(fmt.Sprint(dims), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				width := dims
				if dims == 0 {
					width = rapid.IntRange(1, 3072).Draw(t, "dims")
				}
				property(t, width, rapid.OneOf(rapid.IntRange(0, 9), rapid.IntRange(10, 70)).Draw(t, "rows"))
			})
		})
	}
}

// Reference implementations, independent of any kernel.
func dotByDefinition(a, b []int8) int32 {
	var sum int64
	for i := range a {
		sum += int64(a[i]) * int64(b[i])
	}
	return int32(sum)
}

func distanceByDefinition(a, b []byte) uint16 {
	n := 0
	for i := range a {
		for bit := range 8 {
			if (a[i]^b[i])>>bit&1 == 1 {
				n++
			}
		}
	}
	return uint16(n)
}

func TestEveryKernelFindsTheSameDotProducts(t *testing.T) {
	atEveryWidth(t, func(t *rapid.T, dims, n int) {
		stride := Stride(dims)
		query, rows := Int8s(stretch(t, "query", stride)), Int8s(stretch(t, "values", n*stride))
		want := make([]int32, n)
		for i := range want {
			want[i] = dotByDefinition(query, rows[i*stride:][:stride])
		}
		for _, k := range working() {
			got := make([]int32, n+1)
			if n > 0 {
				k.dots(got[:n], query, rows)
			}
			if !slices.Equal(got[:n], want) || got[n] != 0 {
				t.Fatalf("%s: %v, want %v and a 0", k.name, got, want)
			}
			for i := range want {
				if got := k.dot(query, rows[i*stride:][:stride]); got != want[i] {
					t.Fatalf("%s: row %d alone: %d, want %d", k.name, i, got, want[i])
				}
			}
		}
	})
}

func TestEveryKernelFindsTheSameDistances(t *testing.T) {
	atEveryWidth(t, func(t *rapid.T, dims, n int) {
		stride := BitStride(dims)
		query, rows := stretch(t, "query", stride), stretch(t, "values", n*stride)
		want := make([]uint16, n)
		for i := range want {
			want[i] = distanceByDefinition(query, rows[i*stride:][:stride])
		}
		for _, k := range working() {
			got := make([]uint16, n+1)
			if n > 0 {
				k.distances(got[:n], query, rows)
			}
			if !slices.Equal(got[:n], want) || got[n] != 0 {
				t.Fatalf("%s: %v, want %v and a 0", k.name, got, want)
			}
		}
	})
}

func TestEveryKernelIsExactAtTheFarthest(t *testing.T) {
	const most = math.MaxInt16 + 1
	query, rows := make([]int8, 131_008), make([]int8, 4*131_008)
	for i := range rows {
		query[i%len(query)], rows[i] = math.MinInt8, math.MinInt8
	}
	signs, differing := make([]byte, BitStride(most)), bytes.Repeat([]byte{0xff}, 4*BitStride(most))
	for _, k := range working() {
		dots, distances := make([]int32, 4), make([]uint16, 4)
		k.dots(dots, query, rows)
		k.distances(distances, signs, differing)
		if want := int32(131_008 * 128 * 128); dots[3] != want || k.dot(query, query) != want {
			t.Errorf("%s: %d and alone %d, want %d", k.name, dots[3], k.dot(query, query), want)
		}
		if distances[3] != most {
			t.Errorf("%s: distance %d, want %d", k.name, distances[3], most)
		}
	}
}

// FuzzKernels compares kernels on arbitrary rows.
func FuzzKernels(f *testing.F) {
	f.Add([]byte{}, uint8(1))
	f.Add(bytes.Repeat([]byte{0x80}, 7*lane), uint8(1))
	f.Add(bytes.Repeat([]byte{0x7f, 0x80, 0}, 9*lane), uint8(3))
	f.Fuzz(func(t *testing.T, b []byte, lanes uint8) {
		stride := max(1, int(lanes)) * lane
		n := len(b)/stride - 1
		if n < 1 {
			return
		}
		query, rows := b[:stride], b[stride:][:n*stride]
		dots, distances := make([]int32, n), make([]uint16, n)
		plain.dots(dots, Int8s(query), Int8s(rows))
		plain.distances(distances, query, rows)
		for _, k := range native() {
			gotDots, gotDistances := make([]int32, n), make([]uint16, n)
			k.dots(gotDots, Int8s(query), Int8s(rows))
			k.distances(gotDistances, query, rows)
			if !slices.Equal(gotDots, dots) || !slices.Equal(gotDistances, distances) || k.dot(Int8s(query), Int8s(query)) != dotByDefinition(Int8s(query), Int8s(query)) {
				t.Errorf("%s differs from plain Go", k.name)
			}
		}
	})
}

func TestAKernelWithAWrongResultIsNotUsed(t *testing.T) {
	wrongDot, wrongDots, wrongDistances := plain, plain, plain
	wrongDot.dot = func(a, b []int8) int32 { return plain.dot(a, b) + 1 }
	wrongDots.dots = func(dst []int32, query, rows []int8) {
		plain.dots(dst, query, rows)
		dst[len(dst)-1]--
	}
	wrongDistances.distances = func(dst []uint16, query, rows []byte) {
		plain.distances(dst, query, rows)
		dst[0]++
	}
	right := plain
	right.name = "right"
	if got := choose([]kernel{wrongDot, wrongDots, wrongDistances, right, plain}).name; got != "right" {
		t.Errorf("chose %q", got)
	}
	if got := choose([]kernel{wrongDots, plain}).name; got != "go" {
		t.Errorf("with no other that works, chose %q", got)
	}
}

func TestEveryKernelOfThisMachineWorks(t *testing.T) {
	for _, k := range working() {
		if !k.works() {
			t.Errorf("%s fails its self-test", k.name)
		}
	}
	if got := working()[0].name; Kernel() != got {
		t.Errorf("%s was chosen, want the fastest, %s", Kernel(), got)
	}
}
