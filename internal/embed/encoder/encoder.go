// Package encoder is the built-in sentence encoder: a BERT model in int8 whose vectors are close
// for texts of similar meaning. Its weights are a file or part of the binary, and memory-mapped.
package encoder

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/embed/encoder/tokenizer"
	"engram/internal/fault"
	"engram/internal/recall/sealed"
)

// Encoder is an embed.Local. It is safe for concurrent use, except for Close.
type Encoder struct {
	Description
	model string
	file  *sealed.File
	load  func() (*loaded, error)
}

// loaded is the model and its tokenizer, loaded on first use.
type loaded struct {
	*model
	tokenizer.Tokenizer
	tokenizer.Specials
	as        Description
	mean      []float32 // subtracted from each vector, if any
	alignment []float32 // maps a vector to that of another encoder, if any
	assist    *assist   // with its products
}

// Open maps a weights file. It checks the description now, and the rest by checksum before the
// first use.
func Open(path string) (*Encoder, error) {
	file, err := sealed.Open(path, format)
	if err != nil {
		return nil, fmt.Errorf("encoder: %w", err)
	}
	return open(file, kernel.Best())
}

// Read is Open for weights in memory, which must not change.
func Read(image []byte) (*Encoder, error) {
	file, err := sealed.Read(image, format)
	if err != nil {
		return nil, fmt.Errorf("encoder: %w", err)
	}
	return open(file, kernel.Best())
}

func open(file *sealed.File, k *kernel.Kernel) (*Encoder, error) {
	d, digest, err := describe[Description](file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return (&Encoder{Description: d, model: d.Name + "@" + digest, file: file}).With(k), nil
}

// With returns the Encoder with another kernel. Both share the file: closing one closes it for the
// other.
func (e *Encoder) With(k *kernel.Kernel) *Encoder {
	with := *e
	with.load = once(func() (*loaded, error) { return prepare(e.file, e.Description, k) })
	return &with
}

// once returns what load returns the first time. A failure to read a mapped file is an error.
func once[T any](load func() (T, error)) func() (T, error) {
	return sync.OnceValues(func() (loaded T, err error) {
		err = sealed.Guard(func() (err error) {
			loaded, err = load()
			return err
		})
		return loaded, err
	})
}

// prepare verifies the whole file and loads the model and its vocabulary.
func prepare(file *sealed.File, d Description, k *kernel.Kernel) (*loaded, error) {
	if err := file.Verify(context.Background()); err != nil {
		return nil, err
	}
	m, err := load(file, d.Transformer, k)
	if err != nil {
		return nil, err
	}
	vocabulary, err := section(file, sectionVocabulary)
	if err != nil {
		return nil, err
	}
	scores, err := section(file, sectionScores)
	if err != nil {
		return nil, err
	}
	t, special, err := d.tokenizer(vocabulary, sealed.Float32s(scores))
	if err != nil {
		return nil, err
	}
	mean, err := section(file, sectionMean)
	if err != nil {
		return nil, err
	}
	if len(mean) != 0 && len(mean) != 4*d.Hidden {
		return nil, sealed.Damaged("the mean of the vectors")
	}
	if m.words, err = loadWords(file, d, t.Size()); err != nil {
		return nil, err
	}
	alignment, err := section(file, sectionAlignment)
	if err != nil {
		return nil, err
	}
	if len(alignment) != 0 && len(alignment) != 4*d.Hidden*d.Hidden {
		return nil, sealed.Damaged("the alignment of the vectors")
	}
	return &loaded{m, t, special, d, sealed.Float32s(mean), sealed.Float32s(alignment), nil}, nil
}

// tokenizer returns the tokenizer for a vocabulary of one piece per line.
func (d Description) tokenizer(vocabulary []byte, scores []float32) (tokenizer.Tokenizer, tokenizer.Specials, error) {
	if d.Tokenizer == Unigram {
		u, err := tokenizer.NewUnigram(vocabulary, scores)
		if err != nil {
			return nil, tokenizer.Specials{}, err
		}
		return u, u.Specials, nil
	}
	t, err := tokenizer.NewWordPiece(vocabulary, d.Lower)
	if err != nil {
		return nil, tokenizer.Specials{}, err
	}
	return t, t.Specials, nil
}

// Close unmaps the weights. No call of Embed may be running.
func (e *Encoder) Close() error { return e.file.Close() }

// Model implements embed.Embedder: the name with a digest of everything the vectors depend on.
func (e *Encoder) Model() string { return e.model }

// Warm loads and verifies the weights, about 20 ms if they are in the page cache. Every Embed
// returns its error.
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

// Embed implements embed.Embedder. Vectors are normalised. An empty text has a zero vector, and so
// has a question of which the vocabulary knows less than half: it would match any unknown text.
func (e *Encoder) Embed(ctx context.Context, texts []string, as embed.Role) ([][]float32, error) {
	l, err := e.ready()
	if err != nil {
		return nil, err
	}
	return l.embedAll(ctx, texts, as)
}

func (l *loaded) embedAll(ctx context.Context, texts []string, as embed.Role) ([][]float32, error) {
	yield := embed.YieldOf(ctx)
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		err := sealed.Guard(func() (err error) {
			vectors[i], err = l.embed(text, as, yield)
			return err
		})
		if err != nil {
			return nil, fault.Wrap(fault.Unavailable, "The encoder was stopped, or its weights can't be read", err)
		}
	}
	return vectors, nil
}

