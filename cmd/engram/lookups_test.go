package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"engram/internal/app"
)

// recordLookups has every name that this process looks up answered with this machine, and written to a file.
func recordLookups(path string) {
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			if err := answerLookup(server, path); err != nil {
				panic(err)
			}
		}()
		return client, nil
	}}
}

// answerLookup answers one question of DNS as it is asked over TCP. A lookup that is given up before or after its question is no
// error.
func answerLookup(conn net.Conn, path string) error {
	var length [2]byte
	if _, err := io.ReadFull(conn, length[:]); err != nil {
		return nil
	}
	raw := make([]byte, binary.BigEndian.Uint16(length[:]))
	var query dnsmessage.Message
	if _, err := io.ReadFull(conn, raw); err != nil {
		return nil
	}
	if err := query.Unpack(raw); err != nil {
		return err
	}
	question := query.Questions[0]
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.WriteString(question.Name.String() + "\n"); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	answer := dnsmessage.Message{Header: dnsmessage.Header{ID: query.ID, Response: true}, Questions: query.Questions}
	if question.Type == dnsmessage.TypeA {
		header := dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET}
		answer.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}}}
	}
	packed, err := answer.AppendPack(make([]byte, 2))
	if err != nil {
		return err
	}
	binary.BigEndian.PutUint16(packed, uint16(len(packed)-2))
	_, _ = conn.Write(packed)
	return nil
}

// External addresses are host names until a user sets or saves an IP address, so DNS lookups show every request.
func TestPersonalModeMakesNoRequestsBeforeASave(t *testing.T) {
	dir, lookups := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "lookups")
	asked := make(chan string, 10)
	outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { asked <- r.Host }))
	t.Cleanup(outside.Close)
	household := []string{"RECORD_LOOKUPS=" + lookups, "ENGRAM_MODE=personal", "ENGRAM_ENCODER=on"}

	cmd, url := serve(t, dir, household...)
	token := post(t, url+"/api/v1/signup", "", ada)["token"].(string)
	for _, path := range append(calls(t), "/", "/auth/signup", "/auth/signin", "/home", "/admin", "/robots.txt", "/readyz") {
		open(t, url+path, token)
	}
	post(t, url+"/api/v1/content", token, `{"type":"note","description":"The key of the shed is under the third pot."}`)
	post(t, url+"/api/v1/vector-search", token, `{"query":"Where is the key of the shed?"}`)
	post(t, url+"/api/v1/signin", "", ada)
	stop(t, cmd)
	if names := lookedUp(t, lookups); len(names) > 0 {
		t.Errorf("before anything is saved, these were asked for: %q", names)
	}

	link := strings.Replace(outside.URL, "127.0.0.1", "saved.example", 1)
	cmd, url = serve(t, dir, append(household, "ENGRAM_FETCH_ALLOW="+outside.Listener.Addr().String())...)
	post(t, url+"/api/v1/content", token, `{"type":"link","link":"`+link+`"}`)
	if host := <-asked; !strings.HasPrefix(host, "saved.example:") {
		t.Errorf("asked for %s", host)
	}
	stop(t, cmd)
	names := lookedUp(t, lookups)
	if len(names) == 0 {
		t.Fatal("the lookup of what was saved was not recorded")
	}
	for _, name := range names {
		if !strings.HasPrefix(name, "saved.example.") { // a search domain may follow
			t.Errorf("%s was asked for beside what was saved", name)
		}
	}
}

// calls lists the paths of the contract that are opened without an id.
func calls(t *testing.T) (paths []string) {
	t.Helper()
	var contract struct{ Paths map[string]map[string]any }
	if err := json.Unmarshal(app.OpenAPI(), &contract); err != nil {
		t.Fatal(err)
	}
	for path, methods := range contract.Paths {
		if methods["get"] != nil && !strings.Contains(path, "{") {
			paths = append(paths, path)
		}
	}
	if len(paths) < 10 {
		t.Fatalf("the contract has only %q", paths)
	}
	return paths
}

// open begins to read what may be a stream without an end.
func open(t *testing.T, url, token string) {
	t.Helper()
	response := call(t, http.MethodGet, url, token, "")
	response.Body.Close()
	if response.StatusCode >= 500 {
		t.Errorf("%s: %d", url, response.StatusCode)
	}
}

func lookedUp(t *testing.T, path string) []string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Fields(string(raw))
}

// stop ends the program and waits until it has ended.
func stop(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	if err := errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait()); err != nil {
		t.Fatal(err)
	}
}
