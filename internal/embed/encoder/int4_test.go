package encoder

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestHalfs(t *testing.T) {
	for bits, want := range map[uint16]float32{
		0x0000: 0, 0x3c00: 1, 0xc000: -2, 0x3555: 0.333251953125, 0x7bff: 65504, 0x0400: 0x1p-14, 0x03ff: 0x1p-14 - 0x1p-24, 0x8001: -0x1p-24,
	} {
		if got := fromHalf(bits); got != want || toHalf(want) != bits {
			t.Errorf("%#04x is %v, want %v, which is %#04x", bits, got, want, toHalf(want))
		}
	}
	if got := toHalf(1 + 0x1p-11 + 0x1p-13); got != 0x3c01 {
		t.Errorf("what is nearer to the next number is %#04x", got)
	}
}

// What was of 4 bits stays what it was.
func TestInt4KeepsItsNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := fromHalf(uint16(rapid.IntRange(0x0400, 0x7000).Draw(t, "scale"))) * float32(rapid.SampledFrom([]int{-1, 1}).Draw(t, "sign"))
		block := make([]float32, int4Block)
		for i := range block {
			block[i] = float32(rapid.IntRange(-8, 7).Draw(t, "number")) * scale
		}
		block[rapid.IntRange(0, int4Block-1).Draw(t, "largest")] = -8 * scale
		got := make([]float32, int4Block)
		putInt4(got, appendInt4(nil, block))
		if !slices.Equal(got, block) {
			t.Fatalf("got %v, want %v", got, block)
		}
	})
}

func TestInt4IsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		block := rapid.SliceOfN(rapid.Float32Range(-100, 100), int4Block, int4Block).Draw(t, "block")
		largest := 0.0
		for _, v := range block {
			largest = max(largest, math.Abs(float64(v)))
		}
		got := make([]float32, int4Block)
		putInt4(got, appendInt4(nil, block))
		for i, v := range block {
			if off := math.Abs(float64(v - got[i])); off > largest/8*1.01+1e-6 {
				t.Fatalf("%v became %v, and the largest is %v", v, got[i], largest)
			}
		}
	})
}

func TestWeightsWithTheirWordsInInt4(t *testing.T) {
	exact := opened(t, written(t, small(nil), Float32))
	for title, at := range map[string]struct {
		common int
		least  float64
	}{"all in 4 bits": {0, 0.98}, "more in 4 bits than there are": {1000, 0.98}, "some in 2": {7, 0.9}, "all but one in 2": {1, 0.85}} {
		w := small(func(d *Description) { d.Table, d.Common = Int4, at.common })
		e := opened(t, written(t, w, Int8))
		pieces := len(w.Words) / w.Hidden
		if at.common == 0 {
			at.common = pieces
		}
		common := min(at.common, pieces)
		if got, want := e.file.Section(sectionWords).Len(), common*36+(pieces-common)*20; got != want {
			t.Errorf("%s: %d bytes, not %d", title, got, want)
		}
		for _, text := range []string{"tea", "abc milk : é", "a b c tea milk tea milk a b c"} {
			if cos := cosine(vectorOf(t, exact, text), vectorOf(t, e, text)); cos < at.least {
				t.Errorf("%s: %f for %q", title, cos, text)
			}
		}
	}
}
