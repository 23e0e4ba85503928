package extract

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
)

const (
	maxMemoryPages = 2048 // of 64 KiB: what PDFium may use
	borrowTimeout  = time.Minute
)

// ServePDF is all that a child process does: it reads one PDF from stdin, writes frames to stdout, and returns. Its
// arguments are those that PDFReader appends to its command: a folder for the compiled reader, and how many pages and bytes
// of text to read. A PDF that can't be read is no error: a frame says so.
//
// PDFium runs as WebAssembly without any file, network or clock of the host. It is not loaded by anything else.
func ServePDF(stdin io.Reader, stdout io.Writer, args []string) error {
	limits, cacheDir, err := parseArgs(args)
	if err != nil {
		return err
	}
	pdf, err := loadPDFium(cacheDir)
	if err != nil {
		return fmt.Errorf("extract: load pdfium: %w", err)
	}
	c := &child{pdf: pdf, limits: limits, out: json.NewEncoder(stdout)}
	c.out.SetEscapeHTML(false)
	if err := c.out.Encode(frame{Ready: true}); err != nil {
		return err
	}
	return c.out.Encode(c.read(stdin))
}

type limits struct{ pages, text int }

func parseArgs(args []string) (l limits, cacheDir string, err error) {
	if len(args) != 3 {
		return l, "", fmt.Errorf("extract: %d arguments, want a folder and two limits", len(args))
	}
	pages, err1 := strconv.Atoi(args[1])
	text, err2 := strconv.Atoi(args[2])
	return limits{pages, text}, args[0], errors.Join(err1, err2)
}

func loadPDFium(cacheDir string) (pdfium.Pdfium, error) {
	runtime := wazero.NewRuntimeConfig().WithMemoryLimitPages(maxMemoryPages)
	if cache, err := compilationCache(cacheDir); err == nil {
		runtime = runtime.WithCompilationCache(cache)
	}
	pool, err := webassembly.Init(webassembly.Config{
		MaxIdle: 1, MaxTotal: 1,
		RuntimeConfig: runtime,
		FSConfig:      wazero.NewFSConfig(), // nothing is mounted
		Stdout:        io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return nil, err
	}
	return pool.GetInstance(borrowTimeout)
}

var errNoCache = errors.New("extract: no folder for a cache")

func compilationCache(dir string) (wazero.CompilationCache, error) {
	if dir == "" {
		return nil, errNoCache
	}
	return wazero.NewCompilationCacheWithDir(dir)
}

// child reads one PDF.
type child struct {
	pdf    pdfium.Pdfium
	doc    references.FPDF_DOCUMENT
	limits limits
	out    *json.Encoder
}

// read writes what there is to say about the PDF and returns the last frame.
func (c *child) read(stdin io.Reader) frame {
	open, err := openRequest(stdin)
	if err != nil {
		return frame{Failure: failureDamaged}
	}
	opened, err := c.pdf.OpenDocument(open)
	if err != nil {
		return frame{Failure: failureOf(err)}
	}
	c.doc = opened.Document
	count, err := c.pdf.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: c.doc})
	if err != nil || count.PageCount == 0 {
		return frame{Failure: failureDamaged}
	}
	_ = c.out.Encode(frame{About: &about{Title: c.property("Title"), Author: c.property("Author"), Pages: count.PageCount}}) // the next one tells
	c.readPages(count.PageCount)
	return frame{Done: true}
}

// openRequest lets PDFium seek in stdin when that is a file, so that the PDF need not fit into its memory.
func openRequest(stdin io.Reader) (*requests.OpenDocument, error) {
	if f, ok := stdin.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return &requests.OpenDocument{FileReader: f, FileReaderSize: info.Size()}, nil
		}
	}
	all, err := io.ReadAll(bufio.NewReader(stdin))
	return &requests.OpenDocument{File: &all}, err
}

func failureOf(err error) pdfFailure {
	if errors.Is(err, pdferrors.ErrPassword) || errors.Is(err, pdferrors.ErrSecurity) {
		return failurePassword
	}
	return failureDamaged
}

const maxProperty = 4 << 10 // bytes

func (c *child) property(tag string) string {
	got, err := c.pdf.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: c.doc, Tag: tag})
	if err != nil {
		return ""
	}
	return got.Value[:min(len(got.Value), maxProperty)]
}

// readPages says the text of each page until a limit is met. A page that can't be read is left out.
func (c *child) readPages(count int) {
	left := c.limits.text
	for i := range min(count, c.limits.pages) {
		text := c.pageText(i)
		if len(text) > left {
			text = strings.ToValidUTF8(text[:left], "")
		}
		if left -= len(text); text != "" {
			if c.out.Encode(frame{Page: &pageText{Number: i + 1, Text: text}}) != nil {
				return
			}
		}
		if left <= 0 {
			return
		}
	}
}

func (c *child) pageText(index int) string {
	page, err := c.pdf.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: c.doc, Index: index})
	if err != nil {
		return ""
	}
	defer c.pdf.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: page.Page})
	text, err := c.pdf.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: requests.Page{ByReference: &page.Page}})
	if err != nil {
		return ""
	}
	defer c.pdf.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text.TextPage})
	return layOut(c.lines(text.TextPage))
}

// lines reads a page's characters in reading order, with the height of each line on the page.
func (c *child) lines(page references.FPDF_TEXTPAGE) []line {
	count, err := c.pdf.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: page})
	if err != nil {
		return nil
	}
	var b lineBuilder
	for i := range min(count.Count, c.limits.text) {
		char, err := c.pdf.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: page, Index: i})
		if err != nil {
			break
		}
		if b.add(rune(uint32(char.Unicode))) {
			if at, err := c.pdf.FPDFText_GetCharOrigin(&requests.FPDFText_GetCharOrigin{TextPage: page, Index: i}); err == nil {
				b.at(at.Y)
			}
		}
	}
	return b.end()
}
