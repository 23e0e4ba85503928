package stdio

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// pass runs a bridge on an input and returns what it writes, by id.
func pass(t *testing.T, server http.HandlerFunc, input ...string) map[string]string {
	t.Helper()
	far := httptest.NewServer(server)
	defer far.Close()
	var out bytes.Buffer
	b := &Bridge{Endpoint: Endpoint(far.URL + "/"), Token: "secret", Client: far.Client(), Out: &out}
	if err := b.Run(t.Context(), strings.NewReader(strings.Join(input, "\n"))); err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	for text := range strings.Lines(out.String()) {
		var m struct{ ID json.RawMessage }
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		answers[string(m.ID)] += text
	}
	return answers
}

func TestHeaders(t *testing.T) {
	var mutex sync.Mutex
	seen := map[string]http.Header{}
	answers := pass(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var m message
		_ = json.Unmarshal(body, &m)
		mutex.Lock()
		seen[m.Method] = r.Header
		mutex.Unlock()
		if r.URL.Path != "/mcp" || len(m.ID) == 0 {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":`+string(m.ID)+`,
			"result":{"protocolVersion":"2025-06-18"}}`)
	},
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":"a","method":"tools/list"}`,
		``,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		`{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"engram://memory/x","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
	)
	if len(answers) != 4 || strings.Count(answers[`"a"`], "\n") != 1 {
		t.Errorf("answers %q", answers)
	}
	for method, want := range map[string][3]string{
		"initialize":                {"", "", ""},
		"notifications/initialized": {"2025-06-18", "", ""},
		"tools/list":                {"2025-06-18", "", ""},
		"tools/call":                {"2026-07-28", "tools/call", "search"},
		"resources/read":            {"2026-07-28", "resources/read", "engram://memory/x"},
	} {
		h := seen[method]
		if got := [3]string{h.Get("MCP-Protocol-Version"), h.Get("Mcp-Method"), h.Get("Mcp-Name")}; got != want || h.Get("Authorization") != "Bearer secret" {
			t.Errorf("%s: %v", method, h)
		}
	}
}

func TestFailures(t *testing.T) {
	long := `{"jsonrpc":"2.0","id":2,"method":"` + strings.Repeat("x", maxMessage) + `"}`
	answers := pass(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case bytes.Contains(body, []byte("refused")):
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, `{"message":"This connection may not do that"}`)
		case bytes.Contains(body, []byte("wrong")):
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"no such method"}}`)
		default:
			w.WriteHeader(http.StatusBadGateway)
			_, _ = io.WriteString(w, `<html>`)
		}
	}, "no JSON", long, `{"jsonrpc":"2.0","id":4,"method":"refused"}`, `{"jsonrpc":"2.0","id":5,"method":"wrong"}`, `{"jsonrpc":"2.0","id":6,"method":"down"}`, `{"jsonrpc":"2.0","method":"down"}`)
	for id, want := range map[string]string{"null": "no message in JSON", "4": "may not do that", "5": "no such method", "6": "502"} {
		if !strings.Contains(answers[id], want) {
			t.Errorf("%s: %q", id, answers[id])
		}
	}
	if !strings.Contains(answers["null"], "2 MB") || len(answers) != 4 {
		t.Errorf("answers %q", answers)
	}
}

func TestCancelled(t *testing.T) {
	came, gone := make(chan struct{}), make(chan struct{})
	far := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		close(came)
		<-r.Context().Done()
		close(gone)
	}))
	defer far.Close()
	in, type_ := io.Pipe()
	var out bytes.Buffer
	b := &Bridge{Endpoint: Endpoint(far.URL), Client: far.Client(), Out: &out}
	ended := make(chan error)
	go func() { ended <- b.Run(t.Context(), in) }()
	_, _ = io.WriteString(type_, `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`+"\n")
	<-came
	_, _ = io.WriteString(type_, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`+"\n")
	<-gone
	_ = type_.Close()
	if err := <-ended; err != nil || out.Len() > 0 {
		t.Errorf("it ends with %v after %q", err, out.String())
	}
}

func TestNoServer(t *testing.T) {
	far := httptest.NewServer(nil)
	far.Close()
	var out bytes.Buffer
	b := &Bridge{Endpoint: Endpoint(far.URL), Client: far.Client(), Out: &out}
	if err := b.Run(t.Context(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)); err != nil || !strings.Contains(out.String(), "can't be reached") {
		t.Errorf("%v, %q", err, out.String())
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("{}\n\n{"))
	f.Fuzz(func(t *testing.T, input []byte) {
		var out bytes.Buffer
		b := &Bridge{Endpoint: "http://127.0.0.1:0/mcp", Client: &http.Client{Transport: nothing{}}, Out: &out}
		if err := b.Run(t.Context(), bytes.NewReader(input)); err != nil {
			t.Fatal(err)
		}
		for text := range strings.Lines(out.String()) {
			if !json.Valid([]byte(text)) {
				t.Fatalf("%q answers %q", input, text)
			}
		}
	})
}

// nothing answers every request with nothing.
type nothing struct{}

func (nothing) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusAccepted, Status: "202 Accepted", Body: http.NoBody}, nil
}
