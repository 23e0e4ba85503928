package pdf

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"engram/internal/pdfium"
	"engram/internal/sandbox"
)

// Serve is the child process: it reads one PDF from stdin, writes frames to stdout, and returns.
// Reader appends its arguments: the cache folder, the page to start after, and limits of pages,
// bytes of text and time. A PDF that can't be read is reported by a frame.
//
// PDFium runs as WebAssembly without access to files, network or clock. Before it sees the PDF the
// process enters the sandbox.
func Serve(stdin io.Reader, stdout io.Writer, args []string) error {
	limits, cacheDir, err := parseArgs(args)
	if err != nil {
		return err
	}
	pdf, err := pdfium.Load(cacheDir)
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

// limits bound the piece of a PDF to read: the page it starts after, and the maximum of pages,
// bytes of text and time. A page is always finished.
type limits struct {
	after, pages, text int
	time               time.Duration
}

// args is the inverse of parseArgs.
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

// child reads one PDF.
type child struct {
	pdf       gopdfium.Pdfium
	doc       references.FPDF_DOCUMENT
	limits    limits
	gapsLeft  int // text fragments that may still be searched for gaps
	looksLeft int // characters whose boxes may still be requested
	out       *json.Encoder
}

// read writes the frames of the PDF and returns the last one.
func (c *child) read(stdin io.Reader) frame {
	start := time.Now()
	open, err := pdfium.OpenRequest(stdin)
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
	c.send(frame{About: &about{
		Title: c.property("Title"), Author: c.property("Author"), Created: c.property("CreationDate"), Pages: count.PageCount,
	}})
	if !c.readPages(count.PageCount, start.Add(c.limits.time)) {
		return frame{Done: true}
	}
	c.send(frame{Read: true}) // rendering comes last: a page can be made such that it never ends
	if c.limits.after == 0 {
		if jpeg := c.picture(); jpeg != nil {
			c.send(frame{Picture: jpeg})
		}
	}
	return frame{Done: true}
}

// send writes a frame. An error is noticed with the last frame.
func (c *child) send(f frame) { _ = c.out.Encode(f) }

func failureOf(err error) pdfFailure {
	if pdfium.IsLocked(err) {
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

// pieceText is the approximate maximum text of a piece, in bytes: the parent keeps it in memory.
const pieceText = 4 << 20

// readPages sends the text of each page, also if it has none, until a limit is reached. A page over
// the limit of text starts the next piece, where it is truncated. It returns false if PDFium failed
// for good.
func (c *child) readPages(count int, until time.Time) bool {
	said := 0
	for n := 0; n < c.limits.pages && c.limits.after+n < count; n++ {
		// too few pages can't be compared
		if n > 0 && said >= pieceText || n >= minEdgePages && !time.Now().Before(until) {
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
		c.send(frame{Page: &page})
	}
	return true
}
