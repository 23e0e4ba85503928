package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const megabyte = 1 << 20

// TestMain makes this binary the process that is confined, or is not, and tries things.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "try" {
		if err := try(os.Args[2], os.Args[3] == "confined"); err != nil {
			fmt.Println("refused:", err)
			os.Exit(1)
		}
		fmt.Println("done")
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// attempts lists what the sandbox must prevent.
var attempts = map[string]func() error{
	"open a file":           func() error { _, err := os.ReadFile("/etc/passwd"); return err },
	"make a file":           func() error { return os.WriteFile(os.DevNull, nil, 0o600) },
	"list a folder":         func() error { _, err := os.ReadDir("/"); return err },
	"write to an open file": func() error { _, err := scratch.Write([]byte("x")); return err },
	"connect": func() error {
		c, err := net.Dial("udp", "127.0.0.1:9") // which sends nothing
		return errors.Join(err, closed(c))
	},
	"connect by a socket of its own": func() error {
		fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		return errors.Join(err, unix.Close(max(fd, 0)))
	},
	"start a program":  func() error { return exec.Command("/proc/self/exe", "-test.run=^$").Run() },
	"become a program": func() error { return syscall.Exec("/proc/self/exe", []string{"x", "-test.run=^$"}, nil) },
	"end its parent":   func() error { return syscall.Kill(os.Getppid(), 0) },
	"read its parent":  func() error { return unix.PtraceAttach(os.Getppid()) },
	"run what it wrote": func() error {
		_, err := unix.Mmap(-1, 0, os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC, unix.MAP_ANON|unix.MAP_PRIVATE)
		return err
	},
	"raise a limit": func() error { return unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Max: unix.RLIM_INFINITY}) },
	"take much memory": func() error {
		_, err := unix.Mmap(-1, 0, 600*megabyte, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
		return err
	},
	"open many pipes": func() error {
		for range 50 {
			if err := unix.Pipe2(make([]int, 2), unix.O_CLOEXEC); err != nil {
				return err
			}
		}
		return nil
	},
}

// scratch was opened before.
var scratch *os.File

func closed(c net.Conn) error {
	if c == nil {
		return nil
	}
	return c.Close()
}

func try(what string, confined bool) (err error) {
	if scratch, err = os.CreateTemp("", "sandbox-*"); err != nil {
		return nil // it would pass for a refusal
	}
	defer os.Remove(scratch.Name())
	if confined {
		if err := Enter(Limits{Memory: 512 * megabyte, CPU: 10 * time.Second}); err != nil {
			return fmt.Errorf("it is not confined: %w", err)
		}
	}
	if act, ok := attempts[what]; ok {
		done := make(chan error)
		go func() { done <- act() }() // on another thread, as may be
		return <-done
	}
	return nil
}

func TestEnter(t *testing.T) {
	if missing := Missing(); len(missing) > 0 {
		t.Skipf("this system lacks %v", missing)
	}
	for _, what := range slices.Sorted(maps.Keys(attempts)) {
		t.Run("a sandboxed process can't "+what, func(t *testing.T) {
			t.Parallel()
			if out, err := exec.Command("/proc/self/exe", "try", what, "confined").CombinedOutput(); err == nil || !bytes.HasPrefix(out, []byte("refused")) || bytes.Contains(out, []byte("not confined")) {
				t.Errorf("confined: %v: %s", err, out)
			}
			// which need rights that a test may lack
			if what == "read its parent" || what == "raise a limit" {
				return
			}
			if out, err := exec.Command("/proc/self/exe", "try", what, "free").CombinedOutput(); err != nil {
				t.Errorf("free: %v: %s", err, out)
			}
		})
	}
	t.Run("a sandboxed process can still use what it opened before", func(t *testing.T) {
		out, err := exec.Command("/proc/self/exe", "try", "nothing", "confined").CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != "done" {
			t.Errorf("%v: %s", err, out)
		}
	})
}

func TestClosesWhatWasInherited(t *testing.T) {
	fd, err := unix.Open("/etc/passwd", unix.O_RDONLY, 0) // with no mark, as what a parent leaves
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.Open("/etc/passwd")
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	if err := closeInherited(); err != nil {
		t.Fatal(err)
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); !errors.Is(err, unix.EBADF) {
		t.Errorf("what was left open: %v", err)
	}
	if _, err := own.Stat(); err != nil {
		t.Errorf("its own: %v", err)
	}
}
