package sandbox

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

// Missing names what Enter can't do on this system; empty if it can do all.
func Missing() []string {
	if !filters() {
		return []string{"a filter of system calls"}
	}
	return nil
}

func filters() bool {
	_, err := arch.GetInfo("")
	return err == nil && seccomp.Supported()
}

// closeInherited closes the files inherited from the parent except stdin, stdout and stderr. Go's
// own have the close-on-exec flag, which inherited files can't have.
func closeInherited() error {
	open, err := openFiles()
	if err != nil {
		return err
	}
	for _, fd := range open {
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if fd > 2 && err == nil && flags&unix.FD_CLOEXEC == 0 {
			_ = unix.Close(fd)
		}
	}
	return nil
}

func openFiles() (all []int, err error) {
	entries, err := os.ReadDir("/proc/self/fd")
	for _, entry := range entries {
		if fd, err := strconv.Atoi(entry.Name()); err == nil {
			all = append(all, fd)
		}
	}
	return all, err
}

// Enter drops the rights for good and for all threads. Open files stay open; no file, connection,
// program or process can be opened.
func Enter(l Limits) error {
	if err := closeInherited(); err != nil {
		return fmt.Errorf("sandbox: close what was inherited: %w", err)
	}
	if err := limit(l); err != nil {
		return fmt.Errorf("sandbox: limits: %w", err)
	}
	// no_new_privs is set on this thread; the filter's TSYNC applies it to the others
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := seccomp.SetNoNewPrivs(); err != nil {
		return fmt.Errorf("sandbox: no new privileges: %w", err)
	}
	if !filters() {
		return nil
	}
	if err := seccomp.LoadFilter(seccomp.Filter{Flag: seccomp.FilterFlagTSync, Policy: policy()}); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	return nil
}

func limit(l Limits) error {
	memory, err := writableMemory()
	if err != nil {
		return err
	}
	open, err := openFiles()
	if err != nil {
		return err
	}
	highest := 2
	for _, fd := range open {
		highest = max(highest, fd)
	}
	return errors.Join(
		lower(unix.RLIMIT_DATA, memory+l.Memory),
		lower(unix.RLIMIT_CPU, int64(math.Ceil((timeUsed()+l.CPU).Seconds()))),
		lower(unix.RLIMIT_NOFILE, int64(highest+spareFiles)),
		lower(unix.RLIMIT_NPROC, maxTasks),
		lower(unix.RLIMIT_FSIZE, 0),
		lower(unix.RLIMIT_CORE, 0),
	)
}

// lower sets a limit unless a lower one is set.
func lower(resource int, value int64) error {
	var is unix.Rlimit
	if err := unix.Getrlimit(resource, &is); err != nil {
		return err
	}
	to := min(uint64(value), is.Max)
	return unix.Setrlimit(resource, &unix.Rlimit{Cur: min(to, is.Cur), Max: to})
}

// writableMemory returns what RLIMIT_DATA counts now: terabytes with the race detector.
func writableMemory() (int64, error) {
	raw, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(raw))
	if len(fields) < 6 {
		return 0, fmt.Errorf("statm reads %q", raw)
	}
	pages, err := strconv.ParseInt(fields[5], 10, 64)
	return pages * int64(os.Getpagesize()), err
}

func timeUsed() time.Duration {
	var used unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_SELF, &used) // only possible with an invalid argument
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// policy allows what Go's runtime needs and operations on open files. Threads may be created,
// processes not.
func policy() seccomp.Policy {
	is := func(argument uint32, operation seccomp.Operation, value uint64) seccomp.ArgumentConditions {
		return seccomp.ArgumentConditions{{Argument: argument, Operation: operation, Value: value}}
	}
	return seccomp.Policy{
		DefaultAction: seccomp.ActionErrno,
		Syscalls: []seccomp.SyscallGroup{
			// C libraries then create threads by clone
			{Action: seccomp.ActionErrno | seccomp.Action(syscall.ENOSYS), Names: []string{"clone3"}},
			{
				Action: seccomp.ActionAllow,
				Names: []string{
					"read", "write", "readv", "writev", "pread64", "lseek", "fstat", "close",
					"munmap", "madvise", "mremap", "brk", "membarrier",
					"futex", "sched_yield", "sched_getaffinity", "nanosleep", "clock_nanosleep", "clock_gettime", "gettimeofday",
					"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
					"getpid", "gettid", "getrandom", "getrusage", "getrlimit", "rseq", "set_robust_list",
					"epoll_create1", "epoll_ctl", "epoll_pwait", "eventfd2", "pipe2",
					"exit", "exit_group",
				},
				NamesWithCondtions: []seccomp.NameWithConditions{
					{Name: "clone", Conditions: is(0, seccomp.BitsSet, unix.CLONE_THREAD)},
					{Name: "tgkill", Conditions: is(0, seccomp.Equal, uint64(os.Getpid()))},
					{Name: "mmap", Conditions: is(2, seccomp.BitsNotSet, unix.PROT_EXEC)},
					{Name: "mprotect", Conditions: is(2, seccomp.BitsNotSet, unix.PROT_EXEC)},
					{Name: "fcntl", Conditions: is(1, seccomp.LessOrEqual, unix.F_SETFL)},
				},
			},
		},
	}
}
