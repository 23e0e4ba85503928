package main

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"engram/internal/embed"
	"engram/internal/embed/encoder"
)

// The shape of the model that the tests write: the smallest that the encoder takes.
const (
	layers    = 2
	hidden    = 64
	heads     = 4
	inner     = 128
	positions = 64
)

var pieces = []string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "tea", "##s"}

// shapes returns those of a model's tensors, under the names that they are published with.
func shapes() map[string][]int {
	all := map[string][]int{
		"embeddings.word_embeddings.weight":       {len(pieces), hidden},
		"embeddings.position_embeddings.weight":   {positions, hidden},
		"embeddings.token_type_embeddings.weight": {2, hidden},
		"embeddings.LayerNorm.weight":             {hidden},
		"embeddings.LayerNorm.bias":               {hidden},
		"heads.weight":                            {4, hidden}, // of a reader
		"heads.bias":                              {4},
	}
	for _, layer := range []string{"encoder.layer.0.", "encoder.layer.1."} {
		for name, size := range map[string][2]int{
			"attention.self.query":   {hidden, hidden},
			"attention.self.key":     {hidden, hidden},
			"attention.self.value":   {hidden, hidden},
			"attention.output.dense": {hidden, hidden},
			"intermediate.dense":     {inner, hidden},
			"output.dense":           {hidden, inner},
		} {
			all[layer+name+".weight"], all[layer+name+".bias"] = size[:], size[:1]
		}
		for _, name := range []string{"attention.output.LayerNorm", "output.LayerNorm"} {
			all[layer+name+".weight"], all[layer+name+".bias"] = []int{hidden}, []int{hidden}
		}
	}
	return all
}

// published returns the numbers of a tensor: other ones for each name, and each a number of every type.
func published(name string) []float32 {
	n, seed := 1, 0
	for _, side := range shapes()[name] {
		n *= side
	}
	for _, c := range name {
		seed = 31*seed%1009 + int(c)
	}
	numbers := make([]float32, n)
	for i := range numbers {
		numbers[i] = float32((seed+7*i)%255-127) / 64
	}
	return numbers
}

// encodings write a number as a type of safetensors does. They take only numbers that it has.
var encodings = map[string]func(bytes []byte, v float32) []byte{
	"F32": func(bytes []byte, v float32) []byte {
		return binary.LittleEndian.AppendUint32(bytes, math.Float32bits(v))
	},
	"F16": func(bytes []byte, v float32) []byte {
		bits := math.Float32bits(v)
		if v == 0 {
			return binary.LittleEndian.AppendUint16(bytes, 0)
		}
		exponent := bits>>23&255 - 127 + 15
		return binary.LittleEndian.AppendUint16(bytes, uint16(bits>>31<<15|exponent<<10|bits>>13&1023))
	},
	"BF16": func(bytes []byte, v float32) []byte {
		return binary.LittleEndian.AppendUint16(bytes, uint16(math.Float32bits(v)>>16))
	},
}

// image returns a file of the tensors without those left out, whose names begin with the prefix.
func image(kind, prefix string, without ...string) []byte {
	header, data := map[string]any{"__metadata__": map[string]string{"format": "pt"}}, []byte{}
	for _, name := range slices.Sorted(maps.Keys(shapes())) {
		if slices.Contains(without, name) {
			continue
		}
		from := len(data)
		for _, v := range published(name) {
			data = encodings[kind](data, v)
		}
		header[prefix+name] = tensor{kind, shapes()[name], [2]int{from, len(data)}}
	}
	text, err := json.Marshal(header)
	if err != nil {
		panic(err)
	}
	return slices.Concat(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text, data)
}

