package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestRegressionFindsTheMap(t *testing.T) {
	const size = 6
	random := rand.New(rand.NewPCG(3, 4))
	numbers := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(random.NormFloat64())
		}
		return v
	}
	want := numbers(size * size)
	r := newRegression(size)
	for range 50 {
		x, y := numbers(size), make([]float32, size)
		for i := range y {
			for j := range x {
				y[i] += want[i*size+j] * x[j]
			}
		}
		r.add(x, y)
	}
	for i, got := range r.solve(1e-6) {
		if math.Abs(float64(got-want[i])) > 1e-4 {
			t.Errorf("%d: %v, want %v", i, got, want[i])
		}
	}
	for _, got := range r.solve(1e9) {
		if math.Abs(float64(got)) > 1e-3 {
			t.Errorf("%v, although the ridge outweighs all", got)
		}
	}
}
