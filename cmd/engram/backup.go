package main

import (
	"context"
	"errors"
	"os"

	"engram/internal/app"
	"engram/internal/config"
)

type backupCommand struct {
	config.Config `embed:""`

	File string `arg:"" name:"file" help:"The archive, such as engram.tar.zst; - writes it to the standard output."`
}

func (c *backupCommand) Run(ctx context.Context) error {
	if c.File == "-" {
		if info, err := os.Stdout.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return errors.New("a backup is not written to a terminal: name a file, or lead the output elsewhere")
		}
	}
	return app.Backup(ctx, c.Config, c.File, os.Stdout, os.Stderr)
}

type restoreCommand struct {
	DatabaseURL string `secret:"" env:"ENGRAM_DATABASE_URL" placeholder:"URL" help:"The Postgres whose dump was restored, if the backup is of an Engram on Postgres."`
	Identity    string `placeholder:"FILE" help:"Holds the secret key of age that opens an encrypted archive."`

	File string `arg:"" name:"file" help:"The archive; - reads it from the standard input."`
	Dir  string `arg:"" name:"dir" help:"The data directory to make, absent or empty."`
}

func (c *restoreCommand) Run(ctx context.Context) error {
	var identity []byte
	if c.Identity != "" {
		var err error
		if identity, err = os.ReadFile(c.Identity); err != nil {
			return err
		}
	}
	return app.Restore(ctx, app.Restoring{
		File: c.File, Dir: c.Dir, Identity: string(identity), OnPostgres: c.DatabaseURL != "",
	}, os.Stdin, os.Stderr)
}
