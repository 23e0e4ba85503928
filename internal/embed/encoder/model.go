package encoder

import (
	"fmt"
	"math"
	"sync"

	"engram/internal/embed/encoder/kernel"
	"engram/internal/recall/sealed"
	"engram/internal/recall/vector"
)

// model is the forward pass of the transformer.
type model struct {
	Transformer
	kernel    *kernel.Kernel
	words     words
	positions []float32 // Positions × Hidden
	second    []float32 // added to tokens of the second type; an encoder has none
	norm      scaling
	layers    []layer
	observe   func(layer int, m matrix, x []float32)
}

// layer is self-attention and a feed-forward network, each followed by a residual norm.
type layer struct {
	mixed, out, up, down dense
	attended, ended      scaling
}

// matrix indexes the matrices of a layer.
type matrix int

const (
	mixedMatrix matrix = iota // queries, keys and values side by side
	outMatrix                 // after attention
	upMatrix                  // feed-forward, to Inner
	downMatrix                // feed-forward, back to Hidden
	matrices                  // their number
)

// dense is a matrix with its bias, in either precision.
type dense struct {
	kernel.Matrix           // int8; without Weights when the file is float32
	floats        []float32 // In × Out
}

type scaling struct{ gain, bias []float32 }

// words is the embedding table. Rows are verified when they are read.
type words struct {
	rows      sealed.Section
	precision Precision
	scales    []float32 // for int8
	size      int       // bytes per row
	common    int       // rows of size bytes; those after them are in 2 bits
	rare      int       // bytes per row of those
}

// row returns the numbers of a piece.
func (w words) row(piece int) ([]byte, error) {
	if piece < w.common {
		return w.rows.Bytes(piece*w.size, w.size)
	}
	return w.rows.Bytes(w.common*w.size+(piece-w.common)*w.rare, w.rare)
}

// put sets dst to the embedding of a piece.
func (w words) put(dst []float32, piece int32) error {
	row, err := w.row(int(piece))
	if err != nil {
		return err
	}
	switch {
	case int(piece) >= w.common:
		putInt2(dst, row)
	case w.precision == Float32:
		copy(dst, sealed.Float32s(row))
	case w.precision == Int4:
		putInt4(dst, row)
	default:
		scale := w.scales[piece]
		for i, n := range vector.Int8s(row) {
			dst[i] = float32(n) * scale
		}
	}
	return nil
}

// load reads a model from its file, except for the words, and verifies what it reads.
func load(file *sealed.File, t Transformer, k *kernel.Kernel) (*model, error) {
	m := &model{Transformer: t, kernel: k, layers: make([]layer, t.Layers)}
	n := numbers{file: file}
	n.open(sectionPositions)
	m.positions = n.floats(t.Positions * t.Hidden)
	n.end()
	n.open(sectionNorm)
	m.norm = n.norm(t.Hidden)
	n.end()
	for i := range m.layers {
		m.layers[i] = n.layer(i, t)
	}
	return m, n.err
}

// loadWords opens the embedding table of a number of pieces. Of its numbers only the scales are
// verified.
func loadWords(file *sealed.File, d Description, count int) (words, error) {
	w := words{rows: file.Section(sectionWords), precision: d.table(), size: d.rowSize(), common: d.commonOf(count)}
	w.rare = d.Hidden / int2Block * int2Size
	n := numbers{file: file}
	if w.precision == Int8 {
		n.open(sectionWordScales)
		w.scales = n.floats(count)
		n.end()
	}
	if w.rows.Len() != w.common*w.size+(count-w.common)*w.rare {
		return w, sealed.Damaged(fmt.Sprintf("the vectors of %d words", count))
	}
	return w, n.err
}

// numbers reads the sections of a file in order. After an error it returns nothing.
type numbers struct {
	file *sealed.File
	rest []byte
	err  error
}

func (n *numbers) open(id int) {
	if n.err == nil {
		n.rest, n.err = section(n.file, id)
	}
}

func (n *numbers) bytes(size int) []byte {
	if n.err == nil && len(n.rest) < size {
		n.err = sealed.Damaged("a section of the weights is too short")
	}
	if n.err != nil {
		return nil
	}
	taken := n.rest[:size:size]
	n.rest = n.rest[size:]
	return taken
}

