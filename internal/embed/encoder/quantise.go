package encoder

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"engram/internal/embed/encoder/kernel"
	"engram/internal/recall/sealed"
)

// Weights are an encoder's as trained.
type Weights struct {
	Description           // writing sets Revision and Precision
	Vocabulary  []byte    // one piece per line
	Scores      []float32 // one per piece, for a unigram tokenizer
	Mean        []float32 // subtracted from each vector; optional
	Alignment   []float32 // maps a vector to that of the encoder Towards, a row per dimension; optional
	Words       []float32 // one row per piece
	Stack
}

// Stack holds the numbers of a transformer, except for its words.
type Stack struct {
	Places []float32    // one row per position, with the vector of the first token type added
	Norm   [2][]float32 // gain and bias
	Blocks []Block      // one per layer
}

// Block is a layer. Its queries are already divided by the square root of a head's size.
type Block struct {
	Dense           [4]Dense // queries, keys and values as one; after attention; up; down
	Attended, Ended [2][]float32
}

// Dense is a matrix, a row of In numbers per output, with its bias.
type Dense struct {
	In, Out int
	Weights []float32
	Bias    []float32
}

// WriteFloat writes the weights to a file in float32.
func WriteFloat(path string, w Weights) error {
	w.Precision = Float32
	if err := w.check(); err != nil {
		return err
	}
	return create(path, format, w.writeFloat)
}

// WriteInt8 writes the weights to a file in int8, calibrated by the encoder's activations on texts.
func WriteInt8(path string, w Weights, texts []string) error {
	w.Precision = Int8
	if err := w.check(); err != nil {
		return err
	}
	seen, err := observe(w, texts)
	if err != nil {
		return err
	}
	return create(path, format, func(file *sealed.Writer) error { return w.writeInt8(file, seen) })
}

// create creates a file with what write puts into it, or none after an error.
func create(path string, format uint32, write func(*sealed.Writer) error) error {
	file, err := sealed.Create(path, format)
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		return errors.Join(err, file.Abort())
	}
	written, err := file.Commit()
	if err != nil {
		return err
	}
	return written.Close()
}

func (w Weights) writeFloat(file *sealed.Writer) error {
	w.Precision = Float32
	return w.write(file, func(out *output) {
		out.begin(sectionWords)
		out.floats(w.Words)
		out.layers(w.Blocks)
	})
}

func (w Weights) writeInt8(file *sealed.Writer, seen observed) error {
	return w.write(file, func(out *output) {
		w.writeWords(out)
		out.quantisedLayers(w.Blocks, seen)
	})
}

func (w Weights) writeWords(out *output) {
	out.begin(sectionWords)
	if w.table() == Int4 {
		var rows []byte
		common := w.commonOf(len(w.Words)/w.Hidden) * w.Hidden
		for block := range slices.Chunk(w.Words[:common], int4Block) {
			rows = appendInt4(rows, block)
		}
		for block := range slices.Chunk(w.Words[common:], int2Block) {
			rows = appendInt2(rows, block)
		}
		out.write(rows)
		return
	}
	rows, scales := quantiseRows(w.Words, w.Hidden)
	out.bytes(rows)
	out.begin(sectionWordScales)
	out.floats(scales)
}

// check returns an error for incomplete weights.
func (w Weights) check() error {
	if err := w.Description.check(); err != nil {
		return err
	}
	t, _, err := w.tokenizer(w.Vocabulary, w.Scores)
	if err != nil {
		return err
	}
	centred := len(w.Mean) == 0 || len(w.Mean) == w.Hidden
	aligned := len(w.Alignment) == 0 && w.Towards == "" || len(w.Alignment) == w.Hidden*w.Hidden && w.Towards != ""
	if len(w.Words) != t.Size()*w.Hidden || !centred || !aligned || !w.fits(w.Transformer) {
		return w.misshapen()
	}
	return nil
}

func (t Transformer) misshapen() error {
	return fmt.Errorf("the weights of %q are not of the shape that it describes", t.Name)
}

// fits reports whether the stack has the shape of a model.
func (s Stack) fits(t Transformer) bool {
	whole := len(s.Places) == t.Positions*t.Hidden && scales(s.Norm, t.Hidden) && len(s.Blocks) == t.Layers
	for _, b := range s.Blocks {
		whole = whole && scales(b.Attended, t.Hidden) && scales(b.Ended, t.Hidden)
		for i, size := range t.sizes() {
			d := b.Dense[i]
			whole = whole && d.In == size[0] && d.Out == size[1] && len(d.Weights) == d.In*d.Out && len(d.Bias) == d.Out
		}
	}
	return whole
}

