package apptest_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"engram/internal/app"
	"engram/internal/app/apptest"
	"engram/internal/blob/s3/s3test"
	"engram/internal/store/storetest"
)

// TestANodeIsCutOffFromPostgres runs one of three nodes in a network of its own. On its way to Postgres all packets vanish for a while,
// those of open connections as well, while writers save at all three. What was acknowledged is there, once.
//
// It changes the machine's networks, which browsers notice.
func TestANodeIsCutOffFromPostgres(t *testing.T) {
	if os.Getenv("ENGRAM_SLOW_TESTS") == "" {
		t.Skip("it lays networks: ENGRAM_SLOW_TESTS=1 runs it")
	}
	postgres, files := storetest.OwnPostgres(t), s3test.Start(t)
	cut := newProcess(t, &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET})
	clients, database := newWire(t, cut.pid, "c", 1), newWire(t, cut.pid, "d", 5)
	postgres.Listen(database.near)
	bucket := files.Bucket("files")
	cfg := apptest.Settings(t)
	cfg.DatabaseURL, cfg.BlobURL, cfg.Secret = postgres.URL, bucket, "the same on every node, and long enough"
	nodes := []string{"", apptest.Start(t, cfg)}
	cfg.DataDir = t.TempDir()
	nodes = append(nodes, apptest.Start(t, cfg))
	address, err := url.Parse(postgres.URL)
	if err != nil {
		t.Fatal(err)
	}
	address.Host = net.JoinHostPort(database.near, address.Port())
	own := cfg
	own.DatabaseURL, own.DataDir, own.Addr = address.String(), t.TempDir(), net.JoinHostPort(clients.far, "0")
	own.BlobURL = strings.Replace(bucket, files.Host, forward(t, clients.near, files.Host), 1)
	cut.serve(own)
	nodes[0] = cut.url

	token := signUp(t, nodes[1], "writer")
	w := startWriters(nodes, token)
	at := func(node string) func() bool {
		return func() bool { return save(node, token, rand.Text()).status == http.StatusOK }
	}
	all := func() bool { return at(nodes[0])() && at(nodes[1])() && at(nodes[2])() }
	waitFor(t, "all nodes save", all)
	mend, began := database.cut(), time.Now()
	if got := list(nodes[0], token); got.status != http.StatusServiceUnavailable || got.again == "" || !strings.Contains(got.text, "can't reach its database") {
		t.Errorf("the node that is cut off answers %+v", got)
	}
	t.Logf("it says so after %v", time.Since(began).Round(10*time.Millisecond))
	waitFor(t, "the others save", func() bool { return at(nodes[1])() && at(nodes[2])() })
	mend()
	t.Logf("it serves again after %v", waitFor(t, "it serves again", func() bool { return list(nodes[0], token).status == http.StatusOK }).Round(10*time.Millisecond))
	waitFor(t, "all nodes save again", all)
	w.verify(t, nodes[1], token)
	var findings strings.Builder
	cfg.DataDir = t.TempDir() // as another node
	if err := app.Check(context.Background(), cfg, slog.New(slog.DiscardHandler), &findings, true); err != nil {
		t.Errorf("%v: %s", err, findings.String())
	}
}

// wire is a cable between this network and that of a process, with an address at each end.
type wire struct {
	t         *testing.T
	pid       int
	name      string // of both ends
	near, far string
}

// newWire lays one, or skips the test where the machine has no way to. The first address is that of 198.18.0.0/16 from there on.
func newWire(t *testing.T, pid int, name string, first int) wire {
	t.Helper()
	of := func(n int) string { return fmt.Sprintf("198.18.%d.%d", pid%256, n) }
	w := wire{t, pid, fmt.Sprintf("e%s%d", name, pid), of(first), of(first + 1)}
	if out, err := exec.Command("ip", "link", "add", w.name, "type", "veth", "peer", "name", w.name, "netns", fmt.Sprint(pid)).CombinedOutput(); err != nil {
		t.Skipf("this machine has no networks of one's own: %v %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("ip", "link", "del", w.name).Run() }) // it may have gone with the process
	w.here("address", "add", w.near+"/30", "dev", w.name)
	w.there("address", "add", w.far+"/30", "dev", w.name)
	w.here("link", "set", w.name, "up")
	w.there("link", "set", w.name, "up")
	return w
}

func (w wire) here(args ...string) { w.run("ip", args) }

func (w wire) there(args ...string) {
	w.run("nsenter", append([]string{"--target", fmt.Sprint(w.pid), "--net", "ip"}, args...))
}

func (w wire) run(program string, args []string) {
	w.t.Helper()
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		w.t.Fatalf("%s %s: %v %s", program, strings.Join(args, " "), err, out)
	}
}

// cut lets every packet vanish in both directions, until the result is called: each end sends to an address that the other has not.
func (w wire) cut() (mend func()) {
	const unused = "02:00:00:00:00:01"
	w.here("neighbour", "replace", w.far, "lladdr", unused, "nud", "permanent", "dev", w.name)
	w.there("neighbour", "replace", w.near, "lladdr", unused, "nud", "permanent", "dev", w.name)
	return func() {
		w.here("neighbour", "del", w.far, "dev", w.name)
		w.there("neighbour", "del", w.near, "dev", w.name)
	}
}

// forward passes connections to a free port of an address on until the test ends, and returns that.
func forward(t *testing.T, from, to string) (host string) {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(from, "0"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return // closed
			}
			out, err := net.Dial("tcp", to)
			if err != nil {
				_ = in.Close()
				continue
			}
			for _, way := range [][2]net.Conn{{in, out}, {out, in}} {
				go func() {
					_, _ = io.Copy(way[0], way[1]) // either side may end
					_ = way[0].Close()
				}()
			}
		}
	}()
	return listener.Addr().String()
}