func (n *numbers) floats(count int) []float32 { return sealed.Float32s(n.bytes(4 * count)) }

func (n *numbers) norm(width int) scaling {
	return scaling{gain: n.floats(width), bias: n.floats(width)}
}

// end returns an error if the section is not used up.
func (n *numbers) end() {
	if n.err == nil && len(n.rest) > 0 {
		n.err = sealed.Damaged("a section of the weights is too long")
	}
}

func (n *numbers) layer(i int, t Transformer) (l layer) {
	n.open(sectionLayers + 2*i)
	for _, m := range l.dense(t) {
		if t.Precision == Float32 {
			m.floats = n.floats(m.In * m.Out)
			continue
		}
		m.Weights = vector.Int8s(n.bytes(m.In * m.Out))
	}
	n.end()
	n.open(sectionLayers + 2*i + 1)
	for _, m := range l.dense(t) {
		m.Bias = n.floats(m.Out)
		if t.Precision == Int8 {
			m.Scales, m.Smooth = n.floats(m.Out), n.floats(m.In)
		}
	}
	l.attended, l.ended = n.norm(t.Hidden), n.norm(t.Hidden)
	n.end()
	return l
}

// dense returns the layer's matrices, with their sizes set.
func (l *layer) dense(t Transformer) [matrices]*dense {
	all := [matrices]*dense{mixedMatrix: &l.mixed, outMatrix: &l.out, upMatrix: &l.up, downMatrix: &l.down}
	for i, size := range t.sizes() {
		all[i].In, all[i].Out = size[0], size[1]
	}
	return all
}

// sizes returns the inputs and outputs of each matrix of a layer.
func (t Transformer) sizes() [matrices][2]int {
	return [matrices][2]int{
		mixedMatrix: {t.Hidden, 3 * t.Hidden}, outMatrix: {t.Hidden, t.Hidden}, upMatrix: {t.Hidden, t.Inner}, downMatrix: {t.Inner, t.Hidden},
	}
}

// block is the number of tokens per matrix product: each block reads all weights again, the
// intermediate results stay in cache, and a step stays short enough to yield.
const block = 96

// scratch is the working memory of one run.
type scratch struct {
	tokens, next, mixed, attended, inner []float32
	keys, scores                         []float32
	rows                                 kernel.Rows
	assist                               *assist
	logits                               []float32 // of a reader's heads
	spans                                []float64 // of a body
}

// scratches holds what is free, for whichever model runs next.
var scratches = sync.Pool{New: func() any { return new(scratch) }}

func buffer[T float32 | float64](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n)
	}
	*s = (*s)[:n]
	return *s
}

// run sets s.tokens to the vectors of pieces, at most Window. Those from second on are of the second
// token type. It calls yield between its steps and returns its error.
func (m *model) run(s *scratch, pieces []int32, second int, yield func() error) error {
	if err := m.begin(s, pieces, second); err != nil {
		return err
	}
	for i := range m.layers {
		if err := m.pass(s, i, len(pieces), yield); err != nil {
			return err
		}
	}
	return nil
}

// begin sets the token vectors from pieces, token types and positions.
func (m *model) begin(s *scratch, pieces []int32, second int) error {
	tokens := buffer(&s.tokens, len(pieces)*m.Hidden)
	for t, piece := range pieces {
		row := tokens[t*m.Hidden:][:m.Hidden]
		if err := m.words.put(row, piece); err != nil {
			return err
		}
		if t < second {
			continue
		}
		for i, v := range m.second {
			row[i] += v
		}
	}
	m.kernel.AddNorm(tokens, m.positions[:len(tokens)], m.norm.gain, m.norm.bias, m.Epsilon)
	return nil
}

