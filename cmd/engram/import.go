package main

import (
	"context"
	"log/slog"
	"os"

	"engram/internal/app"
	"engram/internal/config"
)

type importCommand struct {
	config.Config `embed:""`

	User    string `required:"" placeholder:"NAME" help:"Whose memories they become."`
	Preview bool   `help:"Only say what the file holds."`
	File    string `arg:"" name:"file" help:"An export of another program as that made it, or a folder of notes."`
}

func (c *importCommand) Run(ctx context.Context) error {
	return app.Import(ctx, c.Config, slog.New(logHandler(c.Config)), app.Importing{User: c.User, File: c.File, Preview: c.Preview}, os.Stdout)
}
