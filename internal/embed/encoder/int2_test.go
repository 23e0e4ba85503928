package encoder

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What was of 2 bits stays what it was, up to the step between the scales that are tried.
func TestInt2KeepsItsNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := float32(rapid.Float64Range(0.01, 100).Draw(t, "scale"))
		block := make([]float32, int2Block)
		for i := range block {
			block[i] = (float32(rapid.IntRange(0, 3).Draw(t, "number")) - 1.5) * scale
		}
		block[rapid.IntRange(0, int2Block-1).Draw(t, "largest")] = 1.5 * scale
		got := make([]float32, int2Block)
		putInt2(got, appendInt2(nil, block))
		for i, v := range block {
			if math.Abs(float64(got[i]/v-1)) > 0.05 {
				t.Fatalf("%v became %v", v, got[i])
			}
		}
	})
}

// Two bits with the best scale leave an eighth of the energy of normal numbers as their error.
func TestInt2IsNear(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	block, got := make([]float32, int2Block), make([]float32, int2Block)
	var off, all float64
	for range 1000 {
		for i := range block {
			block[i] = float32(random.NormFloat64())
		}
		putInt2(got, appendInt2(nil, block))
		for i, v := range block {
			off, all = off+float64((v-got[i])*(v-got[i])), all+float64(v*v)
		}
	}
	if off > all/8 {
		t.Errorf("%.3f of the energy", off/all)
	}
}

func TestInt2OfNothing(t *testing.T) {
	got := make([]float32, int2Block)
	putInt2(got, appendInt2(nil, make([]float32, int2Block)))
	if slices.ContainsFunc(got, func(v float32) bool { return v != 0 }) {
		t.Errorf("zeros became %v", got)
	}
}
