package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"engram/internal/embed/encoder"
)

// writeReader writes the exported reader in dir to a file, for the encoder with the given weights.
// named has what its files do not say.
func writeReader(dir, path string, named encoder.Transformer, weights string, exact bool) (err error) {
	with, err := encoder.Open(weights)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, with.Close()) }()
	w, err := readReader(dir, named)
	if err != nil {
		return err
	}
	if exact {
		return encoder.WriteReaderFloat(path, w, with)
	}
	pairs, err := readPairs(filepath.Join(dir, "pairs.jsonl"))
	if err != nil {
		return err
	}
	return encoder.WriteReaderInt8(path, w, with, pairs)
}

// readReader reads an exported reader.
func readReader(dir string, named encoder.Transformer) (w encoder.ReaderWeights, err error) {
	w.Transformer = named
	var trained struct {
		Window             int
		Answers, Relevance encoder.Calibration
	}
	err = errors.Join(describeTransformer(dir, &w.Transformer), readJSON(filepath.Join(dir, "reader.json"), &trained))
	if err != nil {
		return w, err
	}
	w.Window, w.Answers, w.Relevance = trained.Window, trained.Answers, trained.Relevance
	t, err := readTensors(filepath.Join(dir, "model.safetensors"))
	if err != nil {
		return w, err
	}
	r := reader{tensors: t}
	w.Stack, w.Second = r.stack(w.Transformer)
	w.Heads = r.dense("heads", w.Hidden, 4)
	return w, r.err
}

// readPairs reads the questions and excerpts that calibrate int8, one pair per line.
func readPairs(path string) (pairs []encoder.Pair, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var pair encoder.Pair
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, len(pairs)+1, err)
		}
		pairs = append(pairs, pair)
	}
	return pairs, lines.Err()
}
