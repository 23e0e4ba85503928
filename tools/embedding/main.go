// Command embedding makes a weights file of the encoder from a model of the shape of BERT, as it is published: a folder with
// config.json, vocab.txt or unigram.tsv, and model.safetensors, and what sentence-transformers adds to it.
//
//	go run ./tools/embedding -name all-MiniLM-L6-v2 MODEL_DIR internal/embed/encoder/minilm/everyday-minilm-l6-v1.weights
//
// With -reader it makes one of a cross-encoder for the words of an encoder, from what tools/reader exports: config.json,
// reader.json, pairs.jsonl and model.safetensors, without the words.
//
//	go run ./tools/embedding -name everyday-reader -reader ENCODER.weights EXPORT_DIR reader.weights
//
// With -float the numbers stay what they are, which the tests compare the encoder with. Otherwise they become int8, and the
// texts in calibration.txt, of all sorts and languages, or the pairs show which columns are how large.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"strings"

	"engram/internal/embed/encoder"
)

//go:embed calibration.txt
var calibration string

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "embedding:", err)
		os.Exit(1)
	}
}

func run() error {
	var d encoder.Description
	flag.StringVar(&d.Name, "name", "", "what the model is called")
	flag.StringVar(&d.Origin, "origin", "", "where it comes from")
	flag.StringVar(&d.Licence, "licence", "", "under which licence")
	flag.StringVar(&d.Passage, "passage", "", "what a passage begins with")
	flag.StringVar(&d.Question, "question", "", "what a question begins with")
	with := flag.String("reader", "", "make a reader for the encoder with these weights")
	exact := flag.Bool("float", false, "keep the numbers as they are")
	narrow := flag.Bool("int4", false, "have the words in 4 bits")
	flag.IntVar(&d.Common, "common", 0, "have the words after so many in 2 bits: the vocabulary is to be sorted, the most probable first")
	centre := flag.Bool("centre", false, "subtract the mean of the vectors of the calibration texts from each")
	towards := flag.String("align", "", "align the vectors with those of the encoder with these weights, on the texts of the sets")
	flag.Parse()
	if flag.NArg() < 2 || d.Name == "" || flag.NArg() > 2 && *towards == "" {
		return fmt.Errorf("usage: embedding -name NAME [-origin …] [-licence …] [-passage …] [-question …] [-reader ENCODER] [-float] [-int4 [-common N]] [-centre] [-align ENCODER] MODEL_DIR FILE [SET …]")
	}
	if *with != "" {
		return writeReader(flag.Arg(0), flag.Arg(1), d.Transformer, *with, *exact)
	}
	if *narrow {
		d.Table = encoder.Int4
	}
	weights, err := readModel(flag.Arg(0), d)
	if err != nil {
		return err
	}
	texts := strings.Split(strings.TrimSpace(calibration), "\n")
	if *centre {
		if weights.Mean, err = meanVector(weights, texts); err != nil {
			return err
		}
	}
	if *towards != "" {
		if err := align(&weights, *towards, flag.Args()[2:]); err != nil {
			return err
		}
	}
	if *exact {
		return encoder.WriteFloat(flag.Arg(1), weights)
	}
	return encoder.WriteInt8(flag.Arg(1), weights, texts)
}
