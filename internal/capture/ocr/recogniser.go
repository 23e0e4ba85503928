package ocr

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bytes"

	"github.com/hashicorp/golang-lru/v2/expirable"

	"engram/internal/capture"
	"engram/internal/sandbox"
)

const (
	maxWaiting = 8                // images that wait for the child
	maxTime    = 10 * time.Minute // of a child: the machine may be busy, and it comes last
	retryAfter = 5 * time.Second
	kept       = 64 // results that no call has asked for yet
	keptFor    = 10 * time.Minute
	maxOutput  = 16 << 20 // bytes that a child may say
)

// Config configures a Recogniser.
type Config struct {
	// Command starts a child that calls Serve, whose arguments are appended.
	Command []string
	// CacheDir caches the compiled engine: a start takes 0.3 s instead of 5 s. Empty: nowhere.
	CacheDir string
	// ModelDir has models of languages as LANGUAGE.traineddata.
	ModelDir string
	// Languages are tried in order until a page is read well; "eng" is built in.
	Languages []string
}

// Recogniser recognises one image at a time, each in a child process of its own.
type Recogniser struct {
	cfg   Config
	child chan struct{} // semaphore
	stop  context.CancelFunc
	ctx   context.Context

	mu       sync.Mutex
	running  map[string]*task
	finished *expirable.LRU[string, result]
	done     sync.WaitGroup
}

type task struct{ done chan struct{} }

type result struct {
	page Page
	err  error
}

// NewRecogniser returns a Recogniser, or an error if the model of a language is not there. It starts
// no process. Close ends what is under way.
func NewRecogniser(cfg Config) (*Recogniser, error) {
	if len(cfg.Command) == 0 {
		return nil, errors.New("ocr: no command to recognise with")
	}
	for _, language := range cfg.Languages {
		if _, err := os.Stat(modelFile(cfg.ModelDir, language)); err != nil && language != English {
			return nil, fmt.Errorf("ocr: model of %s: %w", language, err)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	return &Recogniser{
		cfg: cfg, child: make(chan struct{}, 1), ctx: ctx, stop: stop,
		running: map[string]*task{}, finished: expirable.NewLRU[string, result](kept, nil, keptFor),
	}, nil
}

// Close ends children and waits for them.
func (r *Recogniser) Close() {
	r.stop()
	r.done.Wait()
}

// Recognise returns the text of a PNG or JPEG of dpi pixels an inch. It goes on after ctx
// ends: the same image asked for again finds the result. It returns a capture.Busy when ctx's
// deadline passes first or too many images wait, and an error for an image that can't be read.
func (r *Recogniser) Recognise(ctx context.Context, image []byte, dpi int) (Page, error) {
	key := fmt.Sprintf("%x %d", sha256.Sum256(image), dpi)
	t, found, err := r.begin(key, image, dpi)
	if err != nil || found.page.Width > 0 || found.err != nil {
		return found.page, errors.Join(err, found.err)
	}
	select {
	case <-t.done:
		return r.take(key)
	case <-ctx.Done():
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return Page{}, &capture.Busy{After: retryAfter}
	}
	return Page{}, ctx.Err()
}

// begin returns the finished result of an image, or the task that works on it.
func (r *Recogniser) begin(key string, image []byte, dpi int) (*task, result, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if found, ok := r.finished.Get(key); ok {
		return nil, found, nil
	}
	if t, ok := r.running[key]; ok {
		return t, result{}, nil
	}
	if len(r.running) > maxWaiting {
		return nil, result{}, &capture.Busy{After: retryAfter}
	}
	t := &task{done: make(chan struct{})}
	r.running[key] = t
	r.done.Go(func() { r.work(key, t, image, dpi) })
	return t, result{}, nil
}

func (r *Recogniser) work(key string, t *task, image []byte, dpi int) {
	defer close(t.done)
	var got result
	select {
	case r.child <- struct{}{}:
		got.page, got.err = r.run(image, dpi)
		<-r.child
	case <-r.ctx.Done():
		got.err = r.ctx.Err()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, key)
	r.finished.Add(key, got)
}

// take returns the result of a finished task.
func (r *Recogniser) take(key string) (Page, error) {
	got, ok := r.finished.Get(key)
	if !ok {
		return Page{}, &capture.Busy{After: retryAfter} // many others finished meanwhile
	}
	return got.page, got.err
}

// run recognises an image in a child process.
func (r *Recogniser) run(image []byte, dpi int) (page Page, err error) {
	runtime.LockOSThread() // the child dies with its parent's thread
	defer runtime.UnlockOSThread()
	ctx, cancel := context.WithTimeout(r.ctx, maxTime)
	defer cancel()
	args := slices.Concat(r.cfg.Command[1:], []string{r.cfg.CacheDir, r.cfg.ModelDir, strconv.Itoa(dpi)}, r.cfg.Languages)
	cmd := exec.CommandContext(ctx, r.cfg.Command[0], args...)
	cmd.Stdin = bytes.NewReader(image)
	var out, said limited
	out.left, said.left = maxOutput, 2<<10
	cmd.Stdout, cmd.Stderr = &out, &said
	cmd.Env = []string{"GOMAXPROCS=1", "GOMEMLIMIT=512MiB"} // no secrets of ours
	cmd.WaitDelay = time.Second
	sandbox.Confine(cmd)
	if err := cmd.Run(); err != nil {
		return page, fmt.Errorf("ocr: %w: %s", err, strings.TrimSpace(said.String()))
	}
	if err := json.Unmarshal(out.Bytes(), &page); err != nil {
		return page, fmt.Errorf("ocr: read what the child said: %w", err)
	}
	return page.Legible(), nil
}

// limited is a buffer that keeps the beginning.
type limited struct {
	bytes.Buffer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.left)
	l.left -= n
	l.Buffer.Write(p[:n])
	return len(p), nil
}
