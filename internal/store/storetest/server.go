//go:build unix

package storetest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"engram/internal/store"

	_ "github.com/jackc/pgx/v5/stdlib" // the pgx driver
)

const startLimit = 60 * time.Second

// server is a Postgres child process.
type server struct {
	dir  string
	port int
	also string // another address at which it listens
	cmd  *exec.Cmd
	log  bytes.Buffer  // read only after done
	done chan struct{} // closed when the child has ended

	migrated func() error // creates migratedName, once
}

// migratedName is a migrated database that others are copied from.
const migratedName = "migrated"

// errNoPostgres means that Postgres is not installed.
var errNoPostgres = errors.New("no Postgres found: initdb and postgres are neither in PATH nor in /usr/lib/postgresql")

// findPostgres returns the folder with initdb and postgres.
func findPostgres() (string, error) {
	var folders []string
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		folders = append(folders, strings.TrimSpace(string(out)))
	}
	versions, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is valid
	folders = append(folders, versions...)
	folders = append(folders, filepath.SplitList(os.Getenv("PATH"))...)
	for _, folder := range folders {
		_, noServer := exec.LookPath(filepath.Join(folder, "postgres"))
		_, noInit := exec.LookPath(filepath.Join(folder, "initdb"))
		if noServer == nil && noInit == nil {
			return folder, nil
		}
	}
	return "", errNoPostgres
}

// startServer creates a cluster and starts it on a free loopback port.
func startServer() (_ *server, err error) {
	bin, err := findPostgres()
	if err != nil {
		return nil, err
	}
	s := &server{}
	s.migrated = sync.OnceValue(s.migrate)
	if s.dir, err = os.MkdirTemp("", "engram-postgres-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(s.dir))
		}
	}()
	attr, err := unprivileged(s.dir)
	if err != nil {
		return nil, err
	}
	if err := s.initialise(bin, attr); err != nil {
		return nil, err
	}
	if err := s.start(bin, attr); err != nil {
		return nil, err
	}
	if err := s.waitUntilReady(); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// unprivileged hands the folder to an ordinary user if this process is root, as which Postgres
// won't run.
func unprivileged(dir string) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{}
	if os.Geteuid() != 0 {
		return attr, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		account, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(account.Uid)
		gid, err2 := strconv.Atoi(account.Gid)
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return attr, os.Chown(dir, uid, gid)
	}
	return nil, errors.New("root can't run Postgres, and there is neither a user postgres nor nobody")
}

func (s *server) command(attr *syscall.SysProcAttr, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	own := *attr
	cmd.SysProcAttr = &own
	return cmd
}

func (s *server) initialise(bin string, attr *syscall.SysProcAttr) error {
	cmd := s.command(attr, filepath.Join(bin, "initdb"), "-D", "data", "-U", "engram", "--auth=trust",
		"--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

// start runs the server from a thread that lives as long: Pdeathsig is bound to the thread.
func (s *server) start(bin string, attr *syscall.SysProcAttr) (err error) {
	if s.port == 0 {
		if s.port, err = freePort(); err != nil {
			return err
		}
	}
	s.done = make(chan struct{})
	settings := []string{
		"fsync=off", "synchronous_commit=off", "full_page_writes=off", // test data may be lost
		"listen_addresses=" + strings.Trim(host+","+s.also, ","), "port=" + strconv.Itoa(s.port), "unix_socket_directories=" + s.dir,
		"max_connections=500", "deadlock_timeout=100ms",
	}
	args := []string{"-D", "data"}
	for _, setting := range settings {
		args = append(args, "-c", setting)
	}
	s.cmd = s.command(attr, filepath.Join(bin, "postgres"), args...)
	s.cmd.Stdout, s.cmd.Stderr = &s.log, &s.log
	endWithParent(s.cmd.SysProcAttr)
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer close(s.done)
		err := s.cmd.Start()
		started <- err
		if err == nil {
			_ = s.cmd.Wait() // the log says why
		}
	}()
	return <-started
}

// host is a loopback address on which no other program listens, so that a free port stays free.
var host = fmt.Sprintf("127.84.%d.%d", os.Getpid()>>8&0xff, os.Getpid()&0xff)

func freePort() (int, error) {
	listener, err := net.Listen("tcp", host+":0")
	if err != nil {
		return 0, err
	}
	return listener.Addr().(*net.TCPAddr).Port, listener.Close()
}

func (s *server) url(database string) string {
	return fmt.Sprintf("postgres://engram@%s:%d/%s?sslmode=disable", host, s.port, database)
}

func (s *server) waitUntilReady() error {
	db, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.Background(), startLimit)
	defer cancel()
	for {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-s.done:
			return fmt.Errorf("postgres ended at once:\n%s", s.log.String())
		case <-ctx.Done():
			return fmt.Errorf("postgres was not ready within %v: %w", startLimit, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (s *server) migrate() error {
	if err := s.exec("CREATE DATABASE " + migratedName); err != nil {
		return err
	}
	db, err := store.Open(context.Background(), store.Config{URL: s.url(migratedName)})
	if err != nil {
		return err
	}
	return db.Close()
}

// halt stops the child; its folder stays.
func (s *server) halt() {
	_ = s.cmd.Process.Signal(syscall.SIGINT) // fast shutdown; fails if it has ended
	<-s.done
}

func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	<-s.done
}

// exec runs a statement on the maintenance database.
func (s *server) exec(statement string) error {
	db, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return err
	}
	_, err = db.Exec(statement)
	return errors.Join(err, db.Close())
}

// stop stops the child and deletes its folder.
func (s *server) stop() {
	s.halt()
	_ = os.RemoveAll(s.dir) // a leftover in the temporary folder does no harm
}
