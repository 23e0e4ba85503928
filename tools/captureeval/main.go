// Command captureeval measures how well pages are read: their text, title, author, site and date, beside other readers.
//
// A corpus is a folder of pages, each a folder with source.html, the expected.html that is to be left of it, and
// expected-metadata.json; or, in place of these two, with labels.json, which tells parts of the text, and what is none. What another reader made of them comes as a file of JSON, one object for each page; readability
// is always asked.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	rivals := rivalFlag{}
	flag.Var(rivals, "rival", "`name=file` with what another reader made of the pages")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: captureeval [-rival name=file] corpus")
		os.Exit(2)
	}
	exitOn(run(context.Background(), flag.Arg(0), rivals))
}

func run(ctx context.Context, dir string, rivals map[string]string) error {
	pages, err := readCorpus(dir)
	if err != nil {
		return err
	}
	readers := []reader{{"engram", engram}, {"readability", plainReadability}}
	for name, file := range rivals {
		made, err := readReadings(file)
		if err != nil {
			return err
		}
		readers = append(readers, reader{name, func(_ context.Context, p page) (reading, error) { return made[p.name], nil }})
	}
	t, err := measure(ctx, pages, readers)
	if err != nil {
		return err
	}
	return t.print(os.Stdout)
}

// rivalFlag collects files by the name of their reader.
type rivalFlag map[string]string

func (f rivalFlag) String() string { return "" }

func (f rivalFlag) Set(s string) error {
	name, file, ok := strings.Cut(s, "=")
	if !ok {
		return fmt.Errorf("%q is no name=file", s)
	}
	f[name] = filepath.Clean(file)
	return nil
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "captureeval:", err)
		os.Exit(1)
	}
}
