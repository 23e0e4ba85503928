package app

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/embed/encoder"
	"engram/internal/embed/encoder/builtin"
)

// bodyOf returns a transformer of the built-in encoder's width whose numbers are all zero.
func bodyOf(name string) (encoder.Transformer, encoder.Stack) {
	const hidden, inner, positions = 384, 64, 64
	norm := [2][]float32{make([]float32, hidden), make([]float32, hidden)}
	block := encoder.Block{
		Dense:    [4]encoder.Dense{dense(hidden, 3*hidden), dense(hidden, hidden), dense(hidden, inner), dense(inner, hidden)},
		Attended: norm, Ended: norm,
	}
	return encoder.Transformer{Name: name, Layers: 1, Hidden: hidden, Heads: 12, Inner: inner, Positions: positions, Epsilon: 1e-12, Window: positions},
		encoder.Stack{Places: make([]float32, positions*hidden), Norm: norm, Blocks: []encoder.Block{block}}
}

func dense(in, out int) encoder.Dense {
	return encoder.Dense{In: in, Out: out, Weights: make([]float32, in*out), Bias: make([]float32, out)}
}

// readerFor writes a small reader for an encoder.
func readerFor(t *testing.T, with *encoder.Encoder) string {
	t.Helper()
	var w encoder.ReaderWeights
	w.Transformer, w.Stack = bodyOf("small")
	w.Second, w.Heads = make([]float32, w.Hidden), dense(w.Hidden, 4)
	w.Answers, w.Relevance = encoder.Calibration{Scale: 1}, encoder.Calibration{Scale: 1}
	path := filepath.Join(t.TempDir(), "reader.weights")
	if err := encoder.WriteReaderFloat(path, w, with); err != nil {
		t.Fatal(err)
	}
	return path
}

// otherEncoder returns an encoder of the same width with other words.
func otherEncoder(t *testing.T) *encoder.Encoder {
	t.Helper()
	w := encoder.Weights{Vocabulary: []byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\n")}
	w.Transformer, w.Stack = bodyOf("other")
	w.Words, w.Pooling = make([]float32, 4*w.Hidden), encoder.Mean
	path := filepath.Join(t.TempDir(), "other.weights")
	if err := encoder.WriteFloat(path, w); err != nil {
		t.Fatal(err)
	}
	e, err := encoder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func TestReader(t *testing.T) {
	if !builtin.Encodes() {
		t.Skip("built without the encoder")
	}
	both, err := builtin.Multilingual()
	if err != nil {
		t.Fatal(err)
	}
	whole := readerFor(t, both.Multilingual())
	damaged := filepath.Join(t.TempDir(), "damaged.weights")
	image, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	image[len(image)/2] ^= 1
	if err := os.WriteFile(damaged, image, 0o600); err != nil {
		t.Fatal(err)
	}
	other := readerFor(t, otherEncoder(t))
	for title, c := range map[string]struct {
		reader, encoder string
		reads           bool
		log             string // of one line; empty: none
	}{
		"a file is used with the encoder that it was made for": {whole, config.EncoderOn, true, ""},
		"it can be off":                  {config.ReaderOff, config.EncoderOn, false, ""},
		"it is on if the binary has one": {config.ReaderOn, config.EncoderOn, builtin.Reads(), ""},
		"it is off without the encoder":  {whole, config.EncoderOff, false, "needs the built-in encoder"},
		"it is off with the English one": {whole, config.EncoderEnglish, false, "an encoder with other words"},
		"it is off with another encoder": {other, config.EncoderOn, false, "an encoder with other words"},
		"a damaged file is not used":     {damaged, config.EncoderOn, false, "damaged"},
		"an absent file is not used":     {whole + "s", config.EncoderOn, false, "no such file"},
	} {
		t.Run(title, func(t *testing.T) {
			var log bytes.Buffer
			a := newApp(slog.New(slog.NewTextHandler(&log, nil)))
			cfg := config.Config{Encoder: c.encoder, Reader: c.reader}
			model, err := a.embedder(cfg)
			if err != nil {
				t.Fatal(err)
			}
			service := embed.New(empty{}, model, a.log, time.Now, embed.WithReader(a.reader(cfg, model)))
			if got := service.Reads("Where did we park the bicycle?"); got != c.reads {
				t.Errorf("it reads: %v", got)
			}
			if got := service.Reads("አዲሱ የልብስ ማጠቢያ ማሽን ዋስትና ለምን ያህል ጊዜ ነው?"); got {
				t.Error("it reads what its encoder can't")
			}
			readings := service.Read(context.Background(), "Where is it?", []embed.Excerpt{{Title: "Notes", Body: "In the cellar."}})
			if (len(readings) == 1) != c.reads {
				t.Errorf("readings: %v", readings)
			}
			text := log.String()
			if c.log == "" && text != "" || c.log != "" && (strings.Count(text, "\n") != 1 || !strings.Contains(text, c.log) || !strings.Contains(text, "ENGRAM_READER="+c.reader)) {
				t.Errorf("the log: %s", text)
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
