package main

import (
	"context"
	"fmt"
	"math"

	"engram/internal/embed"
	"engram/internal/embed/encoder"
	"engram/internal/lab/eval"
)

// ridge keeps the alignment from following the noise of the vectors.
const ridge = 1

// meanVector returns the mean of the vectors of texts as passages. Models whose vectors all point
// to one side tell texts apart better without it.
func meanVector(w encoder.Weights, texts []string) ([]float32, error) {
	w.Mean = nil
	e, err := w.Encoder()
	if err != nil {
		return nil, err
	}
	vectors, err := e.Embed(context.Background(), texts, embed.Passage)
	if err != nil {
		return nil, err
	}
	mean := make([]float32, w.Hidden)
	for _, v := range vectors {
		for i, x := range v {
			mean[i] += x / float32(len(texts))
		}
	}
	return mean, nil
}

// align sets the linear map from the encoder's vectors to those of another one, by ridge regression
// on what that one can read of retrieval sets.
func align(w *encoder.Weights, towards string, dirs []string) error {
	to, err := encoder.Open(towards)
	if err != nil {
		return err
	}
	from, err := w.Encoder()
	if err != nil {
		return err
	}
	sets, err := eval.ReadAll(dirs)
	if err != nil {
		return err
	}
	r := newRegression(w.Hidden)
	for _, all := range sets {
		for _, set := range all.Sets {
			if err := r.addSet(set, from, to); err != nil {
				return err
			}
		}
	}
	if r.texts == 0 {
		return fmt.Errorf("no texts to align %q on", w.Name)
	}
	w.Towards, w.Alignment = to.Name, r.solve(ridge)
	return nil
}

// regression sums what a least-squares map between vectors of one length is computed from.
type regression struct {
	size, texts int
	squares     []float64 // of what is mapped, size × size
	products    []float64 // of what is mapped with what it is mapped to, size × size
}

func newRegression(size int) *regression {
	return &regression{size: size, squares: make([]float64, size*size), products: make([]float64, size*size)}
}

func (r *regression) addSet(set eval.Set, from, to *encoder.Encoder) error {
	for _, m := range set.Memories() {
		for _, p := range m.Passages {
			if err := r.addText(p.Text, embed.Passage, from, to); err != nil {
				return err
			}
		}
	}
	for _, q := range set.Queries {
		if err := r.addText(q.Text, embed.Question, from, to); err != nil {
			return err
		}
	}
	return nil
}

func (r *regression) addText(text string, as embed.Role, from, to *encoder.Encoder) error {
	if to.Legibility(text, as) < 1 {
		return nil
	}
	x, err := from.Embed(context.Background(), []string{text}, as)
	if err != nil {
		return err
	}
	y, err := to.Embed(context.Background(), []string{text}, as)
	if err != nil {
		return err
	}
	r.add(x[0], y[0])
	return nil
}

func (r *regression) add(x, y []float32) {
	r.texts++
	for i, a := range x {
		for j := range x {
			r.squares[i*r.size+j] += float64(a) * float64(x[j])
			r.products[i*r.size+j] += float64(a) * float64(y[j])
		}
	}
}

// solve returns the map, a row per number of what it leads to. It uses the Cholesky decomposition.
func (r *regression) solve(ridge float64) []float32 {
	n := r.size
	lower := make([]float64, n*n)
	for i := range n {
		for j := range i + 1 {
			sum := r.squares[i*n+j]
			if i == j {
				sum += ridge
			}
			for k := range j {
				sum -= lower[i*n+k] * lower[j*n+k]
			}
			if i == j {
				lower[i*n+i] = math.Sqrt(sum)
			} else {
				lower[i*n+j] = sum / lower[j*n+j]
			}
		}
	}
	rows, column := make([]float32, n*n), make([]float64, n)
	for to := range n {
		for i := range n { // forwards
			column[i] = r.products[i*n+to]
			for k := range i {
				column[i] -= lower[i*n+k] * column[k]
			}
			column[i] /= lower[i*n+i]
		}
		for i := n - 1; i >= 0; i-- { // backwards
			for k := i + 1; k < n; k++ {
				column[i] -= lower[k*n+i] * column[k]
			}
			column[i] /= lower[i*n+i]
			rows[to*n+i] = float32(column[i])
		}
	}
	return rows
}
