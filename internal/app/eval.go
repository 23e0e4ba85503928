package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"

	"engram/internal/config"
	"engram/internal/lab/eval"
)

// EvalOptions says what Eval measures and how it tells.
type EvalOptions struct {
	Dirs    []string // each a retrieval set, or a folder of sets that are measured together
	Answers bool     // measure what is answered, and not only what is found
	JSON    bool     // instead of a table
}

// Eval measures how well questions find what answers them, or how well they are answered, as the product does it: every set
// is saved by a user of its own in an embedded database that is removed at the end. Of the settings, those of the models
// hold. The result goes to out. Answers that are under a floor are an error.
func Eval(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer, o EvalOptions) error {
	measured := found
	if o.Answers {
		measured = answered
	}
	if err := inLibrary(ctx, cfg, log, o, out, measured); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	return nil
}

// inLibrary reads the sets and opens a library, to be measured.
func inLibrary(
	ctx context.Context, cfg config.Config, log *slog.Logger, o EvalOptions, out io.Writer,
	measured func(context.Context, io.Writer, EvalOptions, []eval.Sets, *library) error,
) (err error) {
	all, err := readSets(o.Dirs)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "engram-eval-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	a := newApp(log) // the parts of one, without a server
	defer func() { err = errors.Join(err, a.Close()) }()
	library, err := a.openLibrary(ctx, cfg, dir)
	if err != nil {
		return err
	}
	return measured(ctx, out, o, all, library)
}

// found measures what questions find.
func found(ctx context.Context, out io.Writer, o EvalOptions, all []eval.Sets, l *library) error {
	var reports []*eval.Report
	for _, sets := range all {
		report, err := eval.Run(ctx, sets, l, l.rankers())
		if err != nil {
			return err
		}
		reports = append(reports, report)
	}
	if o.JSON {
		return eval.WriteJSON(out, reports)
	}
	return eval.WriteTable(out, reports)
}

// errFloor says that answers are not as good as they must be; which, the table tells.
var errFloor = errors.New("answers are under the floor")

// answered measures how questions are answered.
func answered(ctx context.Context, out io.Writer, o EvalOptions, all []eval.Sets, l *library) error {
	var reports []*eval.AnswerReport
	missed := false
	for _, sets := range all {
		ways, err := eval.RunAnswers(ctx, sets, l, l.product(), l.ways()...)
		if err != nil {
			return err
		}
		reports = append(reports, ways...)
		missed = missed || slices.ContainsFunc(ways, func(r *eval.AnswerReport) bool { return len(r.Missed()) > 0 })
	}
	write := eval.WriteAnswers
	if o.JSON {
		write = eval.WriteAnswersJSON
	}
	if err := write(out, reports); err != nil {
		return err
	}
	if missed {
		return errFloor
	}
	return nil
}

// readSets reads all sets before anything is measured, so that bad input is reported at once.
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
