package encoder

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"engram/internal/embed"
	"engram/internal/recall/sealed"
)

// Ensemble is an embed.Local of two encoders, one that reads some languages and one that reads
// many. A vector is that of the one and that of the other in a row. Of a text that the first can't
// read, the first half is estimated from the second. It is safe for concurrent use, except for
// Close.
type Ensemble struct {
	some, many *Encoder
	model      string
	processors int
	asking     atomic.Int32 // questions that are being read
}

// NewEnsemble returns the Ensemble of two encoders, which it closes. The second must be aligned
// with the first.
func NewEnsemble(some, many *Encoder) (*Ensemble, error) {
	if many.Towards != some.Name || many.Hidden != some.Hidden {
		return nil, fmt.Errorf("encoder: %q is aligned with %q, not with %q", many.Name, many.Towards, some.Name)
	}
	model := many.Name + "@" + digestOf(sha256.Sum256([]byte(some.model+many.model)))
	return &Ensemble{some: some, many: many, model: model, processors: runtime.GOMAXPROCS(0)}, nil
}

// Multilingual returns the encoder that reads many languages.
func (e *Ensemble) Multilingual() *Encoder { return e.many }

// Close unmaps the weights of both. No call of Embed may be running.
func (e *Ensemble) Close() error { return errors.Join(e.some.Close(), e.many.Close()) }

// Model implements embed.Embedder: a name with a digest of everything that the vectors depend on.
func (e *Ensemble) Model() string { return e.model }

// Warm loads and verifies the weights of both.
func (e *Ensemble) Warm() error { return cmp.Or(e.some.Warm(), e.many.Warm()) }

// Legibility implements embed.Reader: what the second encoder reads can be compared.
func (e *Ensemble) Legibility(text string, as embed.Role) float64 {
	return e.many.Legibility(excerpts(text), as)
}

// excerptSize is the size in bytes of what is taken of a long text's beginning, middle and end.
const excerptSize = 96

// excerpts returns what stands for a long text where its scripts and languages are asked for.
func excerpts(text string) string {
	if len(text) <= 3*excerptSize {
		return text
	}
	middle := (len(text) - excerptSize) / 2
	all := text[:excerptSize] + " " + text[middle:][:excerptSize] + " " + text[len(text)-excerptSize:]
	return strings.ToValidUTF8(all, "") // without characters that were cut
}

// Embed implements embed.Embedder, as Encoder.Embed does. Both read a question at the same time, since a user
// waits for it, and the one that is done first helps the other.
func (e *Ensemble) Embed(ctx context.Context, texts []string, as embed.Role) ([][]float32, error) {
	l, err := e.many.ready()
	if err != nil {
		return nil, err
	}
	legible, readable := make([]float32, len(texts)), make([]string, len(texts))
	for i, text := range texts {
		if legible[i] = float32(e.some.Legibility(text, as)); legible[i] > 0 {
			readable[i] = text
		}
	}
	if as == embed.Question {
		e.asking.Add(1)
		defer e.asking.Add(-1)
	}
	var own, vectors [][]float32
	var work errgroup.Group
	if as != embed.Question {
		work.SetLimit(1)
	}
	a := e.newAssist(as)
	work.Go(func() (err error) {
		if own, err = e.some.Embed(ctx, readable, as); err == nil {
			_ = sealed.Guard(func() error { a.help(); return nil }) // the owner meets the same fault
		}
		return err
	})
	work.Go(func() (err error) {
		defer a.close()
		vectors, err = l.with(a).embedAll(ctx, texts, as)
		return err
	})
	if err := work.Wait(); err != nil {
		return nil, err
	}
	for i, second := range vectors {
		vectors[i] = append(l.first(own[i], legible[i], second), second...)
		normalise(vectors[i])
	}
	return vectors, nil
}

// newAssist returns one for a question that is read alone, where there are processors for it.
func (e *Ensemble) newAssist(as embed.Role) *assist {
	if as != embed.Question || e.asking.Load() > 1 || e.processors == 1 {
		return nil
	}
	return new(assist)
}

// first returns the first encoder's vector of a text, estimated from the second's as far as the first can't read it.
func (l *loaded) first(own []float32, legible float32, second []float32) []float32 {
	vector := make([]float32, len(own))
	if legible < 1 {
		for i := range vector {
			for j, x := range second {
				vector[i] += l.alignment[i*len(second)+j] * x
			}
		}
		normalise(vector)
	}
	if legible > 0 {
		for i, x := range own {
			vector[i] = legible*x + (1-legible)*vector[i]
		}
		normalise(vector)
	}
	return vector
}
