package ocr

import (
	"bytes"
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

	"github.com/hashicorp/golang-lru/v2/expirable"

	"engram/internal/capture"
	"engram/internal/fault"
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
	finished *expirable.LRU[string, *task]
	done     sync.WaitGroup
}

// task is an image under way. Its result is there when it is done.
type task struct {
	done   chan struct{}
	result result
}

type result struct {
	page Page
	err  error
}

// ErrRefused is wrapped by the error for an image that can't be recognised, now or later.
var ErrRefused = errors.New("ocr: the image can't be recognised")

// isFinal reports whether another attempt would lead to the same error.
func isFinal(err error) bool {
	return errors.Is(err, ErrRefused) || fault.KindOf(err) == fault.Invalid
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
		running: map[string]*task{}, finished: expirable.NewLRU[string, *task](kept, nil, keptFor),
	}, nil
}

// Close ends children and waits for them.
func (r *Recogniser) Close() {
	r.stop()
	r.done.Wait()
}

// Recognise returns the text of a PNG or JPEG of dpi pixels an inch. It goes on after ctx
// ends: the same image asked for again finds the result. It returns a capture.Busy when ctx's
// deadline passes first or too many images wait, an ErrRefused, or an error of the machine.
func (r *Recogniser) Recognise(ctx context.Context, image []byte, dpi int) (Page, error) {
	return r.RecogniseFrom(ctx, image, dpi, func(_ context.Context, image []byte) ([]byte, error) { return image, nil })
}

// Prepare makes the image to recognise of a file.
type Prepare func(ctx context.Context, file []byte) (image []byte, err error)

// RecogniseFrom is Recognise for a file of which the image is made when its turn has come. The
// errors of prepare are returned; a fault.Invalid is final.
func (r *Recogniser) RecogniseFrom(ctx context.Context, file []byte, dpi int, prepare Prepare) (Page, error) {
	key := fmt.Sprintf("%x %d", sha256.Sum256(file), dpi)
	t, err := r.begin(key, func() result {
		image, err := prepare(r.ctx, file)
		if err != nil {
			return result{err: err}
		}
		page, err := r.run(image, dpi)
		return result{page, err}
	})
	if err != nil {
		return Page{}, err
	}
	select {
	case <-t.done:
		return t.result.page, t.result.err
	case <-ctx.Done():
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return Page{}, &capture.Busy{After: retryAfter}
	}
	return Page{}, ctx.Err()
}

// begin returns the task of an image, which may be finished; a capture.Busy if too many wait.
func (r *Recogniser) begin(key string, do func() result) (*task, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if t, ok := r.finished.Get(key); ok {
		return t, nil
	}
	if t, ok := r.running[key]; ok {
		return t, nil
	}
	if len(r.running) > maxWaiting {
		return nil, &capture.Busy{After: retryAfter}
	}
	t := &task{done: make(chan struct{})}
	r.running[key] = t
	r.done.Go(func() { r.work(key, t, do) })
	return t, nil
}

func (r *Recogniser) work(key string, t *task, do func() result) {
	defer close(t.done)
	select {
	case r.child <- struct{}{}:
		t.result = do()
		<-r.child
	case <-r.ctx.Done():
	}
	if r.ctx.Err() != nil && t.result.page.Width == 0 {
		t.result.err = &capture.Busy{After: retryAfter} // the program stops
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, key)
	if err := t.result.err; err == nil || isFinal(err) {
		r.finished.Add(key, t)
	}
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
		err = fmt.Errorf("ocr: %w: %s", err, strings.TrimSpace(said.String()))
		if crashed(cmd.ProcessState) {
			err = fmt.Errorf("%w: %w", ErrRefused, err)
		}
		return page, err
	}
	var answer reply
	switch err := json.Unmarshal(out.Bytes(), &answer); {
	case err != nil:
		return page, fmt.Errorf("%w: read the child's output: %w", ErrRefused, err)
	case answer.Refused != "":
		return page, fmt.Errorf("%w: %s", ErrRefused, answer.Refused)
	}
	return answer.Legible(), nil
}

// crash is the exit status of a Go program that panics or has no memory left.
const crash = 2

// crashed reports whether a child ended because of its image: by a crash or at its limit of CPU
// time, not by a failed start or from outside.
func crashed(child *os.ProcessState) bool {
	return child != nil && (child.ExitCode() == crash || child.UserTime()+child.SystemTime() >= maxCPU)
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
