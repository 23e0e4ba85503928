package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"engram/internal/embed"
	"engram/internal/embed/encoder"
)

const words = "embeddings.word_embeddings.weight"

// export writes an exported reader, with the changed files.
func export(t *testing.T, changes map[string]string) string {
	t.Helper()
	files := map[string]string{
		"1_Pooling/config.json": "", "vocab.txt": "",
		"model.safetensors": string(image("F32", "", words)),
		"reader.json":       `{"window": 48, "answers": {"scale": 1.5, "shift": -0.5}, "relevance": {"scale": 2, "shift": 0.25}}`,
		"pairs.jsonl":       `{"question": "tea?", "title": "teas", "body": "tea teas", "answers": 1.5, "relevance": -2, "start": 0, "end": 3}` + "\n",
	}
	maps.Copy(files, changes)
	return folder(t, files)
}

// encoderFile writes the encoder that readers of the tests are made for.
func encoderFile(t *testing.T) string {
	t.Helper()
	w, err := readModel(folder(t, nil), encoder.Description{Transformer: encoder.Transformer{Name: "tiny"}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tiny.weights")
	if err := encoder.WriteFloat(path, w); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAReaderIsReadAsItIsExported(t *testing.T) {
	w, err := readReader(export(t, nil), encoder.Transformer{Name: "reader", Licence: "free"})
	if err != nil {
		t.Fatal(err)
	}
	if w.Name != "reader" || w.Licence != "free" || w.Window != 48 || w.Layers != layers ||
		w.Answers != (encoder.Calibration{Scale: 1.5, Shift: -.5}) || w.Relevance != (encoder.Calibration{Scale: 2, Shift: .25}) {
		t.Errorf("described as %+v", w.ReaderDescription)
	}
	types := published("embeddings.token_type_embeddings.weight")
	for i, v := range w.Second {
		if v != types[hidden+i]-types[i] {
			t.Fatalf("number %d of the second token type is %v", i, v)
		}
	}
	if len(w.Second) != hidden || !slices.Equal(w.Heads.Weights, published("heads.weight")) || !slices.Equal(w.Heads.Bias, published("heads.bias")) {
		t.Error("the heads are not those exported")
	}
	if first := published("embeddings.position_embeddings.weight")[0] + types[0]; w.Places[0] != first || len(w.Blocks) != layers {
		t.Errorf("the first position is %v, want %v; %d blocks", w.Places[0], first, len(w.Blocks))
	}
}

func TestAReaderIsWritten(t *testing.T) {
	weights := encoderFile(t)
	for title, exact := range map[string]bool{"int8": false, "float32": true} {
		t.Run(title, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "reader.weights")
			if err := writeReader(export(t, nil), path, encoder.Transformer{Name: "reader"}, weights, exact); err != nil {
				t.Fatal(err)
			}
			with, err := encoder.Open(weights)
			if err != nil {
				t.Fatal(err)
			}
			defer with.Close()
			r, err := encoder.OpenReader(path, with)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if string(r.Precision) != title {
				t.Errorf("it is in %s", r.Precision)
			}
			reading, err := r.Read(t.Context(), "tea?", embed.Excerpt{Title: "teas", Body: "tea teas"})
			if err != nil || len(reading.Places) == 0 {
				t.Errorf("%+v, %v", reading, err)
			}
		})
	}
}

func TestAReaderThatIsIncompleteIsRefused(t *testing.T) {
	weights := encoderFile(t)
	for title, changes := range map[string]map[string]string{
		"no configuration":  {"config.json": ""},
		"no calibration":    {"reader.json": `{"window": 48}`},
		"no window":         {"reader.json": `{"answers": {"scale": 1}, "relevance": {"scale": 1}}`},
		"no reader.json":    {"reader.json": ""},
		"no heads":          {"model.safetensors": string(image("F32", "", words, "heads.weight"))},
		"one token type":    {"model.safetensors": string(image("F32", "", words, "embeddings.token_type_embeddings.weight"))},
		"no tensors":        {"model.safetensors": ""},
		"no pairs":          {"pairs.jsonl": ""},
		"pairs without one": {"pairs.jsonl": "\n"},
		"a damaged pair":    {"pairs.jsonl": `{"question": `},
	} {
		t.Run(title, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "reader.weights")
			if err := writeReader(export(t, changes), path, encoder.Transformer{Name: "reader"}, weights, false); err == nil {
				t.Error("it was written")
			}
		})
	}
	t.Run("no encoder", func(t *testing.T) {
		err := writeReader(export(t, nil), filepath.Join(t.TempDir(), "reader.weights"), encoder.Transformer{Name: "reader"}, weights+"s", false)
		if err == nil || !strings.Contains(err.Error(), "no such file") {
			t.Error(err)
		}
	})
}