// pass runs n tokens through a layer.
func (m *model) pass(s *scratch, number, n int, yield func() error) error {
	l := &m.layers[number]
	width := 3 * m.Hidden
	all := buffer(&s.mixed, n*width)
	err := blocks(n, func(from, to int) error {
		m.apply(s, number, mixedMatrix, &l.mixed, all[from*width:to*width], s.tokens[from*m.Hidden:to*m.Hidden])
		return yield()
	})
	if err != nil {
		return err
	}
	buffer(&s.attended, n*m.Hidden)
	for head := range m.Heads {
		m.attend(s, head, n)
		if err := yield(); err != nil {
			return err
		}
	}
	return blocks(n, func(from, to int) error {
		tokens, attended := s.tokens[from*m.Hidden:to*m.Hidden], s.attended[from*m.Hidden:to*m.Hidden]
		next, inner := buffer(&s.next, len(tokens)), buffer(&s.inner, (to-from)*m.Inner)
		m.apply(s, number, outMatrix, &l.out, next, attended)
		m.kernel.AddNorm(next, tokens, l.attended.gain, l.attended.bias, m.Epsilon)
		if err := yield(); err != nil {
			return err
		}
		m.apply(s, number, upMatrix, &l.up, inner, next)
		if err := yield(); err != nil {
			return err
		}
		m.kernel.GELU(inner)
		m.apply(s, number, downMatrix, &l.down, tokens, inner)
		m.kernel.AddNorm(tokens, next, l.ended.gain, l.ended.bias, m.Epsilon)
		return yield()
	})
}

// blocks splits n tokens into parts of similar size, at most block each.
func blocks(n int, do func(from, to int) error) error {
	parts := (n + block - 1) / block
	for i := range parts {
		if err := do(i*n/parts, (i+1)*n/parts); err != nil {
			return err
		}
	}
	return nil
}

// apply sets dst to x times a matrix, plus its bias.
func (m *model) apply(s *scratch, number int, which matrix, d *dense, dst, x []float32) {
	if m.observe != nil {
		m.observe(number, which, x)
	}
	if d.floats == nil {
		m.kernel.Quantise(&s.rows, x, d.Smooth)
		s.assist.multiply(m.kernel, dst, &s.rows, &d.Matrix)
		return
	}
	rows := len(x) / d.In
	m.kernel.Product(view(dst, rows, d.Out, d.Out), view(x, rows, d.In, d.In), view(d.floats, d.In, d.Out, d.Out))
	for r := range rows {
		for i, b := range d.Bias {
			dst[r*d.Out+i] += b
		}
	}
}

func view(data []float32, rows, cols, stride int) kernel.View {
	return kernel.View{Rows: rows, Cols: cols, Stride: stride, Data: data}
}

// attend computes one head of self-attention.
func (m *model) attend(s *scratch, head, n int) {
	size, width := m.Hidden/m.Heads, 3*m.Hidden
	padded := (n + kernel.Panel - 1) / kernel.Panel * kernel.Panel
	part := func(of int) []float32 { return s.mixed[of*m.Hidden+head*size:] }
	keys := buffer(&s.keys, size*padded)
	transpose(keys, part(1), n, size, width, padded)
	scores := buffer(&s.scores, n*padded)
	m.kernel.Product(view(scores, n, padded, padded), view(part(0), n, size, width), view(keys, size, padded, padded))
	m.kernel.Softmax(view(scores, n, n, padded))
	m.kernel.Product(view(s.attended[head*size:], n, size, m.Hidden), view(scores, n, n, padded), view(part(2), n, size, width))
}

// transpose turns rows of keys into columns, zero-padded. It handles four rows at once to use whole
// cache lines.
func transpose(dst, keys []float32, n, size, stride, padded int) {
	row := func(t int) []float32 { return keys[t*stride:][:size] }
	whole := n / 4 * 4
	for t := 0; t < whole; t += 4 {
		a, b, c, d := row(t), row(t+1), row(t+2), row(t+3)
		for i := range size {
			to := dst[i*padded+t:][:4]
			to[0], to[1], to[2], to[3] = a[i], b[i], c[i], d[i]
		}
	}
	for i := range size {
		column := dst[i*padded:][:padded]
		for t := whole; t < n; t++ {
			column[t] = keys[t*stride+i]
		}
		clear(column[n:])
	}
}

// normalise scales a vector to length 1. A zero vector stays zero.
func normalise(v []float32) {
	squares := 0.0
	for _, x := range v {
		squares += float64(x) * float64(x)
	}
	if squares == 0 {
		return
	}
	by := float32(1 / math.Sqrt(squares))
	for i := range v {
		v[i] *= by
	}
}
