package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"engram/internal/embed/encoder"
)

// readModel reads a published model. d has what its files do not say.
func readModel(dir string, d encoder.Description) (w encoder.Weights, err error) {
	if err := describe(dir, &d); err != nil {
		return w, err
	}
	w.Description = d
	if w.Vocabulary, w.Scores, err = readVocabulary(dir, d.Tokenizer); err != nil {
		return w, err
	}
	t, err := readTensors(filepath.Join(dir, "model.safetensors"))
	if err != nil {
		return w, err
	}
	r := reader{tensors: t}
	pieces := bytes.Count(bytes.TrimSuffix(w.Vocabulary, []byte("\n")), []byte("\n")) + 1
	w.Words = r.floats("embeddings.word_embeddings.weight", pieces, d.Hidden)
	w.Stack, _ = r.stack(d.Transformer)
	return w, r.err
}

// readVocabulary returns the pieces of a model, one a line, and their scores for a unigram
// tokenizer.
func readVocabulary(dir string, kind encoder.Tokenizer) (pieces []byte, scores []float32, err error) {
	if kind == encoder.WordPiece {
		pieces, err = os.ReadFile(filepath.Join(dir, "vocab.txt"))
		return pieces, nil, err
	}
	table, err := os.ReadFile(filepath.Join(dir, unigramFile))
	if err != nil {
		return nil, nil, err
	}
	for line := range bytes.Lines(table) {
		piece, number, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"))
		score, err := strconv.ParseFloat(string(number), 32)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", unigramFile, err)
		}
		pieces, scores = append(append(pieces, piece...), '\n'), append(scores, float32(score))
	}
	return pieces, scores, nil
}

// unigramFile has a line to each piece of a unigram vocabulary: the piece, a tab and its score.
const unigramFile = "unigram.tsv"

// describeTransformer fills in what config.json says.
func describeTransformer(dir string, d *encoder.Transformer) error {
	var config struct {
		Activation string  `json:"hidden_act"`
		Layers     int     `json:"num_hidden_layers"`
		Hidden     int     `json:"hidden_size"`
		Heads      int     `json:"num_attention_heads"`
		Inner      int     `json:"intermediate_size"`
		Positions  int     `json:"max_position_embeddings"`
		Epsilon    float32 `json:"layer_norm_eps"`
	}
	if err := readJSON(filepath.Join(dir, "config.json"), &config); err != nil {
		return err
	}
	if config.Activation != "gelu" {
		return fmt.Errorf("%s: an activation that is not supported", dir)
	}
	if config.Heads < 1 || config.Hidden < config.Heads {
		return fmt.Errorf("%s: %d heads for a hidden size of %d", dir, config.Heads, config.Hidden)
	}
	d.Layers, d.Hidden, d.Heads, d.Inner = config.Layers, config.Hidden, config.Heads, config.Inner
	d.Positions, d.Epsilon, d.Window = config.Positions, config.Epsilon, min(config.Positions, window)
	return nil
}

// describe fills in what the model's files say.
func describe(dir string, d *encoder.Description) error {
	sentence := struct {
		Window int `json:"max_seq_length"`
	}{}
	tokenizer := struct {
		Lower bool `json:"do_lower_case"`
	}{true}
	var pooling struct {
		First bool `json:"pooling_mode_cls_token"`
		Mean  bool `json:"pooling_mode_mean_tokens"`
	}
	err := errors.Join(
		describeTransformer(dir, &d.Transformer),
		optional(readJSON(filepath.Join(dir, "sentence_bert_config.json"), &sentence)),
		optional(readJSON(filepath.Join(dir, "tokenizer_config.json"), &tokenizer)),
		readJSON(filepath.Join(dir, "1_Pooling", "config.json"), &pooling),
	)
	if err != nil {
		return err
	}
	if pooling.First == pooling.Mean {
		return fmt.Errorf("%s: a pooling that is not supported", dir)
	}
	d.Lower = tokenizer.Lower
	if sentence.Window > 0 {
		d.Window = min(d.Window, sentence.Window)
	}
	if _, err := os.Stat(filepath.Join(dir, unigramFile)); err == nil {
		d.Tokenizer, d.Lower = encoder.Unigram, false
	}
	d.Pooling = encoder.Mean
	if pooling.First {
		d.Pooling = encoder.First
	}
	return nil
}

// window is the maximum number of tokens read at once, whatever the model can: two passages fit in
// it.
const window = 256

func readJSON(path string, into any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func optional(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// reader takes tensors until one is missing.
type reader struct {
	*tensors
	err error
}

func (r *reader) floats(name string, shape ...int) []float32 {
	if r.err != nil {
		return nil
	}
	var numbers []float32
	numbers, r.err = r.tensors.floats(name, shape...)
	return numbers
}

func (r *reader) norm(name string, width int) [2][]float32 {
	return [2][]float32{r.floats(name+".weight", width), r.floats(name+".bias", width)}
}

// stack returns what an encoder and a reader have in common, and what the second token type adds.
func (r *reader) stack(t encoder.Transformer) (s encoder.Stack, second []float32) {
	s.Places = r.floats("embeddings.position_embeddings.weight", t.Positions, t.Hidden)
	types := r.floats("embeddings.token_type_embeddings.weight", 2, t.Hidden)
	if r.err == nil {
		for i := range s.Places {
			s.Places[i] += types[i%t.Hidden]
		}
		for i, first := range types[:t.Hidden] {
			second = append(second, types[t.Hidden+i]-first)
		}
	}
	s.Norm = r.norm("embeddings.LayerNorm", t.Hidden)
	for i := range t.Layers {
		s.Blocks = append(s.Blocks, r.block(fmt.Sprintf("encoder.layer.%d.", i), t))
	}
	return s, second
}

func (r *reader) dense(name string, in, out int) encoder.Dense {
	return encoder.Dense{In: in, Out: out, Weights: r.floats(name+".weight", out, in), Bias: r.floats(name+".bias", out)}
}

func (r *reader) block(name string, d encoder.Transformer) encoder.Block {
	query := r.dense(name+"attention.self.query", d.Hidden, d.Hidden)
	by := float32(1 / math.Sqrt(float64(d.Hidden/d.Heads)))
	for _, numbers := range [][]float32{query.Weights, query.Bias} {
		for i := range numbers {
			numbers[i] *= by
		}
	}
	key := r.dense(name+"attention.self.key", d.Hidden, d.Hidden)
	value := r.dense(name+"attention.self.value", d.Hidden, d.Hidden)
	return encoder.Block{
		Dense: [4]encoder.Dense{
			{
				In: d.Hidden, Out: 3 * d.Hidden,
				Weights: slices.Concat(query.Weights, key.Weights, value.Weights),
				Bias:    slices.Concat(query.Bias, key.Bias, value.Bias),
			},
			r.dense(name+"attention.output.dense", d.Hidden, d.Hidden),
			r.dense(name+"intermediate.dense", d.Hidden, d.Inner),
			r.dense(name+"output.dense", d.Inner, d.Hidden),
		},
		Attended: r.norm(name+"attention.output.LayerNorm", d.Hidden),
		Ended:    r.norm(name+"output.LayerNorm", d.Hidden),
	}
}
