package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"engram/internal/capture/ocr"
	"engram/internal/capture/pdf"
	"engram/internal/config"
	"engram/internal/facsimile/render"
)

// The first argument of a child that draws pages, and of one that recognises a picture.
const (
	drawing     = "draw"
	recognising = "recognise"
)

func pdfiumDir(cfg config.Config) string { return filepath.Join(cfg.CacheDir(), "pdfium") }

// newRenderer returns what draws the pages of PDFs.
func (a *App) newRenderer(cfg config.Config, readPDF []string) (*render.Renderer, error) {
	renderer, err := render.New(render.Config{Command: slices.Concat(readPDF, []string{drawing}), CacheDir: pdfiumDir(cfg)})
	if err == nil {
		a.onClose(func(context.Context) error { return renderer.Close() })
	}
	return renderer, err
}

// newRecogniser returns what recognises scans; nil if none are to be.
func (a *App) newRecogniser(cfg config.Config, readPDF []string) (*ocr.Recogniser, error) {
	languages := cfg.OCRLanguages()
	if len(languages) == 0 {
		return nil, nil
	}
	recogniser, err := ocr.NewRecogniser(ocr.Config{
		Command: slices.Concat(readPDF, []string{recognising}), CacheDir: filepath.Join(cfg.CacheDir(), "tesseract"),
		ModelDir: cfg.OCRModels, Languages: languages,
	})
	if err != nil {
		return nil, fmt.Errorf("ENGRAM_OCR: %w", err)
	}
	a.onClose(func(context.Context) error { recogniser.Close(); return nil })
	return recogniser, nil
}

// ReadPDFCommand is the child process that reads and draws PDFs: this very program, which then calls ReadPDF.
func ReadPDFCommand() ([]string, error) {
	self, err := os.Executable()
	return []string{self, "read-pdf"}, err
}

// ReadPDF is all that such a child does: it reads, draws or recognises what comes from in, and writes what it says to out.
func ReadPDF(in io.Reader, out io.Writer, args []string) error {
	switch {
	case len(args) > 0 && args[0] == drawing:
		return render.Serve(in, out, args[1:])
	case len(args) > 0 && args[0] == recognising:
		return ocr.Serve(in, out, args[1:])
	}
	return pdf.Serve(in, out, args)
}
