package encoder

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/embed/encoder/tokenizer"
	"engram/internal/fault"
	"engram/internal/recall/sealed"
)

// Reader is an embed.CrossEncoder with the words and the tokenizer of an Encoder. It is safe for
// concurrent use, except for Close.
type Reader struct {
	ReaderDescription
	model string
	file  *sealed.File
	with  *Encoder
	load  func() (*readerModel, error)
}

// readerModel is the model with its heads, loaded on first use.
type readerModel struct {
	*model
	tokenizer.Tokenizer
	tokenizer.Specials
	as     ReaderDescription
	heads  []float32 // Hidden × Panel: a column per head, then zeros
	biases []float32
}

// OpenReader maps the weights file of a reader, to be used with an Encoder that stays open. It
// checks the description now. The rest is checked before the first use, also whether the encoder
// has the table of words that the reader was trained with.
func OpenReader(path string, with *Encoder) (*Reader, error) {
	file, err := sealed.Open(path, readerFormat)
	if err != nil {
		return nil, fmt.Errorf("reader: %w", err)
	}
	return openReader(file, with, kernel.Best())
}

// ReadReader is OpenReader for weights in memory, which must not change.
func ReadReader(image []byte, with *Encoder) (*Reader, error) {
	file, err := sealed.Read(image, readerFormat)
	if err != nil {
		return nil, fmt.Errorf("reader: %w", err)
	}
	return openReader(file, with, kernel.Best())
}

func openReader(file *sealed.File, with *Encoder, k *kernel.Kernel) (*Reader, error) {
	d, digest, err := describe[ReaderDescription](file)
	if err == nil && d.Hidden != with.Hidden {
		err = d.otherTable(with)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	r := Reader{ReaderDescription: d, model: d.Name + "@" + digest, file: file, with: with}
	return r.With(k), nil
}

// With returns the Reader with another kernel. Both share the file.
func (r *Reader) With(k *kernel.Kernel) *Reader {
	with := *r
	with.load = once(func() (*readerModel, error) { return with.prepare(k) })
	return &with
}

// prepare verifies the whole file and the encoder's table and loads the model.
func (r *Reader) prepare(k *kernel.Kernel) (*readerModel, error) {
	table, err := r.with.table()
	if err != nil {
		return nil, err
	}
	if table != r.Table {
		return nil, r.otherTable(r.with)
	}
	if err := r.file.Verify(context.Background()); err != nil {
		return nil, err
	}
	encoder, err := r.with.ready()
	if err != nil {
		return nil, err
	}
	m, err := load(r.file, r.Transformer, k)
	if err != nil {
		return nil, err
	}
	m.words = encoder.words
	n := numbers{file: r.file}
	n.open(sectionSecond)
	m.second = n.floats(r.Hidden)
	n.end()
	n.open(sectionHeads)
	rows, biases := n.floats(heads*r.Hidden), n.floats(heads)
	n.end()
	if n.err != nil {
		return nil, n.err
	}
	return &readerModel{m, encoder.Tokenizer, encoder.Specials, r.ReaderDescription, columnsOf(rows, r.Hidden), biases}, nil
}

// columnsOf returns the rows of heads as columns, with zeros up to the width of a panel.
func columnsOf(rows []float32, width int) []float32 {
	padded := make([]float32, kernel.Panel*width)
	copy(padded, rows)
	return transposed(padded, width)
}

// table returns a digest of the vocabulary and its vectors.
func (e *Encoder) table() (string, error) {
	sum := sha256.New()
	for _, id := range []int{sectionVocabulary, sectionScores, sectionWords, sectionWordScales} {
		numbers, err := section(e.file, id)
		if err != nil {
			return "", err
		}
		_, _ = sum.Write(numbers) // never fails
	}
	return digestOf([sha256.Size]byte(sum.Sum(nil))), nil
}

// Close unmaps the weights. No call of Read may be running.
func (r *Reader) Close() error { return r.file.Close() }

// Model implements embed.CrossEncoder: the name with a digest of everything but the encoder.
func (r *Reader) Model() string { return r.model }

// Warm loads and verifies the weights and the encoder's, some 30 ms in total if they are in the
// page cache.
func (r *Reader) Warm() error {
	_, err := r.ready()
	return err
}

func (r *Reader) ready() (*readerModel, error) {
	m, err := r.load()
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, "The reader's weights can't be used", err)
	}
	return m, nil
}

// Legibility implements embed.Reader as its encoder does.
func (r *Reader) Legibility(text string, as embed.Role) float64 { return r.with.Legibility(text, as) }

// Read implements embed.CrossEncoder. It reads the first maxBodyWindows windows of a body; a body
// without a piece is not read and answers nothing.
func (r *Reader) Read(ctx context.Context, question string, excerpt embed.Excerpt) (reading embed.Reading, err error) {
	m, err := r.ready()
	if err != nil {
		return reading, err
	}
	err = sealed.Guard(func() (err error) {
		reading, err = m.read(m.frame(question, excerpt), embed.YieldOf(ctx))
		return err
	})
	if err != nil {
		return embed.Reading{}, fault.Wrap(fault.Unavailable, "The reader was stopped, or its weights can't be read", err)
	}
	return reading, nil
}
