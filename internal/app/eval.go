package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"engram/internal/config"
	"engram/internal/eval"
)

// EvalOptions says what Eval measures and how it tells.
type EvalOptions struct {
	Dirs []string // each a retrieval set, or a folder of sets that are measured together
	JSON bool     // instead of a table
}

// Eval measures how well questions find what answers them, as the product finds it: every set is saved by a user of its
// own in an embedded database that is removed at the end. Of the settings, those of the models hold. The result goes to
// out.
func Eval(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer, o EvalOptions) error {
	reports, err := measure(ctx, cfg, log, o.Dirs)
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if o.JSON {
		return eval.WriteJSON(out, reports)
	}
	return eval.WriteTable(out, reports)
}

func measure(ctx context.Context, cfg config.Config, log *slog.Logger, dirs []string) (reports []*eval.Report, err error) {
	all, err := readSets(dirs)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "engram-eval-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	a := newApp(log) // the parts of one, without a server
	defer func() { err = errors.Join(err, a.Close()) }()
	library, err := a.openLibrary(ctx, cfg, dir)
	if err != nil {
		return nil, err
	}
	rankers := library.rankers()
	for _, sets := range all {
		report, err := eval.Run(ctx, sets, library, rankers)
		if err != nil {
			return nil, err
		}
		reports = append(reports, report)
	}
	return reports, nil
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
