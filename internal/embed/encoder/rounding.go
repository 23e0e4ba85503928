package encoder

import (
	"math"

	"engram/internal/embed/encoder/kernel"
)

// quantiseGPTQ rounds the rows of a matrix as GPTQ does (Frantar et al., 2022): later numbers
// compensate for the rounding error of earlier ones, as far as the columns' activations correlate.
func quantiseGPTQ(weights, scales, activations []float32, width int) []int8 {
	factor := inverseCholesky(gram(activations, width), width)
	rounded := make([]int8, len(weights))
	rest := make([]float64, width)
	for r, s := range scales {
		for i, v := range weights[r*width:][:width] {
			rest[i] = float64(v)
		}
		scale := float64(s)
		for i, v := range rest {
			if scale == 0 {
				break
			}
			n := math.RoundToEven(max(-127, min(127, v/scale)))
			rounded[r*width+i] = int8(n)
			row := factor[i*width:][:width]
			residual := (v - n*scale) / row[i]
			for j := i + 1; j < width; j++ {
				rest[j] -= residual * row[j]
			}
		}
	}
	return rounded
}

// gram returns X'X. A twentieth of the mean square is added on the diagonal, so that texts unlike
// the observed ones lose less.
func gram(x []float32, width int) []float64 {
	rows, products := len(x)/width, make([]float32, width*width)
	kernel.Best().Product(view(products, width, width, width), view(transposed(x, width), width, rows, rows), view(x, rows, width, width))
	sums, trace := make([]float64, len(products)), 0.0
	for i, v := range products {
		sums[i] = float64(v)
	}
	for i := range width {
		trace += sums[i*width+i]
	}
	for i := range width {
		sums[i*width+i] += 0.05*trace/float64(width) + math.SmallestNonzeroFloat32
	}
	return sums
}

// inverseCholesky returns the upper triangle U with U'U = m⁻¹ for a symmetric positive matrix m, which
// it overwrites.
func inverseCholesky(m []float64, n int) []float64 {
	// m becomes the upper triangle R with RR' = m, from its last column to its first.
	column := make([]float64, n)
	for j := n - 1; j >= 0; j-- {
		root := math.Sqrt(m[j*n+j])
		for i := range j + 1 {
			m[i*n+j] /= root
			column[i] = m[i*n+j]
		}
		for i, by := range column[:j] {
			row := m[i*n:][:j]
			for k := i; k < j; k++ {
				row[k] -= by * column[k]
			}
		}
	}
	// U is the inverse of R. Its columns are computed one by one from their end and stored as rows.
	columns := make([]float64, n*n)
	for j := range n {
		u := columns[j*n:][:n]
		u[j] = 1 / m[j*n+j]
		for i := j - 1; i >= 0; i-- {
			sum, row := 0.0, m[i*n:][:n]
			for k := i + 1; k <= j; k++ {
				sum += row[k] * u[k]
			}
			u[i] = -sum / row[i]
		}
	}
	return transposed(columns, n)
}

// transposed returns the transpose of x.
func transposed[T float32 | float64](x []T, width int) []T {
	rows := len(x) / width
	t := make([]T, len(x))
	for r := range rows {
		for i, v := range x[r*width:][:width] {
			t[i*rows+r] = v
		}
	}
	return t
}
