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
	Description
	kernel    *kernel.Kernel
	words     words
	positions []float32 // Positions × Hidden
	norm      scaling
	layers    []layer
	memory    sync.Pool // of *scratch
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
	rows   sealed.Section
	scales []float32 // nil for float32
	hidden int
}

// count returns the number of rows.
func (w words) count() int {
	if w.scales != nil {
		return w.rows.Len() / w.hidden
	}
	return w.rows.Len() / (4 * w.hidden)
}

// put sets dst to the embedding of a piece.
func (w words) put(dst []float32, piece int32) error {
	if w.scales == nil {
		row, err := w.rows.Bytes(int(piece)*4*w.hidden, 4*w.hidden)
		copy(dst, sealed.Float32s(row))
		return err
	}
	row, err := w.rows.Bytes(int(piece)*w.hidden, w.hidden)
	scale := w.scales[piece]
	for i, n := range vector.Int8s(row) {
		dst[i] = float32(n) * scale
	}
	return err
}

// load reads a model from its file and verifies all of it except the words.
func load(file *sealed.File, d Description, k *kernel.Kernel) (*model, error) {
	m := &model{Description: d, kernel: k, layers: make([]layer, d.Layers)}
	r := reader{file: file}
	m.words = words{rows: file.Section(sectionWords), hidden: d.Hidden}
	size := 4
	if d.Precision == Int8 {
		size = 1
		r.open(sectionWordScales)
		m.words.scales = r.floats(file.Section(sectionWords).Len() / d.Hidden)
		r.end()
	}
	if n := m.words.rows.Len(); n == 0 || n%(size*d.Hidden) != 0 {
		return nil, sealed.Damaged("the vectors of words")
	}
	r.open(sectionPositions)
	m.positions = r.floats(d.Positions * d.Hidden)
	r.end()
	r.open(sectionNorm)
	m.norm = r.norm(d.Hidden)
	r.end()
	for i := range m.layers {
		m.layers[i] = r.layer(i, d)
	}
	m.memory.New = func() any { return new(scratch) }
	return m, r.err
}

// reader reads numbers from the sections of a file in order. After an error it returns nothing.
type reader struct {
	file *sealed.File
	rest []byte
	err  error
}

func (r *reader) open(id int) {
	if r.err == nil {
		r.rest, r.err = section(r.file, id)
	}
}

func (r *reader) bytes(n int) []byte {
	if r.err == nil && len(r.rest) < n {
		r.err = sealed.Damaged("a section of the weights is too short")
	}
	if r.err != nil {
		return nil
	}
	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) floats(n int) []float32 { return sealed.Float32s(r.bytes(4 * n)) }

func (r *reader) norm(width int) scaling {
	return scaling{gain: r.floats(width), bias: r.floats(width)}
}

// end returns an error if the section is not used up.
func (r *reader) end() {
	if r.err == nil && len(r.rest) > 0 {
		r.err = sealed.Damaged("a section of the weights is too long")
	}
}

func (r *reader) layer(i int, d Description) (l layer) {
	r.open(sectionLayers + 2*i)
	for _, m := range l.dense(d) {
		if d.Precision == Float32 {
			m.floats = r.floats(m.In * m.Out)
			continue
		}
		m.Weights = vector.Int8s(r.bytes(m.In * m.Out))
	}
	r.end()
	r.open(sectionLayers + 2*i + 1)
	for _, m := range l.dense(d) {
		m.Bias = r.floats(m.Out)
		if d.Precision == Int8 {
			m.Scales, m.Smooth = r.floats(m.Out), r.floats(m.In)
		}
	}
	l.attended, l.ended = r.norm(d.Hidden), r.norm(d.Hidden)
	r.end()
	return l
}

// dense returns the layer's matrices, with their sizes set.
func (l *layer) dense(d Description) [matrices]*dense {
	all := [matrices]*dense{mixedMatrix: &l.mixed, outMatrix: &l.out, upMatrix: &l.up, downMatrix: &l.down}
	for i, size := range d.sizes() {
		all[i].In, all[i].Out = size[0], size[1]
	}
	return all
}

// sizes returns the inputs and outputs of each matrix of a layer.
func (d Description) sizes() [matrices][2]int {
	return [matrices][2]int{
		mixedMatrix: {d.Hidden, 3 * d.Hidden}, outMatrix: {d.Hidden, d.Hidden}, upMatrix: {d.Hidden, d.Inner}, downMatrix: {d.Inner, d.Hidden},
	}
}

// block is the number of tokens per matrix product: the intermediate results stay in cache, and a
// step stays short enough to yield.
const block = 48

// scratch is the working memory of one run.
type scratch struct {
	tokens, next, mixed, attended, inner []float32
	keys, scores                         []float32
	rows                                 kernel.Rows
}

func buffer(s *[]float32, n int) []float32 {
	if cap(*s) < n {
		*s = make([]float32, n)
	}
	*s = (*s)[:n]
	return *s
}

// run adds the pooled vector of pieces, at most Window with [CLS] and [SEP], to sum, undivided. It
// calls yield between its steps and returns its error.
func (m *model) run(sum []float32, pieces []int32, yield func() error) error {
	s := m.memory.Get().(*scratch)
	defer m.memory.Put(s)
	if err := m.begin(s, pieces); err != nil {
		return err
	}
	for i := range m.layers {
		if err := m.pass(s, i, len(pieces), yield); err != nil {
			return err
		}
	}
	pooled := len(pieces)
	if m.Pooling == First {
		pooled = 1
	}
	for t := range pooled {
		for i, v := range s.tokens[t*m.Hidden:][:m.Hidden] {
			sum[i] += v
		}
	}
	return nil
}

// begin sets the token vectors from pieces and positions.
func (m *model) begin(s *scratch, pieces []int32) error {
	tokens := buffer(&s.tokens, len(pieces)*m.Hidden)
	for t, piece := range pieces {
		if err := m.words.put(tokens[t*m.Hidden:][:m.Hidden], piece); err != nil {
			return err
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
		m.kernel.Multiply(dst, &s.rows, &d.Matrix)
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

// agrees returns an error unless the vocabulary has a piece per row of words.
func (m *model) agrees(pieces int) error {
	if n := m.words.count(); n != pieces {
		return sealed.Damaged(fmt.Sprintf("%d words for %d pieces", n, pieces))
	}
	return nil
}
