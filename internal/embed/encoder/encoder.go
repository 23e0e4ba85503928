// Package encoder is the sentence encoder that runs inside the program: a network of the shape of BERT, in int8, whose
// vectors lie close together for texts that mean much the same. Its weights are a file, or a part of the binary, and are
// mapped, not copied.
package encoder

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/fault"
	"engram/internal/recall/sealed"
)

// Encoder is an embed.Local. It is safe for concurrent use, but for Close.
type Encoder struct {
	Description
	model string
	file  *sealed.File
	load  func() (*loaded, error)
}

// loaded is what is needed to encode, made when it is first asked for.
type loaded struct {
	*model
	*tokenizer
}

// Open maps a weights file. Its description is checked at once, the rest, by checksums, before it is first used.
func Open(path string) (*Encoder, error) {
	file, err := sealed.Open(path, format)
	if err != nil {
		return nil, fmt.Errorf("encoder: %w", err)
	}
	return open(file, kernel.Best())
}

// Read is Open for weights that are in memory and do not change.
func Read(image []byte) (*Encoder, error) {
	file, err := sealed.Read(image, format)
	if err != nil {
		return nil, fmt.Errorf("encoder: %w", err)
	}
	return open(file, kernel.Best())
}

func open(file *sealed.File, k *kernel.Kernel) (*Encoder, error) {
	d, digest, err := describe(file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return (&Encoder{Description: d, model: d.Name + "@" + digest, file: file}).With(k), nil
}

// With returns the Encoder with other arithmetic, over the same file, which Close of either gives back.
func (e *Encoder) With(k *kernel.Kernel) *Encoder {
	with := *e
	with.load = sync.OnceValues(func() (l *loaded, err error) {
		err = sealed.Guard(func() (err error) {
			l, err = prepare(e.file, e.Description, k)
			return err
		})
		return l, err
	})
	return &with
}

// prepare checks the whole file, and reads the model and its vocabulary.
func prepare(file *sealed.File, d Description, k *kernel.Kernel) (*loaded, error) {
	if err := file.Verify(context.Background()); err != nil {
		return nil, err
	}
	m, err := load(file, d, k)
	if err != nil {
		return nil, err
	}
	vocabulary, err := section(file, sectionVocabulary)
	if err != nil {
		return nil, err
	}
	t, err := newTokenizer(vocabulary, d.Lower)
	if err != nil {
		return nil, err
	}
	return &loaded{m, t}, m.agrees(t.size())
}

// Close gives the weights back. Nobody may be encoding.
func (e *Encoder) Close() error { return e.file.Close() }

// Model implements embed.Embedder: the name, and a digest of all that decides what the vectors are.
func (e *Encoder) Model() string { return e.model }

// Warm reads and checks the weights, so that the first question need not wait for it: some 20 ms when they are in the system's
// memory. It returns the error that every Embed will have.
func (e *Encoder) Warm() error {
	_, err := e.ready()
	return err
}

func (e *Encoder) ready() (*loaded, error) {
	l, err := e.load()
	if err != nil {
		return nil, fault.Wrap(fault.Unavailable, "The encoder's weights can't be used", err)
	}
	return l, nil
}

// Embed implements embed.Embedder. A vector has the length 1. That of an empty text is zero, and so is that of a question of
// which the vocabulary knows less than half: it would find whatever is as unknown.
func (e *Encoder) Embed(ctx context.Context, texts []string, as embed.Role) ([][]float32, error) {
	l, err := e.ready()
	if err != nil {
		return nil, err
	}
	pace := embed.PaceOf(ctx)
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		err := sealed.Guard(func() (err error) {
			vectors[i], err = l.embed(text, as, pace)
			return err
		})
		if err != nil {
			return nil, fault.Wrap(fault.Unavailable, "The encoder was stopped, or its weights can't be read", err)
		}
	}
	return vectors, nil
}

func (l *loaded) embed(text string, as embed.Role, pace func() error) ([]float32, error) {
	pieces := l.read(text)
	if len(pieces) == 0 || as == embed.Question && 2*l.known(pieces) < len(pieces) {
		return make([]float32, l.Hidden), nil
	}
	prefix := l.Passage
	if as == embed.Question {
		prefix = l.Question
	}
	return l.encode(append(l.pieces(prefix), pieces...), pace)
}

// known returns how many of the pieces the vocabulary has.
func (l *loaded) known(pieces []int32) (n int) {
	for _, p := range pieces {
		if p != l.unknown {
			n++
		}
	}
	return n
}

// maxWindows is how many are read of one text: about 16,000 pieces. What follows goes unread; no passage is near it.
const maxWindows = 64

// read returns the pieces of a text, as many as are read.
func (l *loaded) read(text string) []int32 {
	var pieces []int32
	for piece := range l.all(text) {
		if len(pieces) == maxWindows*l.fits() {
			break
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// fits is how many pieces a window has, but for [CLS] and [SEP].
func (l *loaded) fits() int { return l.Window - 2 }

// encode returns the normalised vector of pieces. More than a window are read in windows of about the same size, whose
// mean it is.
func (l *loaded) encode(pieces []int32, pace func() error) ([]float32, error) {
	windows := max(1, (len(pieces)+l.fits()-1)/l.fits())
	sum := make([]float32, l.Hidden)
	framed := make([]int32, 0, l.Window)
	for i := range windows {
		part := pieces[i*len(pieces)/windows : (i+1)*len(pieces)/windows]
		framed = append(append(append(framed[:0], l.first), part...), l.last)
		if err := l.run(sum, framed, pace); err != nil {
			return nil, err
		}
	}
	normalise(sum)
	return sum, nil
}
