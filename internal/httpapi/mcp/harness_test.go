package mcp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"engram/internal/app/apptest"
	"engram/internal/config"
)

const password = "Correct1!horse"

// TestMain lets this test binary be the child process that reads PDFs.
func TestMain(m *testing.M) {
	apptest.ReadPDF()
	os.Exit(m.Run())
}

// engram is a running program.
type engram struct {
	t   testing.TB
	url string
}

func start(t testing.TB, cfg config.Config) *engram {
	t.Helper()
	return &engram{t, apptest.Start(t, cfg)}
}

// call calls the API and returns the answer.
func (e *engram) call(method, path, credential string, body, answer any) int {
	e.t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		e.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(e.t.Context(), method, e.url+path, bytes.NewReader(sent))
	if err != nil {
		e.t.Fatal(err)
	}
	r.Header.Set("Authorization", credential)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		e.t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil {
		e.t.Fatal(err)
	}
	if answer != nil {
		if err := json.Unmarshal(got, answer); err != nil {
			e.t.Fatalf("%s %s: %s", method, path, got)
		}
	}
	return response.StatusCode
}

// user makes an account and returns its session.
func (e *engram) user(name string) string {
	e.t.Helper()
	var made struct{ Token string }
	if status := e.call("POST", "/api/v1/signup", "", map[string]string{"username": name, "password": password}, &made); status != 200 {
		e.t.Fatalf("sign-up: %d", status)
	}
	return made.Token
}

// token makes a token of a user.
func (e *engram) token(session string, scopes ...string) string {
	e.t.Helper()
	var made struct{ Token string }
	if status := e.call("POST", "/api/v1/tokens", session, map[string]any{"name": "test", "scopes": scopes}, &made); status != 200 {
		e.t.Fatalf("token: %d", status)
	}
	return made.Token
}

// note saves a note and returns its id.
func (e *engram) note(session, text string) string {
	e.t.Helper()
	var saved struct {
		Content struct {
			ID string `json:"_id"`
		}
	}
	if status := e.call("POST", "/api/v1/content", session, map[string]string{"type": "note", "description": text}, &saved); status != 200 {
		e.t.Fatalf("note: %d", status)
	}
	return saved.Content.ID
}

// bearing adds a token to each request.
type bearing struct {
	token  string
	header http.Header
}

func (b bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	for name, values := range b.header {
		r.Header[name] = values
	}
	return http.DefaultTransport.RoundTrip(r)
}

// connect connects the SDK's client with a token at a revision; empty: the newest.
func (e *engram) connect(token, revision string) (*sdk.ClientSession, error) {
	client := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil)
	return client.Connect(e.t.Context(), &sdk.StreamableClientTransport{
		Endpoint: e.url + "/mcp", HTTPClient: &http.Client{Transport: bearing{token: token}}, DisableStandaloneSSE: true,
	}, &sdk.ClientSessionOptions{ProtocolVersion: revision})
}

// tool calls a tool and returns its text.
func tool(t testing.TB, client *sdk.ClientSession, name string, arguments map[string]any) string {
	t.Helper()
	result, err := client.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text := result.Content[0].(*sdk.TextContent).Text
	if result.IsError {
		t.Fatalf("%s: %s", name, text)
	}
	return text
}

// post sends a message as it is.
func (e *engram) post(token, body string, headers map[string]string) (status int, header http.Header, answer string) {
	e.t.Helper()
	r, err := http.NewRequestWithContext(e.t.Context(), http.MethodPost, e.url+"/mcp", strings.NewReader(body))
	if err != nil {
		e.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for name, value := range headers {
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		e.t.Fatal(err)
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil {
		e.t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(got)
}

func toolCall(name, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, name, arguments)
}
