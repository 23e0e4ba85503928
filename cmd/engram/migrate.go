package main

import (
	"context"
	"log/slog"
	"os"

	"engram/internal/app"
	"engram/internal/app/migrate"
	"engram/internal/config"
)

type migrateCommand struct {
	config.Config `embed:""`

	To    string `placeholder:"URL|DIR" help:"postgres://… of an empty database, or a folder for SQLite, absent or empty: what the settings' Engram keeps is copied there. Without it the files alone are, by --blobs."`
	Blobs string `placeholder:"URL" help:"s3://KEY:SECRET@HOST/BUCKET for uploads and pictures, as ENGRAM_BLOB_URL has it. Without it they go to the folder, or with Postgres stay where they are."`
}

func (c *migrateCommand) Run(ctx context.Context) error {
	log := slog.New(logHandler(c.Config))
	return app.Migrate(ctx, migrate.Move{From: c.Config, To: c.To, Blobs: c.Blobs, Tell: os.Stderr}, log, os.Stdout)
}
