package app

import (
	"context"
	"fmt"
	"io"

	"engram/internal/bench"
)

// BenchOptions says what Bench measures and how it tells.
type BenchOptions struct {
	Rows  []string // empty: all
	Quick bool     // sizes so small that the figures mean nothing
	JSON  bool     // instead of a table
}

// Bench measures the speed of search and writes the table to out. What it is doing goes to progress.
func Bench(ctx context.Context, out, progress io.Writer, o BenchOptions) error {
	results, err := bench.Run(ctx, bench.Options{
		Rows: o.Rows, Quick: o.Quick,
		Progress: func(note string) { _, _ = fmt.Fprintln(progress, note) }, // for who waits; nobody may
	})
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	if o.JSON {
		return bench.PrintJSON(out, results)
	}
	return bench.Print(out, results)
}