// folder writes a model as it is published, with changes of its files, and returns where. A file without text is left out.
func folder(t *testing.T, changes map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"config.json": `{"hidden_act": "gelu", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4,
			"intermediate_size": 128, "max_position_embeddings": 64, "layer_norm_eps": 1e-12}`,
		"1_Pooling/config.json": `{"pooling_mode_cls_token": false, "pooling_mode_mean_tokens": true}`,
		"vocab.txt":             strings.Join(pieces, "\n") + "\n",
		"model.safetensors":     string(image("F32", "")),
	}
	maps.Copy(files, changes)
	for name, text := range files {
		if text == "" {
			continue
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAModelIsReadAsItIsPublished(t *testing.T) {
	for kind := range encodings {
		for _, prefix := range []string{"", "bert."} {
			t.Run(kind+" "+prefix, func(t *testing.T) {
				w, err := readModel(folder(t, map[string]string{"model.safetensors": string(image(kind, prefix))}), encoder.Description{Transformer: encoder.Transformer{Name: "tiny"}})
				if err != nil {
					t.Fatal(err)
				}
				checkWeights(t, w)
				checkWritten(t, w)
			})
		}
	}
}

func TestAUnigramModelIsReadWithItsScores(t *testing.T) {
	table := "<s>\t0\n</s>\t0\n<unk>\t0\n▁\t-2.5\n▁tea\t-8.25\ns\t-5\n"
	w, err := readModel(folder(t, map[string]string{"vocab.txt": "", "unigram.tsv": table}), encoder.Description{Transformer: encoder.Transformer{Name: "tiny"}, Table: encoder.Int4})
	if err != nil {
		t.Fatal(err)
	}
	if w.Tokenizer != encoder.Unigram || w.Lower || string(w.Vocabulary) != "<s>\n</s>\n<unk>\n▁\n▁tea\ns\n" ||
		!slices.Equal(w.Scores, []float32{0, 0, 0, -2.5, -8.25, -5}) {
		t.Errorf("%q %v of %+v", w.Vocabulary, w.Scores, w.Description)
	}
	path := filepath.Join(t.TempDir(), "tiny.weights")
	if err := encoder.WriteInt8(path, w, []string{"teas"}); err != nil {
		t.Fatal(err)
	}
	if _, err := readModel(folder(t, map[string]string{"vocab.txt": "", "unigram.tsv": "<s>\tnone\n"}), encoder.Description{Transformer: encoder.Transformer{Name: "tiny"}}); err == nil {
		t.Error("a piece without a score was read")
	}
}

func checkWeights(t *testing.T, w encoder.Weights) {
	t.Helper()
	same := func(what string, got []float32, names ...string) {
		t.Helper()
		var want []float32
		for _, name := range names {
			want = append(want, published(name)...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: not the published numbers", what)
		}
	}
	same("words", w.Words, "embeddings.word_embeddings.weight")
	same("gain", w.Norm[0], "embeddings.LayerNorm.weight")
	same("bias", w.Norm[1], "embeddings.LayerNorm.bias")
	places, kinds := published("embeddings.position_embeddings.weight"), published("embeddings.token_type_embeddings.weight")
	for i := range places {
		places[i] += kinds[i%hidden]
	}
	if !slices.Equal(w.Places, places) {
		t.Error("places: not those published with the vector of the first type of text added")
	}
	if len(w.Blocks) != layers {
		t.Fatalf("%d blocks, want %d", len(w.Blocks), layers)
	}
	for i, b := range w.Blocks {
		layer := []string{"encoder.layer.0.", "encoder.layer.1."}[i]
		for part, ends := range map[string]string{"weights": ".weight", "bias": ".bias"} {
			of := func(d encoder.Dense) []float32 {
				if part == "bias" {
					return d.Bias
				}
				return d.Weights
			}
			mixed := slices.Clone(of(b.Dense[0]))
			for j := range mixed[:len(mixed)/3] {
				mixed[j] *= 4 // the square root of a head's size
			}
			same(part+" of queries, keys and values", mixed,
				layer+"attention.self.query"+ends, layer+"attention.self.key"+ends, layer+"attention.self.value"+ends)
			same(part+" behind the attention", of(b.Dense[1]), layer+"attention.output.dense"+ends)
			same(part+" up", of(b.Dense[2]), layer+"intermediate.dense"+ends)
			same(part+" down", of(b.Dense[3]), layer+"output.dense"+ends)
		}
		same("gain of the attention", b.Attended[0], layer+"attention.output.LayerNorm.weight")
		same("bias of the attention", b.Attended[1], layer+"attention.output.LayerNorm.bias")
		same("gain of the layer", b.Ended[0], layer+"output.LayerNorm.weight")
		same("bias of the layer", b.Ended[1], layer+"output.LayerNorm.bias")
	}
}

// checkWritten has the encoder use the weights.
func checkWritten(t *testing.T, w encoder.Weights) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tiny.weights")
	if err := encoder.WriteFloat(path, w); err != nil {
		t.Fatal(err)
	}
	e, err := encoder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if e.Heads != heads || e.Inner != inner || e.Window != positions || !e.Lower || e.Pooling != encoder.Mean {
		t.Errorf("another shape: %+v", e.Description)
	}
	vectors, err := e.Embed(t.Context(), []string{"Teas"}, embed.Passage)
	if err != nil {
		t.Fatal(err)
	}
	length := 0.0
	for _, v := range vectors[0] {
		length += float64(v) * float64(v)
	}
	if !(math.Abs(length-1) < 1e-5) {
		t.Errorf("the vector's length is %v", math.Sqrt(length))
	}
}

func TestTheModelsConfigurationIsUsed(t *testing.T) {
	d := encoder.Description{Transformer: encoder.Transformer{Name: "tiny"}, Passage: "passage: "}
	w, err := readModel(folder(t, map[string]string{
		"sentence_bert_config.json": `{"max_seq_length": 5}`,
		"tokenizer_config.json":     `{"do_lower_case": false}`,
		"1_Pooling/config.json":     `{"pooling_mode_cls_token": true}`,
	}), d)
	if err != nil {
		t.Fatal(err)
	}
	if w.Window != 5 || w.Lower || w.Pooling != encoder.First || w.Passage != d.Passage {
		t.Errorf("read as %+v", w.Description)
	}
}

func TestAModelThatIsNotSupportedIsRefused(t *testing.T) {
	config := func(from, to string) map[string]string {
		text, err := os.ReadFile(filepath.Join(folder(t, nil), "config.json"))
		if err != nil {
			t.Fatal(err)
		}
		return map[string]string{"config.json": strings.Replace(string(text), from, to, 1)}
	}
	whole := string(image("F32", "", "heads.weight", "heads.bias"))
	for name, changes := range map[string]map[string]string{
		"no configuration":       {"config.json": ""},
		"no vocabulary":          {"vocab.txt": ""},
		"a damaged description":  {"tokenizer_config.json": "{"},
		"another activation":     config("gelu", "relu"),
		"no pooling":             {"1_Pooling/config.json": `{}`},
		"two poolings":           {"1_Pooling/config.json": `{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true}`},
		"no heads":               config("num_attention_heads", "heads"),
		"more heads than hidden": config(`heads": 4`, `heads": 65`),
		"another hidden size":    config(`hidden_size": 64`, `hidden_size": 128`),
		"a layer too many":       config(`layers": 2`, `layers": 3`),
		"no tensors":             {"model.safetensors": ""},
		"a piece too many":       {"vocab.txt": strings.Join(pieces, "\n") + "\nmore\n"},
		"truncated tensors":      {"model.safetensors": whole[:len(whole)-1]},
		"a truncated header":     {"model.safetensors": whole[:100]},
		"whole numbers":          {"model.safetensors": strings.ReplaceAll(whole, `"F32"`, `"I32"`)},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := readModel(folder(t, changes), encoder.Description{Transformer: encoder.Transformer{Name: "tiny"}}); err == nil {
				t.Error("was read")
			}
		})
	}
}
