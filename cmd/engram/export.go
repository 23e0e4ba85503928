package main

import (
	"context"
	"errors"
	"os"

	"engram/internal/app"
	"engram/internal/config"
)

type exportCommand struct {
	config.Config `embed:""`

	User   string `required:"" placeholder:"NAME" help:"Whose memories."`
	Format string `default:"zip" enum:"zip,html,csv" help:"zip: everything; html: bookmarks; csv: a table."`
	File   string `arg:"" name:"file" help:"The archive, such as engram.zip; - writes it to the standard output."`
}

func (c *exportCommand) Run(ctx context.Context) error {
	if c.File == "-" {
		if info, err := os.Stdout.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return errors.New("an export is not written to a terminal: name a file, or lead the output elsewhere")
		}
	}
	return app.Export(ctx, c.Config, c.User, c.Format, c.File, os.Stdout, os.Stderr)
}
