package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"time"

	"engram/internal/capture"
)

const (
	defaultPDFTimeout    = 10 * time.Second
	defaultPDFConcurrent = 2
	defaultMaxPages      = 2000
	defaultMaxText       = 5 << 20
	// maxPictureTime is how long the picture of the first page may take, out of the time for the whole PDF.
	maxPictureTime = 3 * time.Second
	// startTimeout is how long a child may take to be ready: seconds when it compiles the reader for the first time.
	startTimeout = time.Minute
	// drainTimeout is how long after a child's death its output is waited for.
	drainTimeout = time.Second
	maxStderr    = 2 << 10
)

// PDFConfig says how PDFs are read.
type PDFConfig struct {
	// Command starts a child that calls ServePDF, as in {"/usr/bin/engram", "read-pdf"}. CacheDir, MaxPages, MaxText and
	// the time for them are appended as its last four arguments.
	Command []string
	// CacheDir keeps the compiled reader between children: 0.15 s instead of 2 s for each. Empty means no cache.
	CacheDir string
	// Timeout is how long one PDF may take once its child is ready, at most three seconds or a third of it for the picture
	// of its first page. Zero means 10 s.
	Timeout time.Duration
	// Concurrent is how many children may run at once. Zero means 2.
	Concurrent int
	// MaxPages is how many pages are read. Zero means 2,000.
	MaxPages int
	// MaxText is how many bytes of text are read. Zero means 5 MB.
	MaxText int
	// Now is the time, by which a PDF's date is judged. Nil means time.Now.
	Now func() time.Time
}

// PDFReader reads PDFs, each in a child process of its own: what a hostile file does to its reader stays there. It is safe
// for concurrent use.
type PDFReader struct {
	cfg   PDFConfig
	slots slots
}

var _ capture.PDFReader = (*PDFReader)(nil)

// NewPDF returns a reader of PDFs. It starts no process.
func NewPDF(cfg PDFConfig) (*PDFReader, error) {
	if len(cfg.Command) == 0 {
		return nil, errors.New("extract: no command to read a PDF with")
	}
	orDefault(&cfg.Timeout, defaultPDFTimeout)
	orDefault(&cfg.Concurrent, defaultPDFConcurrent)
	orDefault(&cfg.MaxPages, defaultMaxPages)
	orDefault(&cfg.MaxText, defaultMaxText)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &PDFReader{cfg: cfg, slots: make(slots, cfg.Concurrent)}, nil
}

func orDefault[T int | time.Duration](v *T, d T) {
	if *v <= 0 {
		*v = d
	}
}

// pictureShare is how much of the time for a PDF its picture may take.
func pictureShare(timeout time.Duration) time.Duration { return min(maxPictureTime, timeout/3) }

// ReadPDF reads the text of r, a section for each page that has any, up to the limits of pages, text and time, and a
// picture of its first page; what was read until a limit was met is kept. A fault.Invalid says why nothing could be read.
// Beside the fault for a PDF without text stands a Document with what else is known. Too many at once are a capture.Busy. Any
// other error is that of r, of ctx or of starting the child.
func (p *PDFReader) ReadPDF(ctx context.Context, r io.Reader) (capture.Document, error) {
	giveBack, err := p.slots.take(ctx)
	if err != nil {
		return capture.Document{}, err
	}
	defer giveBack()
	file, err := spool(r)
	if err != nil {
		return capture.Document{}, fmt.Errorf("extract: keep pdf aside: %w", err)
	}
	defer file.Close()
	got, err := p.run(ctx, file)
	if err != nil {
		return capture.Document{}, fmt.Errorf("extract: read pdf: %w", err)
	}
	return got.document(p.cfg.Now())
}

// spool copies r to a file without a name, in which the child can seek: a PDF's table of contents is at its end.
func spool(r io.Reader) (_ *os.File, err error) {
	f, err := os.CreateTemp("", "engram-pdf-*")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err := os.Remove(f.Name()); err != nil {
		return nil, err
	}
	if _, err := io.Copy(f, r); err != nil {
		return nil, err
	}
	_, err = f.Seek(0, io.SeekStart)
	return f, err
}

// run starts a child on file and takes in what it says until it ends or has to.
func (p *PDFReader) run(ctx context.Context, file *os.File) (*reading, error) {
	// The child is to die with the thread that started it, as the kernel counts it: keep that thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	running, kill := context.WithCancel(ctx)
	defer kill()
	cmd, stderr := p.command(running, file)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	got := &reading{maxPages: p.cfg.MaxPages}
	got.listen(io.LimitReader(stdout, p.maxOutput()), p.cfg.Timeout, kill)
	kill() // it has said its last, or enough
	got.died = cmd.Wait()
	switch {
	case got.done, got.failure != "", got.slow.Load():
		return got, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case !got.ready:
		return nil, fmt.Errorf("the child did not start: %w: %s", got.died, stderr.text)
	}
	return got, nil
}

func (p *PDFReader) command(ctx context.Context, file *os.File) (*exec.Cmd, *head) {
	stderr := &head{limit: maxStderr}
	forText := limits{pages: p.cfg.MaxPages, text: p.cfg.MaxText, time: p.cfg.Timeout - pictureShare(p.cfg.Timeout)}
	cmd := exec.CommandContext(ctx, p.cfg.Command[0], slices.Concat(p.cfg.Command[1:], forText.args(p.cfg.CacheDir))...)
	cmd.Stdin = file
	cmd.Stderr = stderr
	cmd.Env = []string{"GOMAXPROCS=" + strconv.Itoa(childCores), "GOMEMLIMIT=256MiB"} // none of our secrets
	cmd.WaitDelay = drainTimeout
	confine(cmd)
	return cmd, stderr
}

// maxOutput is how many bytes of a child's output are read: its text, its frames, some escapes and the picture.
func (p *PDFReader) maxOutput() int64 {
	return int64(2*p.cfg.MaxText + 128*p.cfg.MaxPages + 2*maxPicture)
}

// head keeps the beginning of what is written to it.
type head struct {
	limit int
	text  []byte
}

func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), h.limit-len(h.text))]...)
	return len(p), nil
}
