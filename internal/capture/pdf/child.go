package pdf

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

	"engram/internal/sandbox"
)

const (
	maxMemoryPages = 2048 // of 64 KiB: what PDFium may use
	borrowTimeout  = time.Minute
)

// Serve is all that a child process does: it reads one PDF from stdin, writes frames to stdout, and returns. Its
// arguments are those that Reader appends to its command: a folder for the compiled reader, after which page to begin, how
// many pages and bytes of text to read, and how long. A PDF that can't be read is no error: a frame says so.
//
// PDFium runs as WebAssembly without any file, network or clock of the host. It is not loaded by anything else. Before it sees
// the PDF, the process gives up whatever reading does not need.
func Serve(stdin io.Reader, stdout io.Writer, args []string) error {
	limits, cacheDir, err := parseArgs(args)
	if err != nil {
		return err
	}
	pdf, err := loadPDFium(cacheDir)
	if err != nil {
		return fmt.Errorf("pdf: load pdfium: %w", err)
	}
	if err := sandbox.Enter(sandboxed(limits)); err != nil {
		return fmt.Errorf("pdf: %w", err)
	}
	c := &child{pdf: pdf, limits: limits, gapsLeft: maxGapSearch, looksLeft: maxLooks, out: json.NewEncoder(stdout)}
	c.out.SetEscapeHTML(false)
	if err := c.out.Encode(frame{Ready: true}); err != nil {
		return err
	}
	return c.out.Encode(c.read(stdin))
}

// limits say which piece of a PDF is read: after which page it begins, of how many pages and bytes of text it is, and for how
// long it may be read; a page that is begun is read to its end.
type limits struct {
	after, pages, text int
	time               time.Duration
}

// args is what parseArgs reads.
func (l limits) args(cacheDir string) []string {
	return []string{cacheDir, strconv.Itoa(l.after), strconv.Itoa(l.pages), strconv.Itoa(l.text), l.time.String()}
}

func parseArgs(args []string) (l limits, cacheDir string, err error) {
	if len(args) != 5 {
		return l, "", fmt.Errorf("pdf: %d arguments, want a folder and four limits", len(args))
	}
	after, err1 := strconv.Atoi(args[1])
	pages, err2 := strconv.Atoi(args[2])
	text, err3 := strconv.Atoi(args[3])
	duration, err4 := time.ParseDuration(args[4])
	return limits{after, pages, text, duration}, args[0], errors.Join(err1, err2, err3, err4)
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

var errNoCache = errors.New("pdf: no folder for a cache")

func compilationCache(dir string) (wazero.CompilationCache, error) {
	if dir == "" {
		return nil, errNoCache
	}
	return wazero.NewCompilationCacheWithDir(dir)
}

// child reads one PDF.
type child struct {
	pdf       pdfium.Pdfium
	doc       references.FPDF_DOCUMENT
	limits    limits
	gapsLeft  int // how many more pieces of text may be looked at for gaps between them
	looksLeft int // how many more characters may be asked for their places
	out       *json.Encoder
}

// read writes what there is to say about the PDF and returns the last frame.
func (c *child) read(stdin io.Reader) frame {
	start := time.Now()
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
	c.say(frame{About: &about{
		Title: c.property("Title"), Author: c.property("Author"), Created: c.property("CreationDate"), Pages: count.PageCount,
	}})
	if !c.readPages(count.PageCount, start.Add(c.limits.time)) {
		return frame{Done: true}
	}
	c.say(frame{Read: true}) // rendering comes last: a page can be made such that it never ends
	if c.limits.after == 0 {
		if jpeg := c.picture(); jpeg != nil {
			c.say(frame{Picture: jpeg})
		}
	}
	return frame{Done: true}
}

// say writes a frame. That the parent does not listen any more is told by the last one.
func (c *child) say(f frame) { _ = c.out.Encode(f) }

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

// pieceText is about as many bytes of text as a piece has at most: the parent holds all of it.
const pieceText = 4 << 20

// readPages says the text of each page of the piece, also where there is none, until a limit is met. A page whose text goes
// beyond what is left of the whole begins a piece of its own, where it is cut. It returns false when PDFium broke at a page.
func (c *child) readPages(count int, until time.Time) bool {
	said := 0
	for n := 0; n < c.limits.pages && c.limits.after+n < count; n++ {
		if n > 0 && said >= pieceText || n >= minEdgePages && !time.Now().Before(until) { // few pages can't be compared
			break
		}
		number, left := c.limits.after+n+1, c.limits.text-said
		lines, err := c.pageLines(number - 1)
		if errors.Is(err, errBroken) {
			return false
		}
		page := pageOf(number, lines)
		page.Lost = err != nil
		text := page.whole()
		if len(text) > left {
			if n > 0 {
				break
			}
			text = strings.ToValidUTF8(text[:left], "")
			page = pageText{Number: page.Number, Title: page.Title, Text: text}
		}
		said += len(text)
		c.say(frame{Page: &page})
	}
	return true
}
