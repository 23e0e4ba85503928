package render

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"engram/internal/facsimile"
	"engram/internal/pdfium"
	"engram/internal/sandbox"
)

const (
	startTimeout = time.Minute // compiling PDFium for the first time takes seconds
	maxLine      = 16 << 20    // bytes of an answer without its pixels
	leaveAfter   = time.Second // a page that no one waits for is still finished within this, for the cache
	watchEvery   = 50 * time.Millisecond
	drainTimeout = time.Second
)

// process is a child that has one PDF open.
type process struct {
	renderer *Renderer
	document string // its ID
	started  time.Time
	pid      int
	requests *os.File
	answers  *bufio.Reader
	kill     context.CancelFunc
	dead     chan struct{} // closed once it has ended
	expiry   *time.Timer   // while it is idle
	uses     int
}

// start starts a child on a PDF and waits until it is open.
func (r *Renderer) start(ctx context.Context, doc facsimile.Document) (*process, error) {
	content, err := doc.Open(ctx)
	if err != nil {
		return nil, err
	}
	file, err := pdfium.Spool(content)
	content.Close()
	if err != nil {
		return nil, fmt.Errorf("render: keep pdf aside: %w", err)
	}
	defer file.Close()
	p := &process{renderer: r, document: doc.ID, started: time.Now(), dead: make(chan struct{})}
	if err := p.run(file); err != nil {
		return nil, fmt.Errorf("render: start a child: %w", err)
	}
	if err := p.open(ctx); err != nil {
		p.end()
		return nil, err
	}
	return p, nil
}

// open waits until PDFium is loaded, and then until the PDF is open.
func (p *process) open(ctx context.Context) error {
	limits := p.renderer.cfg
	limits.PageCPU, limits.Stall = startTimeout, startTimeout
	switch got, err := p.await(ctx, limits, 0); {
	case errors.Is(err, facsimile.ErrDamaged):
		return errors.New("render: the child did not start: " + err.Error()) // not the PDF's fault
	case err != nil:
		return err
	case !got.answer.Loaded:
		return errors.New("render: the child did not start")
	}
	got, err := p.await(ctx, p.renderer.cfg, 0)
	if err != nil {
		return err
	}
	return got.answer.Failure.err()
}

// run starts the process. Its thread is kept until the end: the child would die with it.
func (p *process) run(file *os.File) error {
	ctx, kill := context.WithCancel(context.Background())
	p.kill = kill
	asked, requests, err := os.Pipe()
	if err != nil {
		return err
	}
	answers, said, err := os.Pipe()
	if err != nil {
		return errors.Join(err, asked.Close(), requests.Close())
	}
	cfg := p.renderer.cfg
	cmd := exec.CommandContext(ctx, cfg.Command[0], slices.Concat(cfg.Command[1:], []string{cfg.CacheDir})...)
	cmd.Stdin, cmd.Stdout, cmd.ExtraFiles = file, said, []*os.File{asked}
	cmd.Env, cmd.WaitDelay = pdfium.Environment(), drainTimeout
	sandbox.Confine(cmd)
	begun := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer kill()
		err := cmd.Start()
		asked.Close()
		said.Close()
		begun <- err
		if err == nil {
			_ = cmd.Wait()
		}
		close(p.dead)
	}()
	if err := <-begun; err != nil {
		return errors.Join(err, requests.Close(), answers.Close())
	}
	p.pid, p.requests, p.answers = cmd.Process.Pid, requests, bufio.NewReaderSize(answers, 64<<10)
	go func() {
		<-p.dead
		requests.Close()
		time.AfterFunc(defaultStall, func() { answers.Close() }) // what it said before it died is still read
	}()
	return nil
}

func (p *process) alive() bool {
	select {
	case <-p.dead:
		return false
	default:
		return true
	}
}

// end kills the child and waits for its death.
func (p *process) end() {
	p.kill()
	<-p.dead
}

// ask sends a request and returns the answer. It returns facsimile.ErrDamaged if the child failed,
// died, spoke nonsense, or took too long. After any error it must be ended.
func (p *process) ask(ctx context.Context, what request) (answer, []byte, error) {
	line, err := json.Marshal(what)
	if err != nil {
		return answer{}, nil, err
	}
	if _, err := p.requests.Write(append(line, '\n')); err != nil {
		return answer{}, nil, fmt.Errorf("%w: %w", facsimile.ErrDamaged, err)
	}
	got, err := p.await(ctx, p.renderer.cfg, what.pixels())
	if err != nil {
		return answer{}, nil, err
	}
	return got.answer, got.pixels, got.answer.Failure.err()
}

type reply struct {
	answer answer
	pixels []byte
	err    error
}

// await reads an answer with its pixels, within the limits. A caller that leaves makes it hurry.
func (p *process) await(ctx context.Context, limits Config, pixels int) (reply, error) {
	answered := make(chan reply, 1)
	go func() { answered <- read(p.answers, pixels) }()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	begun, used := time.Now(), p.renderer.meter(p.pid, p.started)
	var left time.Time
	for {
		select {
		case got := <-answered:
			if got.err != nil {
				return got, fmt.Errorf("%w: %w", facsimile.ErrDamaged, got.err)
			}
			return got, nil
		case <-tick.C:
		}
		if ctx.Err() != nil && left.IsZero() {
			left = time.Now()
		}
		switch {
		case !left.IsZero() && time.Since(left) > leaveAfter:
			return reply{}, context.Cause(ctx)
		case p.renderer.meter(p.pid, p.started)-used > limits.PageCPU, time.Since(begun) > limits.Stall:
			return reply{}, fmt.Errorf("%w: it took too long", facsimile.ErrDamaged)
		}
	}
}

// read reads an answer and, if it is no failure, the pixels.
func read(from *bufio.Reader, pixels int) (got reply) {
	line, err := readLine(from)
	if err == nil {
		err = json.Unmarshal(line, &got.answer)
	}
	if err == nil && pixels > 0 && got.answer.Failure == "" {
		got.pixels = make([]byte, pixels)
		_, err = io.ReadFull(from, got.pixels)
	}
	got.err = err
	return got
}

func readLine(from *bufio.Reader) (line []byte, err error) {
	for {
		part, err := from.ReadSlice('\n')
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
		if len(line) > maxLine {
			return nil, errors.New("render: the answer is too long")
		}
	}
}
