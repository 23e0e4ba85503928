package apptest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"engram/internal/app"
	"engram/internal/app/child"
	"engram/internal/config"
)

// serve runs this test's binary as a node in a process of its own: it reads settings and prints its address.
func serve() error {
	var cfg config.Config
	if err := json.NewDecoder(os.Stdin).Decode(&cfg); err != nil {
		return err
	}
	readPDF, err := child.Command()
	if err != nil {
		return err
	}
	a, err := app.Start(context.Background(), cfg, slog.New(slog.DiscardHandler), readPDF)
	if err != nil {
		return err
	}
	fmt.Println(a.URL())
	select {}
}

// process is a node in a process of its own.
type process struct {
	t   testing.TB
	url string // once it serves
	pid int
	in  io.Writer
	out io.Reader
}

// newProcess starts one that waits for its settings. It is killed when the test ends.
func newProcess(t testing.TB, attr *syscall.SysProcAttr) *process {
	t.Helper()
	run := exec.Command(os.Args[0], "serve-node")
	run.Stderr, run.SysProcAttr = os.Stderr, attr
	in, errIn := run.StdinPipe()
	out, errOut := run.StdoutPipe()
	if err := errors.Join(errIn, errOut); err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); errors.Is(err, os.ErrPermission) {
		t.Skipf("a process can't be started so here: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = run.Process.Kill() // it may have ended
		_ = run.Wait()
	})
	return &process{t: t, pid: run.Process.Pid, in: in, out: out}
}

// serve has it serve by these settings.
func (p *process) serve(cfg config.Config) {
	p.t.Helper()
	if err := json.NewEncoder(p.in).Encode(cfg); err != nil {
		p.t.Fatal(err)
	}
	line, err := bufio.NewReader(p.out).ReadString('\n')
	if err != nil {
		p.t.Fatalf("it did not start: %v", err)
	}
	p.url = strings.TrimSpace(line)
}

// cpu returns the CPU time that a process has used, to a hundredth of a second, with that of its children that ended.
func cpu(t testing.TB, pid int) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	var ticks int
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// postgresCPU returns the CPU time that the tests' Postgres has used.
func postgresCPU(t testing.TB) (sum time.Duration) {
	t.Helper()
	for _, server := range children(t, os.Getpid()) {
		if name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", server)); err != nil || strings.TrimSpace(string(name)) != "postgres" {
			continue
		}
		for _, pid := range append(children(t, server), server) {
			sum += cpu(t, pid)
		}
	}
	return sum
}

// children returns the processes that a process has started, and that run.
func children(t testing.TB, pid int) (pids []int) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range threads {
		list, err := os.ReadFile(thread)
		if err != nil {
			continue // the thread has ended
		}
		for _, field := range strings.Fields(string(list)) {
			if child, err := strconv.Atoi(field); err == nil {
				pids = append(pids, child)
			}
		}
	}
	return pids
}
