package encoder

import (
	"os"
	"testing"
)

// multilingual returns the encoder of a file that an environment variable names.
func multilingual(t testing.TB, variable string) *Encoder {
	t.Helper()
	path := os.Getenv(variable)
	if path == "" {
		t.Skip(variable + " names no file with weights of multilingual-e5-small: make multilingual")
	}
	return opened(t, path)
}

// plainVector encodes a passage without subtracting the mean.
func plainVector(t testing.TB, e *Encoder, text string) []float32 {
	t.Helper()
	l, err := e.ready()
	if err != nil {
		t.Fatal(err)
	}
	vector, err := l.encode(append(l.pieces(e.Passage), l.pieces(text)...), func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return vector
}

func TestMultilingualAsTheReference(t *testing.T) {
	texts := withVectors(t, readTexts(t, "unigram.jsonl"), "unigram.vectors")
	for variable, least := range map[string]float64{"MULTILINGUAL_WEIGHTS": 0.99, "MULTILINGUAL_FLOATS": 0.9999} {
		t.Run(variable, func(t *testing.T) {
			e := multilingual(t, variable)
			worst, sum := 1.0, 0.0
			for _, text := range texts {
				cos := cosine(plainVector(t, e, text.Text), text.Vector)
				if cos < least {
					t.Errorf("%.5f for %q", cos, text.Text)
				}
				worst, sum = min(worst, cos), sum+cos
			}
			t.Logf("%d texts: at least %.5f, %.5f on average", len(texts), worst, sum/float64(len(texts)))
		})
	}
}
