package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"engram/internal/eval"
)

// EvalOptions says what Eval measures and how it tells.
type EvalOptions struct {
	Dirs []string // each a retrieval set, or a folder of sets that are measured together
	JSON bool     // instead of a table
}

// Eval measures how well questions find what answers them, as the product finds it: every set is saved by a user of its
// own in an embedded database that is removed at the end. The result goes to out.
func Eval(ctx context.Context, out io.Writer, o EvalOptions) (err error) {
	measured, err := readSets(o.Dirs)
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	dir, err := os.MkdirTemp("", "engram-eval-")
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	library, err := openLibrary(ctx, dir)
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	defer func() { err = errors.Join(err, library.close()) }()
	var reports []*eval.Report
	for _, sets := range measured {
		report, err := eval.Run(ctx, sets, library, library.words)
		if err != nil {
			return fmt.Errorf("eval: %w", err)
		}
		reports = append(reports, report)
	}
	if o.JSON {
		return eval.WriteJSON(out, reports)
	}
	return eval.WriteTable(out, reports)
}

// readSets reads all there is before anything is measured, so that bad input is told at once.
func readSets(dirs []string) ([]eval.Sets, error) {
	var all []eval.Sets
	for _, dir := range dirs {
		sets, err := eval.ReadSets(dir)
		if err != nil {
			return nil, err
		}
		all = append(all, sets)
	}
	return all, nil
}
