package apptest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// toxiproxy is a running server of proxies between the program and what it depends on.
type toxiproxy struct {
	t   *testing.T
	url string
}

// startToxiproxy starts it until the test ends. Where it is not there the test is skipped; it fails if CI is set.
func startToxiproxy(t *testing.T) *toxiproxy {
	t.Helper()
	found, err := filepath.Glob("../../../.tools/toxiproxy-*")
	if err != nil || len(found) == 0 {
		if os.Getenv("CI") != "" {
			t.Fatal("toxiproxy is not there, and faults of the network would go untested")
		}
		t.Skip("toxiproxy is not there; make test installs it")
	}
	host, port, err := net.SplitHostPort(freeAddress(t))
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), found[len(found)-1], "-host", host, "-port", port)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = run.Wait() }) // killed with the context
	p := &toxiproxy{t, "http://" + net.JoinHostPort(host, port)}
	waitFor(t, "toxiproxy answers", func() bool {
		response, err := http.Get(p.url + "/version")
		return err == nil && response.Body.Close() == nil
	})
	return p
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// call sends a command.
func (p *toxiproxy) call(method, path string, body any) {
	p.t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, bytes.NewReader(sent))
	if err != nil {
		p.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	if said, err := io.ReadAll(response.Body); err != nil || response.StatusCode >= 300 {
		p.t.Fatalf("%s %s: %s %v", method, path, said, err)
	}
}

// proxy is a way to one server.
type proxy struct {
	*toxiproxy
	name, Host string
}

// before puts a proxy before a host and port.
func (p *toxiproxy) before(host, name string) proxy {
	p.t.Helper()
	way := proxy{p, name, freeAddress(p.t)}
	p.call("POST", "/proxies", map[string]any{"name": name, "listen": way.Host, "upstream": host, "enabled": true})
	return way
}

// cut ends every connection and refuses others, until the result is called.
func (p proxy) cut() (mend func()) {
	p.call("POST", "/proxies/"+p.name, map[string]any{"enabled": false})
	return func() { p.call("POST", "/proxies/"+p.name, map[string]any{"enabled": true}) }
}

// silence lets every byte vanish in both directions while connections stay, until the result is called.
func (p proxy) silence() (mend func()) { return p.poison("timeout", map[string]any{"timeout": 0}) }

// delay holds what is sent back.
func (p proxy) delay(by time.Duration) (mend func()) {
	return p.poison("latency", map[string]any{"latency": by.Milliseconds()})
}

func (p proxy) poison(kind string, attributes map[string]any) (mend func()) {
	streams := []string{"upstream", "downstream"}
	for _, stream := range streams {
		p.call("POST", "/proxies/"+p.name+"/toxics", map[string]any{"name": stream, "type": kind, "stream": stream, "attributes": attributes})
	}
	return func() {
		for _, stream := range streams {
			p.call("DELETE", fmt.Sprintf("/proxies/%s/toxics/%s", p.name, stream), nil)
		}
	}
}
