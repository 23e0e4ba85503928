package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"engram/internal/capture"
	"engram/internal/memory"
	"engram/internal/pdfium"
	"engram/internal/sandbox"
)

const (
	// startCPU is the limit until the child is ready: compiling PDFium for the first time takes
	// seconds.
	startCPU = time.Minute
	// pictureCPU is the limit for the picture.
	pictureCPU = 3 * time.Second
	// drainTimeout is the maximum wait for output after a child's death.
	drainTimeout = time.Second
	maxStderr    = 2 << 10
)

// run starts a child on file and reads its frames until it ends or is killed.
func (p *Reader) run(ctx context.Context, file *os.File, from memory.Bookmark) (*reading, error) {
	// Pdeathsig is tied to the parent's thread, not its process: keep that thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	running, kill := context.WithCancel(ctx)
	defer kill()
	cmd, stderr := p.command(running, file, from)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	got := &reading{maxPages: p.cfg.MaxPages}
	got.at.Store(int64(from.Page))
	watched := p.watch(got, cmd.Process.Pid, kill)
	got.listen(io.LimitReader(stdout, p.maxOutput()))
	kill() // it has said its last, or enough
	watched()
	got.died = cmd.Wait()
	got.spent = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	switch {
	case got.done, got.failure != "", got.spun.Load(), got.slept.Load():
		return got, nil
	case ctx.Err() != nil && (!got.ready || !errors.Is(ctx.Err(), context.DeadlineExceeded)):
		return nil, tooBusy(ctx)
	case !got.ready:
		return nil, fmt.Errorf("the child did not start: %w: %s", got.died, stderr.text)
	}
	got.late = ctx.Err() != nil
	return got, nil
}

// tooBusy returns a Busy for a child that was ended by its caller before it was ready: the machine
// is overloaded.
func tooBusy(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &capture.Busy{After: capture.SlotTimeout}
	}
	return context.Cause(ctx)
}

func (p *Reader) command(ctx context.Context, file *os.File, from memory.Bookmark) (*exec.Cmd, *head) {
	stderr := &head{limit: maxStderr}
	piece := limits{
		after: from.Page, pages: min(p.cfg.PiecePages, p.cfg.MaxPages-from.Page), text: p.cfg.MaxText - from.Bytes, time: p.cfg.PieceTime,
	}
	cmd := exec.CommandContext(ctx, p.cfg.Command[0], slices.Concat(p.cfg.Command[1:], piece.args(p.cfg.CacheDir))...)
	cmd.Stdin = file
	cmd.Stderr = stderr
	cmd.Env = pdfium.Environment()
	cmd.WaitDelay = drainTimeout
	sandbox.Confine(cmd)
	return cmd, stderr
}

// maxOutput is the limit of a child's output in bytes: text, its lines, JSON overhead and the
// picture.
func (p *Reader) maxOutput() int64 {
	return int64(3*p.cfg.MaxText + 128*p.cfg.MaxPages + 2*maxPicture)
}

// watchEvery is the interval of the watchdog.
const watchEvery = 50 * time.Millisecond

// idle is less CPU time than a working child uses within Stall, however busy the machine.
const idle = time.Millisecond

// watch kills a child that uses too much CPU time in one stage, or stalls. Wall time does not
// count, so a busy machine loses no text. end stops the watch.
func (p *Reader) watch(g *reading, pid int, kill func()) (end func()) {
	over, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		started := time.Now()
		at, since, worked, awake := int64(-1), time.Duration(0), time.Duration(0), started
		for {
			select {
			case <-over:
				return
			case <-tick.C:
			}
			used := p.meter(pid, started)
			if now := g.at.Load() + g.stage.Load()<<32; now != at {
				at, since, worked, awake = now, used, used, time.Now()
			}
			if used-worked > idle {
				worked, awake = used, time.Now()
			}
			g.onPage.Store(int64(used - since))
			switch {
			case used-since > p.share(g.stage.Load()):
				g.spun.Store(true)
				kill()
				return
			case time.Since(awake) > p.cfg.Stall:
				g.slept.Store(true)
				kill()
				return
			}
		}
	}()
	return func() { close(over); <-watched }
}

// share returns the CPU limit of a stage.
func (p *Reader) share(stage int64) time.Duration {
	switch stage {
	case starting:
		return startCPU
	case picturing:
		return min(pictureCPU, p.cfg.PageCPU)
	}
	return p.cfg.PageCPU
}

// head is a writer that keeps the beginning.
type head struct {
	limit int
	text  []byte
}

func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), h.limit-len(h.text))]...)
	return len(p), nil
}
