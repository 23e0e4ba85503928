package app

import (
	"context"
	"time"

	"engram/internal/capture"
	"engram/internal/config"
	"engram/internal/importer"
	"engram/internal/importer/formats"
	"engram/internal/imports"
	importstore "engram/internal/store/imports"
)

// serverRunner names a server among the processes that work on imports: one runs on a database.
const serverRunner = "server"

// newImports returns the service, which works until the App is closed.
func (a *App) newImports(cfg config.Config, p parts) *imports.Service {
	service := imports.New(imports.Parts{
		Store: importstore.New(p.db, p.saved, p.queue), Blobs: p.blobs, Files: otherPrograms{}, Captures: p.captures, Queue: p.queue,
		Plans: cfg.Limits(), MaxBytes: cfg.MaxImportBytes(), MaxFile: cfg.MaxUploadBytes(),
		Runner: serverRunner, Changed: p.hub.Import, Log: a.log, Now: time.Now,
	})
	a.behind(service.Run)
	return service
}

var _ imports.Captures = (*capture.Service)(nil)

// otherPrograms reads the files of other programs.
type otherPrograms struct{}

// Detect implements imports.Files.
func (otherPrograms) Detect(ctx context.Context, src importer.Source) (importer.Format, error) {
	return formats.Detect(ctx, src)
}

// Read implements imports.Files.
func (otherPrograms) Read(ctx context.Context, src importer.Source, yield func(importer.Entry) error) error {
	_, err := formats.Read(ctx, src, yield)
	return err
}
