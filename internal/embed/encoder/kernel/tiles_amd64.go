//go:build !purego

package kernel

import "sync"

// tile is the size of a product that fits into registers.
type tile struct{ rows, cols int }

var (
	integersAVX2    = tile{6, 8}
	integersAVXVNNI = tile{6, 16}
	integersAVX512  = tile{14, 32}
	floatsAVX2      = tile{6, 16}
	floatsAVX512    = tile{14, 32}
)

// each calls do for every tile of the columns from one to another, with its first row, number of
// rows and first column. Tiles have similar heights, and those of the same columns follow each
// other. If the columns are no multiple of the tile's, the last tiles overlap.
func (t tile) each(rows, from, to int, do func(row, rows, col int)) {
	n := (rows + t.rows - 1) / t.rows
	for col := from; col < to; col += t.cols {
		col := min(col, to-t.cols)
		for i := range n {
			from, to := i*rows/n, (i+1)*rows/n
			do(from, to-from, col)
		}
	}
}

// multiplyTilesAVX512 uses AVX2 for what is narrower than its tile.
func multiplyTilesAVX512(dst []float32, rows *Rows, m *Matrix, from, to int) {
	if to-from < integersAVX512.cols {
		multiplyTilesAVX2(dst, rows, m, from, to)
		return
	}
	integersAVX512.each(rows.N, from, to, func(row, n, col int) {
		multiplyAVX512(&dst[row*m.Out+col], &rows.Values[row*m.In], &rows.Sums[row], &rows.Scales[row],
			&m.Weights[col*m.In], &m.Scales[col], &m.Bias[col], m.In, m.Out, n)
	})
}

func multiplyTilesAVXVNNI(dst []float32, rows *Rows, m *Matrix, from, to int) {
	integersAVXVNNI.each(rows.N, from, to, func(row, n, col int) {
		multiplyAVXVNNI(&dst[row*m.Out+col], &rows.Values[row*m.In], &rows.Sums[row], &rows.Scales[row],
			&m.Weights[col*m.In], &m.Scales[col], &m.Bias[col], m.In, m.Out, n)
	})
}

// room holds int16 values: the activations, and the weights of one column of tiles.
type room struct{ values, weights []int16 }

var rooms = sync.Pool{New: func() any { return new(room) }}

// multiplyTilesAVX2 widens activations and weights to 16 bits, each once.
func multiplyTilesAVX2(dst []float32, rows *Rows, m *Matrix, from, to int) {
	wide := rooms.Get().(*room)
	defer rooms.Put(wide)
	wide.values, wide.weights = grow(wide.values, len(rows.Values)), grow(wide.weights, integersAVX2.cols*m.In)
	widenAVX2(&wide.values[0], &rows.Values[0], len(wide.values), 32)
	integersAVX2.each(rows.N, from, to, func(row, n, col int) {
		panel := m.Weights[col/Panel*Panel*m.In:]
		if row == 0 {
			widenAVX2(&wide.weights[0], &panel[col%Panel*Quad], len(wide.weights), Panel*Quad)
		}
		later := &panel[min(Panel*m.In, len(panel)-1)]
		multiplyAVX2(&dst[row*m.Out+col], &wide.values[row*m.In], &rows.Scales[row], &wide.weights[0], &m.Scales[col], &m.Bias[col],
			later, m.In, m.Out, n)
	})
}

// productTilesAVX512 uses AVX2 for a product narrower than its tile.
func productTilesAVX512(dst, a, b View) {
	if dst.Cols < floatsAVX512.cols {
		productTilesAVX2(dst, a, b)
		return
	}
	floatsAVX512.each(dst.Rows, 0, dst.Cols, func(row, n, col int) {
		productAVX512(&dst.Data[row*dst.Stride+col], &a.Data[row*a.Stride], &b.Data[col], dst.Stride, a.Stride, b.Stride, a.Cols, n)
	})
}

func productTilesAVX2(dst, a, b View) {
	floatsAVX2.each(dst.Rows, 0, dst.Cols, func(row, n, col int) {
		productAVX2(&dst.Data[row*dst.Stride+col], &a.Data[row*a.Stride], &b.Data[col], dst.Stride, a.Stride, b.Stride, a.Cols, n)
	})
}
