// Package child is what this program does as a child process of itself: it reads and draws PDFs and recognises scans, whose
// engines may hang or need too much memory.
package child

import (
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

// Command returns the command line of the child that reads PDFs: this very program, which then calls Serve.
func Command() ([]string, error) {
	self, err := os.Executable()
	return []string{self, "read-pdf"}, err
}

// Serve reads, draws or recognises what comes from in, and writes the result to out.
func Serve(in io.Reader, out io.Writer, args []string) error {
	switch {
	case len(args) > 0 && args[0] == drawing:
		return render.Serve(in, out, args[1:])
	case len(args) > 0 && args[0] == recognising:
		return ocr.Serve(in, out, args[1:])
	}
	return pdf.Serve(in, out, args)
}

// PDFiumDir returns the folder of the compiled PDFium.
func PDFiumDir(cfg config.Config) string { return filepath.Join(cfg.CacheDir(), "pdfium") }

// NewRenderer returns what draws the pages of PDFs. The caller closes it.
func NewRenderer(cfg config.Config, command []string) (*render.Renderer, error) {
	return render.New(render.Config{Command: slices.Concat(command, []string{drawing}), CacheDir: PDFiumDir(cfg)})
}

// NewRecogniser returns what recognises scans; nil if none are to be. The caller closes it.
func NewRecogniser(cfg config.Config, command []string) (*ocr.Recogniser, error) {
	languages := cfg.OCRLanguages()
	if len(languages) == 0 {
		return nil, nil
	}
	recogniser, err := ocr.NewRecogniser(ocr.Config{
		Command: slices.Concat(command, []string{recognising}), CacheDir: filepath.Join(cfg.CacheDir(), "tesseract"),
		ModelDir: cfg.OCRModels, Languages: languages,
	})
	if err != nil {
		return nil, fmt.Errorf("ENGRAM_OCR: %w", err)
	}
	return recogniser, nil
}
