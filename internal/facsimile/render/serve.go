package render

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"engram/internal/facsimile"
	"engram/internal/pdfium"
	"engram/internal/sandbox"
)

// requestsFile is the file descriptor from which the child reads requests.
const requestsFile = 3

// childCPU is the CPU time of a child, for one whose parent can't kill it.
const childCPU = 10 * time.Minute

// Serve is the child process: it opens the PDF on stdin, reads requests from file descriptor 3,
// writes answers to stdout, and returns when there are no more. Renderer appends its argument, the
// cache folder. Before it sees the PDF it enters the sandbox.
func Serve(stdin io.Reader, stdout io.Writer, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("render: %d arguments, want a folder", len(args))
	}
	pdf, err := pdfium.Load(args[0])
	if err != nil {
		return fmt.Errorf("render: load pdfium: %w", err)
	}
	syscall.CloseOnExec(requestsFile) // the sandbox closes what is inherited without this
	asked := os.NewFile(requestsFile, "requests")
	if err := sandbox.Enter(sandbox.Limits{Memory: pdfium.ChildMemory, CPU: childCPU}); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	c := &child{pdf: pdf, out: bufio.NewWriter(stdout)}
	if err := c.send(answer{Loaded: true}); err != nil {
		return err
	}
	if err := c.open(stdin); err != nil {
		return c.send(answer{Failure: failureOf(err)})
	}
	if err := c.send(answer{}); err != nil {
		return err
	}
	return c.serve(json.NewDecoder(asked))
}

// child draws one PDF.
type child struct {
	pdf   gopdfium.Pdfium
	doc   references.FPDF_DOCUMENT
	count int
	out   *bufio.Writer
}

func (c *child) open(stdin io.Reader) error {
	file, err := pdfium.OpenRequest(stdin)
	if err != nil {
		return err
	}
	opened, err := c.pdf.OpenDocument(file)
	if err != nil {
		return err
	}
	c.doc = opened.Document
	count, err := c.pdf.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: c.doc})
	if err != nil {
		return err
	}
	if c.count = min(count.PageCount, facsimile.MaxPages); c.count == 0 {
		return errNoPages
	}
	return nil
}

var errNoPages = errors.New("render: the PDF has no pages")

func failureOf(err error) failure {
	if pdfium.IsLocked(err) {
		return locked
	}
	return damaged
}

// serve answers requests until they end.
func (c *child) serve(asked *json.Decoder) error {
	for {
		var r request
		if err := asked.Decode(&r); err != nil {
			return nil // the parent has gone
		}
		if err := c.answer(r); err != nil {
			return err
		}
	}
}

func (c *child) answer(r request) error {
	switch {
	case r.Page == 0:
		return c.send(answer{Sizes: c.sizes()})
	case r.Width == 0:
		words, err := c.words(r.Page - 1)
		if err != nil {
			return c.send(answer{Failure: damaged})
		}
		return c.send(answer{Words: words})
	}
	pixels := c.draw(r)
	if pixels == nil {
		return c.send(answer{Failure: damaged})
	}
	return c.send(answer{}, pixels...)
}

func (c *child) send(a answer, pixels ...byte) error {
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err1 := c.out.Write(append(line, '\n'))
	_, err2 := c.out.Write(pixels)
	return errors.Join(err1, err2, c.out.Flush())
}
