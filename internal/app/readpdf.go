package app

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"

	"engram/internal/capture/pdf"
	"engram/internal/config"
	"engram/internal/facsimile"
	"engram/internal/facsimile/render"
)

// drawing is the first argument of a child that draws pages.
const drawing = "draw"

func pdfiumDir(cfg config.Config) string { return filepath.Join(cfg.CacheDir(), "pdfium") }

// newFacsimiles returns what shows the pages of PDFs.
func (a *App) newFacsimiles(cfg config.Config, readPDF []string, m members) (*facsimile.Service, error) {
	renderer, err := render.New(render.Config{Command: slices.Concat(readPDF, []string{drawing}), CacheDir: pdfiumDir(cfg)})
	if err != nil {
		return nil, err
	}
	a.onClose(func(context.Context) error { return renderer.Close() })
	return facsimile.New(m.uploads, m.links, renderer), nil
}

// ReadPDFCommand is the child process that reads and draws PDFs: this very program, which then calls ReadPDF.
func ReadPDFCommand() ([]string, error) {
	self, err := os.Executable()
	return []string{self, "read-pdf"}, err
}

// ReadPDF is all that such a child does: it reads or draws one PDF from in and writes what it says to out.
func ReadPDF(in io.Reader, out io.Writer, args []string) error {
	if len(args) > 0 && args[0] == drawing {
		return render.Serve(in, out, args[1:])
	}
	return pdf.Serve(in, out, args)
}