// scales reports whether gain and bias have the width.
func scales(norm [2][]float32, width int) bool { return len(norm[0]) == width && len(norm[1]) == width }

// write writes the sections common to both precisions, and body's. The revision is a digest of all
// numbers.
func (w Weights) write(file *sealed.Writer, body func(*output)) error {
	out := newOutput(file)
	body(out)
	out.begin(sectionVocabulary)
	out.write(w.Vocabulary)
	if w.Tokenizer == Unigram {
		out.begin(sectionScores)
		out.floats(w.Scores)
	}
	if len(w.Mean) > 0 {
		out.begin(sectionMean)
		out.floats(w.Mean)
	}
	if len(w.Alignment) > 0 {
		out.begin(sectionAlignment)
		out.floats(w.Alignment)
	}
	out.stack(w.Stack)
	w.Revision = out.digest()
	return out.describe(w.Description)
}

// output writes sections and hashes them.
type output struct {
	file *sealed.Writer
	sum  hash.Hash
	err  error
}

func newOutput(file *sealed.Writer) *output { return &output{file: file, sum: sha256.New()} }

// digest returns the digest of what was written.
func (o *output) digest() string { return digestOf([sha256.Size]byte(o.sum.Sum(nil))) }

// describe ends the file with its description.
func (o *output) describe(description any) error {
	text, err := json.MarshalIndent(description, "", "  ")
	if err != nil {
		return err
	}
	o.begin(sectionDescription)
	o.write(text)
	return o.err
}

func (o *output) begin(id int) { o.file.Section(id) }

func (o *output) write(p []byte) {
	if o.err == nil {
		_, o.err = io.MultiWriter(o.sum, o.file).Write(p)
	}
}

func (o *output) floats(numbers []float32) {
	p := make([]byte, 0, 4*len(numbers))
	for _, x := range numbers {
		p = binary.LittleEndian.AppendUint32(p, math.Float32bits(x))
	}
	o.write(p)
}

func (o *output) bytes(numbers []int8) {
	p := make([]byte, len(numbers))
	for i, n := range numbers {
		p[i] = byte(n)
	}
	o.write(p)
}

// stack writes what has the same form in both precisions.
func (o *output) stack(s Stack) {
	o.begin(sectionPositions)
	o.floats(s.Places)
	o.begin(sectionNorm)
	o.floats(s.Norm[0])
	o.floats(s.Norm[1])
}

// layers writes the layers in float32.
func (o *output) layers(blocks []Block) {
	for i, b := range blocks {
		o.begin(sectionLayers + 2*i)
		for _, d := range b.Dense {
			o.floats(transposed(d.Weights, d.In))
		}
		o.begin(sectionLayers + 2*i + 1)
		for _, d := range b.Dense {
			o.floats(d.Bias)
		}
		o.norms(b)
	}
}

// quantisedLayers writes the layers in int8.
func (o *output) quantisedLayers(blocks []Block, seen observed) {
	for i, b := range blocks {
		var beside []float32
		o.begin(sectionLayers + 2*i)
		for j, d := range b.Dense {
			m := quantised(d, seen[i][j])
			o.bytes(m.Weights)
			beside = slices.Concat(beside, m.Bias, m.Scales, m.Smooth)
		}
		o.begin(sectionLayers + 2*i + 1)
		o.floats(beside)
		o.norms(b)
	}
}

func (o *output) norms(b Block) {
	for _, n := range [][2][]float32{b.Attended, b.Ended} {
		o.floats(n[0])
		o.floats(n[1])
	}
}

// quantiseRows returns rows as int8 and the scale of each.
func quantiseRows(x []float32, width int) (rows []int8, scales []float32) {
	rows, scales = make([]int8, len(x)), make([]float32, len(x)/width)
	for r := range scales {
		largest := 0.0
		for _, v := range x[r*width:][:width] {
			largest = max(largest, math.Abs(float64(v)))
		}
		scales[r] = float32(largest / 127)
		for i, v := range x[r*width:][:width] {
			if largest > 0 {
				rows[r*width+i] = int8(math.RoundToEven(float64(v) * 127 / largest))
			}
		}
	}
	return rows, scales
}

// observed holds the activations that each matrix of each layer was given, one row per token.
type observed [][matrices][]float32

