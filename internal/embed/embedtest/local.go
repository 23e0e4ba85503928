package embedtest

import (
	"context"
	"strings"
	"sync/atomic"

	"engram/internal/embed"
)

// Local is a fake of a model that runs in this process, on the caller's core. Set its fields before
// the first call.
type Local struct {
	Name  string
	Dims  int               // of its vectors
	Same  map[string]string // synonyms in lower case
	Steps int               // of about 0.3 ms per passage; a question takes at most three

	sum  atomic.Uint64 // keeps the work from being optimised away
	read atomic.Int64
}

// Warm implements embed.Local.
func (l *Local) Warm() error { return nil }

// Model implements embed.Embedder.
func (l *Local) Model() string { return l.Name }

// Read returns the number of passages embedded.
func (l *Local) Read() int { return int(l.read.Load()) }

// Embed implements embed.Embedder.
func (l *Local) Embed(ctx context.Context, texts []string, as embed.Role) ([][]float32, error) {
	yield, vectors := embed.YieldOf(ctx), make([][]float32, len(texts))
	steps := l.Steps
	if as == embed.Question {
		steps = min(steps, 3)
	}
	for i, text := range texts {
		for range steps {
			l.step()
			if err := yield(); err != nil {
				return nil, err
			}
		}
		if as == embed.Passage {
			l.read.Add(1)
		}
		vectors[i] = Meaning(l.Name, l.plain(text), max(l.Dims, 1))
	}
	return vectors, nil
}

// step keeps a core busy.
func (l *Local) step() {
	x := uint64(1)
	for range 200_000 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	l.sum.Add(x)
}

// plain replaces synonyms.
func (l *Local) plain(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" \n\t.,?!", r) })
	for i, word := range words {
		if same, ok := l.Same[word]; ok {
			words[i] = same
		}
	}
	return strings.Join(words, " ")
}
