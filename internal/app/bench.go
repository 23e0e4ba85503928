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
type BenchOptions = bench.Options

// Bench measures the speed of search, or simulates how many users are served, and writes a table to out. What it is doing goes to progress.
func Bench(ctx context.Context, out, progress io.Writer, o BenchOptions) error {
	o.Program = startForBench
	o.Progress = func(note string) { _, _ = fmt.Fprintln(progress, note) } // a failed write harms no measurement
	if err := bench.Report(ctx, out, o); err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	return nil
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
