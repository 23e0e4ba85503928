package main

import (
	"context"
	"errors"
	"fmt"
	stdlog "log"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"engram/internal/app"
	"engram/internal/app/child"
	"engram/internal/config"
	"engram/internal/version"
)

type serveCommand struct {
	config.Config `embed:""`
}

// gcPercent is the growth of the heap between two collections, unless GOGC sets one: on a small server memory is
// scarcer than the processor's time.
const gcPercent = 75

func (c *serveCommand) Run(ctx context.Context) error {
	started := time.Now()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	handler := logHandler(c.Config)
	log := slog.New(handler)
	stdlog.SetOutput(slog.NewLogLogger(handler, slog.LevelDebug).Writer()) // the HTTP library's messages about clients
	readPDF, err := child.Command()
	if err != nil {
		return err
	}
	for {
		engram, err := app.Start(ctx, c.Config, log, readPDF)
		if err != nil {
			return err
		}
		log.Info("Engram is ready", "url", engram.URL(), "took", time.Since(started).Round(time.Millisecond))
		if err := engram.Run(ctx); !errors.Is(err, app.ErrRestart) {
			return err
		}
		started = time.Now()
	}
}

// logHandler returns the handler for the log settings, writing to standard error.
func logHandler(cfg config.Config) slog.Handler {
	var level slog.Level
	_ = level.UnmarshalText([]byte(cfg.LogLevel)) // validated before
	options := &slog.HandlerOptions{Level: level}
	if cfg.LogFormat == "json" {
		return slog.NewJSONHandler(os.Stderr, options)
	}
	return slog.NewTextHandler(os.Stderr, options)
}

type checkCommand struct {
	config.Config `embed:""`

	DryRun bool `help:"Only look: repair nothing."`
}

func (c *checkCommand) Run(ctx context.Context) error {
	log := slog.New(logHandler(c.Config))
	return app.Check(ctx, c.Config, log, os.Stdout, c.DryRun)
}

type healthcheckCommand struct {
	config.Config `embed:""`
}

func (c *healthcheckCommand) Run(ctx context.Context) error { return app.Healthcheck(ctx, c.Config) }

type doctorCommand struct {
	config.Config `embed:""`
}

func (c *doctorCommand) Run(ctx context.Context) error { return app.Doctor(ctx, c.Config, os.Stdout) }

type benchCommand struct {
	Rows     []string `help:"Measure these rows alone: memory, hybrid, words, scan, growth, neighbours, start, indexing, encoding, answer, capture."`
	Users    []int    `placeholder:"N" help:"Instead of measuring, simulate how the caches of several nodes serve this number of users, or several, with a proxy that sends each user to one node and with one that does not."`
	Passages int      `default:"1000" help:"With --users: passages that each of them has."`
	Nodes    int      `default:"3" help:"With --users: nodes."`
	Memory   int      `default:"8192" placeholder:"MB" help:"With --users: memory of each node for files that were read."`
	Quick    bool     `help:"Use so little data that it takes a second and the figures mean nothing."`
	JSON     bool     `help:"Print JSON instead of a table."`
}

func (c *benchCommand) Run(ctx context.Context) error {
	o := app.BenchOptions{Rows: c.Rows, Users: c.Users, Quick: c.Quick, JSON: c.JSON}
	o.Fleet.Nodes, o.Fleet.Memory, o.Fleet.Index.Passages = c.Nodes, int64(c.Memory)<<20, c.Passages
	return app.Bench(ctx, os.Stdout, os.Stderr, o)
}

type evalCommand struct {
	config.Config `embed:""`

	Dirs    []string `arg:"" name:"dir" help:"A retrieval set in the layout of BEIR, or a folder of sets, each one person's, that are measured together."`
	In      string   `help:"A Postgres without accounts, to measure in instead of SQLite." placeholder:"postgres://…"`
	Answers bool     `help:"Measure how well questions are answered, and refused where nothing answers them, also with the model of ENGRAM_CHAT_MODEL where it is set; fail under the floors."`
	Related bool     `help:"Measure what is shown as related to each memory, with the sets of a folder in one library."`
	JSON    bool     `help:"Print JSON instead of a table."`
}

func (c *evalCommand) Run(ctx context.Context) error {
	log := slog.New(logHandler(c.Config))
	return app.Eval(ctx, c.Config, log, os.Stdout, app.EvalOptions{Dirs: c.Dirs, Database: c.In, Answers: c.Answers, Related: c.Related, JSON: c.JSON})
}

type openAPICommand struct{}

func (openAPICommand) Run() error {
	_, err := os.Stdout.Write(app.OpenAPI())
	return err
}

type versionCommand struct{}

// Run prints the release, or the version that Go derives from the repository, with commit and date
// if known.
func (versionCommand) Run() error {
	_, err := fmt.Println("engram " + version.Full())
	return err
}

// readPDFCommand is the child process for each PDF, which contains the damage of a hostile file.
type readPDFCommand struct {
	Args []string `arg:"" optional:""`
}

func (c *readPDFCommand) Run() error { return child.Serve(os.Stdin, os.Stdout, c.Args) }