func (l *loaded) embed(text string, as embed.Role, yield func() error) ([]float32, error) {
	pieces := l.read(text)
	if len(pieces) == 0 || as == embed.Question && 2*l.known(pieces) < len(pieces) {
		return make([]float32, l.Hidden), nil
	}
	prefix := l.as.Passage
	if as == embed.Question {
		prefix = l.as.Question
	}
	vector, err := l.encode(append(l.pieces(prefix), pieces...), yield)
	if err != nil || len(l.mean) == 0 {
		return vector, err
	}
	for i, m := range l.mean {
		vector[i] -= m
	}
	normalise(vector)
	return vector, nil
}

// known returns the number of pieces that the vocabulary has.
func (l *loaded) known(pieces []int32) (n int) {
	for _, p := range pieces {
		if p != l.Unknown {
			n++
		}
	}
	return n
}

// maxWindows bounds the text that is read, to about 16,000 pieces. No passage comes near it.
const maxWindows = 64

// pieces returns all pieces of a text.
func (l *loaded) pieces(text string) []int32 { return slices.Collect(l.All(text)) }

// read returns the pieces of a text, up to maxWindows.
func (l *loaded) read(text string) []int32 {
	var pieces []int32
	for piece := range l.All(text) {
		if len(pieces) == maxWindows*l.fits() {
			break
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// fits returns the number of pieces per window, without [CLS] and [SEP].
func (l *loaded) fits() int { return l.Window - 2 }

// encode returns the normalised vector of pieces. A text longer than a window is split into windows
// of similar size and their vectors are averaged.
func (l *loaded) encode(pieces []int32, yield func() error) ([]float32, error) {
	windows := max(1, (len(pieces)+l.fits()-1)/l.fits())
	sum := make([]float32, l.Hidden)
	framed := make([]int32, 0, l.Window)
	for i := range windows {
		part := pieces[i*len(pieces)/windows : (i+1)*len(pieces)/windows]
		framed = append(append(append(framed[:0], l.First), part...), l.Last)
		if err := l.run(sum, framed, yield); err != nil {
			return nil, err
		}
	}
	normalise(sum)
	return sum, nil
}

// with returns the model with an assist.
func (l *loaded) with(a *assist) *loaded {
	with := *l
	with.assist = a
	return &with
}

// run adds the pooled vector of pieces, at most Window with [CLS] and [SEP], to sum, undivided.
func (l *loaded) run(sum []float32, pieces []int32, yield func() error) error {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.assist = l.assist
	defer func() { s.assist = nil }()
	if err := l.model.run(s, pieces, len(pieces), yield); err != nil {
		return err
	}
	pooled := len(pieces)
	if l.as.Pooling == First {
		pooled = 1
	}
	for t := range pooled {
		for i, v := range s.tokens[t*l.Hidden:][:l.Hidden] {
			sum[i] += v
		}
	}
	return nil
}
