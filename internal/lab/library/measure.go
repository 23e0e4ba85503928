package library

import (
	"context"
	"errors"
	"io"
	"slices"

	"engram/internal/lab/eval"
)

// Found measures what questions find, and writes JSON (wire) or a table.
func Found(ctx context.Context, out io.Writer, all []eval.Sets, l *Library, wire bool) error {
	var reports []*eval.Report
	for _, sets := range all {
		report, err := eval.Run(ctx, sets, l, l.Rankers())
		if err != nil {
			return err
		}
		reports = append(reports, report)
	}
	if wire {
		return eval.WriteJSON(out, reports)
	}
	return eval.WriteTable(out, reports)
}

// ErrFloor says that answers are not as good as they must be; which, the table tells.
var ErrFloor = errors.New("answers are under the floor")

// Answered measures how questions are answered, and writes JSON (wire) or a table.
func Answered(ctx context.Context, out io.Writer, all []eval.Sets, l *Library, wire bool) error {
	var reports []*eval.AnswerReport
	missed := false
	for _, sets := range all {
		ways, err := eval.RunAnswers(ctx, sets, l, l.Finder(), l.Ways()...)
		if err != nil {
			return err
		}
		reports = append(reports, ways...)
		missed = missed || slices.ContainsFunc(ways, func(r *eval.AnswerReport) bool { return len(r.Missed()) > 0 })
	}
	write := eval.WriteAnswers
	if wire {
		write = eval.WriteAnswersJSON
	}
	if err := write(out, reports); err != nil {
		return err
	}
	if missed {
		return ErrFloor
	}
	return nil
}

// Neighbours measures what is shown as related, and writes JSON (wire) or a table.
func Neighbours(ctx context.Context, out io.Writer, all []eval.Sets, l *Library, wire bool) error {
	var relations []*eval.Relations
	for _, sets := range all {
		r, err := eval.RunRelated(ctx, sets, l)
		if err != nil {
			return err
		}
		relations = append(relations, r)
	}
	if wire {
		return eval.WriteRelationsJSON(out, relations)
	}
	return eval.WriteRelations(out, relations)
}
