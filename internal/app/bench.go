package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"engram/internal/app/child"
	"engram/internal/config"
	"engram/internal/lab/bench"
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
		Rows: o.Rows, Quick: o.Quick, Program: startForBench,
		// a failed write harms no measurement
		Progress: func(note string) { _, _ = fmt.Fprintln(progress, note) },
	})
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	if o.JSON {
		return bench.PrintJSON(out, results)
	}
	return bench.Print(out, results)
}

// startForBench starts a program that has the usual settings and no limits, whatever the environment says.
func startForBench(ctx context.Context, dir string, allow ...string) (bench.Program, error) {
	cfg := config.Config{
		Addr: "127.0.0.1:0", DataDir: dir, MaxUploadMB: 25, FetchAllow: allow,
		TweetURL: "https://cdn.syndication.twimg.com", Encoder: config.EncoderOn, Reader: config.ReaderOn,
	}
	command, err := child.Command()
	if err != nil {
		return nil, err
	}
	return Start(ctx, cfg, slog.New(slog.DiscardHandler), command)
}
