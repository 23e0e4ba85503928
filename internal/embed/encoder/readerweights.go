package encoder

import (
	"fmt"

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/recall/sealed"
)

// ReaderWeights are a reader's as trained. Its words are an encoder's.
type ReaderWeights struct {
	ReaderDescription // writing sets Revision, Precision and Table
	Stack
	Second []float32 // difference of the second token type's vector from the first's
	Heads  Dense     // Hidden to start, end, answers, relevant
}

// Pair is a question and an excerpt whose activations calibrate int8.
type Pair struct{ Question, Title, Body string }

// WriteReaderFloat writes a reader for an encoder to a file in float32.
func WriteReaderFloat(path string, w ReaderWeights, with *Encoder) (err error) {
	if w, err = w.prepared(Float32, with); err != nil {
		return err
	}
	return create(path, readerFormat, w.writeFloat)
}

// WriteReaderInt8 writes a reader for an encoder to a file in int8, calibrated by its activations
// on pairs.
func WriteReaderInt8(path string, w ReaderWeights, with *Encoder, pairs []Pair) (err error) {
	if w, err = w.prepared(Int8, with); err != nil {
		return err
	}
	seen, err := w.observe(with, pairs)
	if err != nil {
		return err
	}
	return create(path, readerFormat, func(file *sealed.Writer) error {
		return w.write(file, func(out *output) { out.quantisedLayers(w.Blocks, seen) })
	})
}

// prepared returns the weights with their precision and the encoder's table, or an error if they
// are incomplete.
func (w ReaderWeights) prepared(precision Precision, with *Encoder) (_ ReaderWeights, err error) {
	w.Precision = precision
	if err := w.check(); err != nil {
		return w, err
	}
	h := w.Heads
	if !w.fits(w.Transformer) || len(w.Second) != w.Hidden ||
		h.In != w.Hidden || h.Out != heads || len(h.Weights) != h.In*h.Out || len(h.Bias) != h.Out {
		return w, w.misshapen()
	}
	if w.Hidden != with.Hidden {
		return w, w.otherTable(with)
	}
	w.Table, err = with.table()
	return w, err
}

func (w ReaderWeights) writeFloat(file *sealed.Writer) error {
	w.Precision = Float32
	return w.write(file, func(out *output) { out.layers(w.Blocks) })
}

// write writes the sections common to both precisions, and layers'.
func (w ReaderWeights) write(file *sealed.Writer, layers func(*output)) error {
	out := newOutput(file)
	layers(out)
	out.stack(w.Stack)
	out.begin(sectionSecond)
	out.floats(w.Second)
	out.begin(sectionHeads)
	out.floats(w.Heads.Weights)
	out.floats(w.Heads.Bias)
	w.Revision = out.digest()
	return out.describe(w.ReaderDescription)
}

// observe runs the reader in float32 on pairs and records the activations.
func (w ReaderWeights) observe(with *Encoder, pairs []Pair) (observed, error) {
	if len(pairs) == 0 {
		return nil, fmt.Errorf("reader: no pairs to observe %s on", w.Name)
	}
	image := sealed.NewWriter(readerFormat)
	if err := w.writeFloat(image); err != nil {
		return nil, err
	}
	file, err := image.Seal()
	if err != nil {
		return nil, err
	}
	r, err := openReader(file, with, kernel.Best())
	if err != nil {
		return nil, err
	}
	m, err := r.ready()
	if err != nil {
		return nil, err
	}
	seen := m.observed()
	for _, p := range pairs {
		f := m.frame(p.Question, embed.Excerpt{Title: p.Title, Body: p.Body})
		if _, err := m.read(f, func() error { return nil }); err != nil {
			return nil, err
		}
	}
	return seen, nil
}