// observed returns the activations that the model will be given from now on.
func (m *model) observed() observed {
	seen := make(observed, m.Layers)
	m.observe = func(number int, which matrix, x []float32) {
		seen[number][which] = append(seen[number][which], x...)
	}
	return seen
}

// Encoder returns the encoder of the weights in float32.
func (w Weights) Encoder() (*Encoder, error) {
	image := sealed.NewWriter(format)
	if err := w.writeFloat(image); err != nil {
		return nil, err
	}
	file, err := image.Seal()
	if err != nil {
		return nil, err
	}
	return open(file, kernel.Best())
}

// observe runs the encoder in float32 on texts and records the activations.
func observe(w Weights, texts []string) (observed, error) {
	if len(texts) == 0 {
		return nil, fmt.Errorf("encoder: no texts to observe %s on", w.Name)
	}
	e, err := w.Encoder()
	if err != nil {
		return nil, err
	}
	l, err := e.ready()
	if err != nil {
		return nil, err
	}
	seen := l.observed()
	for _, text := range texts {
		if _, err := l.encode(append(l.pieces(w.Passage), l.read(text)...), func() error { return nil }); err != nil {
			return nil, err
		}
	}
	for _, pieces := range shuffled(l.Size(), 16, l.fits()/2) {
		if _, err := l.encode(pieces, func() error { return nil }); err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// shuffled returns random texts of a length from the whole vocabulary, so that scripts missing in
// the calibration texts count too.
func shuffled(vocabulary, texts, length int) [][]int32 {
	random := rand.New(rand.NewPCG(1, 2))
	all := make([][]int32, texts)
	for i := range all {
		for range length {
			all[i] = append(all[i], int32(random.IntN(vocabulary)))
		}
	}
	return all
}

// quantised returns the int8 matrix with the least error on the observed activations. A column of
// activations is divided by its maximum to a power, and the weights multiplied by the rest, as in
// SmoothQuant (Xiao et al., 2023), where the power is a half; here it is searched.
func quantised(d Dense, seen []float32) *kernel.Matrix {
	tokens := len(seen) / d.In
	exact, got := make([]float32, tokens*d.Out), make([]float32, tokens*d.Out)
	kernel.Best().Product(view(exact, tokens, d.Out, d.Out), view(seen, tokens, d.In, d.In), view(transposed(d.Weights, d.In), d.In, d.Out, d.Out))
	m := &kernel.Matrix{In: d.In, Out: d.Out, Bias: make([]float32, d.Out)}
	var rows kernel.Rows
	least, best := math.Inf(1), 0.0
	for power := 0.3; power < 0.95; power += 0.05 {
		m.Smooth = smoothing(d, seen, power)
		numbers, scales := quantiseRows(smoothed(d, m.Smooth), d.In)
		m.Weights, m.Scales = kernel.Pack(numbers, d.In, d.Out), scales
		kernel.Best().Quantise(&rows, seen, m.Smooth)
		kernel.Best().Multiply(got, &rows, m)
		if e := squares(exact, got); e < least {
			least, best = e, power
		}
	}
	m.Smooth = smoothing(d, seen, best)
	weights, given := smoothed(d, m.Smooth), make([]float32, len(seen))
	for i, x := range seen {
		given[i] = x * m.Smooth[i%d.In]
	}
	_, m.Scales = quantiseRows(weights, d.In)
	m.Weights, m.Bias = kernel.Pack(quantiseGPTQ(weights, m.Scales, given, d.In), d.In, d.Out), d.Bias
	return m
}

func squares(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]-b[i]) * float64(a[i]-b[i])
	}
	return sum
}

// smoothing returns the factor of each column of activations.
func smoothing(d Dense, seen []float32, power float64) []float32 {
	const least = 1e-5
	given, weights := columns(seen, d.In), columns(d.Weights, d.In)
	smooth := make([]float32, d.In)
	for i := range smooth {
		smooth[i] = float32(math.Pow(max(weights[i], least), 1-power) / math.Pow(max(given[i], least), power))
	}
	return smooth
}

// columns returns the maximum magnitude of each column.
func columns(x []float32, width int) []float64 {
	most := make([]float64, width)
	for i, v := range x {
		most[i%width] = max(most[i%width], math.Abs(float64(v)))
	}
	return most
}

// smoothed returns the weights divided by the smoothing.
func smoothed(d Dense, smooth []float32) []float32 {
	w := make([]float32, len(d.Weights))
	for i, v := range d.Weights {
		w[i] = v / smooth[i%d.In]
	}
	return w
}
