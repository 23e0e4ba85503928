package oauth_test

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"engram/internal/app/apptest"
	"engram/internal/config"
	"engram/internal/store/storetest"
)

const (
	password = "Correct1!horse"
	back     = "https://client.example/back"
)

// documents serves the descriptions of clients over TLS, by their paths.
var documents = struct {
	sync.Mutex
	*httptest.Server
	served map[string]string
}{served: map[string]string{}}

// TestMain lets this test binary be the child process that reads PDFs. The certificate of documents is trusted by it.
func TestMain(m *testing.M) {
	apptest.ReadPDF()
	documents.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		documents.Lock()
		body, ok := documents.served[r.URL.Path]
		documents.Unlock()
		switch {
		case strings.HasPrefix(body, "https://"):
			http.Redirect(w, r, body, http.StatusFound)
		case !ok:
			http.NotFound(w, r)
		default:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, body)
		}
	}))
	dir, err := os.MkdirTemp("", "engram-oauth-")
	if err != nil {
		panic(err)
	}
	trusted := filepath.Join(dir, "trusted.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: documents.Certificate().Raw})
	if err := os.WriteFile(trusted, certificate, 0o600); err != nil {
		panic(err)
	}
	_ = os.Setenv("SSL_CERT_FILE", trusted)
	storetest.Main(m)
}

// serveDocument serves a client's description at a path of its own, and returns its id. %s in it is the id.
func serveDocument(body string) string {
	documents.Lock()
	defer documents.Unlock()
	path := "/" + rand.Text() + "/client.json"
	id := documents.URL + path
	documents.served[path] = strings.ReplaceAll(body, "%s", id)
	return id
}

// newClient returns the id of a client that leads back to some addresses.
func newClient(redirects ...string) string {
	list, err := json.Marshal(redirects)
	if err != nil {
		panic(err)
	}
	return serveDocument(`{"client_id":"%s","client_name":"Assistant","redirect_uris":` + string(list) + `,"token_endpoint_auth_method":"none"}`)
}

// engram is a running program.
type engram struct {
	testing.TB
	url string
}

func start(t testing.TB, change ...func(*config.Config)) *engram {
	t.Helper()
	cfg := apptest.Settings(t)
	for _, c := range change {
		c(&cfg)
	}
	return &engram{t, apptest.Start(t, cfg)}
}

func (e *engram) send(r *http.Request) (int, http.Header, map[string]any) {
	e.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	if err != nil {
		e.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		e.Fatal(err)
	}
	answer := map[string]any{}
	_ = json.Unmarshal(body, &answer) // pages are not JSON
	return response.StatusCode, response.Header, answer
}

// call calls the API with JSON.
func (e *engram) call(method, path, credential string, body any) (int, map[string]any) {
	e.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		e.Fatal(err)
	}
	r, err := http.NewRequestWithContext(e.Context(), method, e.url+path, bytes.NewReader(sent))
	if err != nil {
		e.Fatal(err)
	}
	r.Header.Set("Authorization", credential)
	status, _, answer := e.send(r)
	return status, answer
}

// get gets an address of ours.
func (e *engram) get(path string) (int, http.Header, map[string]any) {
	e.Helper()
	r, err := http.NewRequestWithContext(e.Context(), http.MethodGet, e.url+path, nil)
	if err != nil {
		e.Fatal(err)
	}
	return e.send(r)
}

// form sends a client's form.
func (e *engram) form(path string, values url.Values) (int, http.Header, map[string]any) {
	e.Helper()
	r, err := http.NewRequestWithContext(e.Context(), http.MethodPost, e.url+path, strings.NewReader(values.Encode()))
	if err != nil {
		e.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return e.send(r)
}

// user makes an account and returns its session.
func (e *engram) user(name string) string {
	e.Helper()
	status, made := e.call("POST", "/api/v1/signup", "", map[string]string{"username": name, "password": password})
	if status != http.StatusOK {
		e.Fatal(status, made)
	}
	return made["token"].(string)
}

// verifier is a PKCE verifier; its challenge is S256.
type verifier string

func newVerifier() verifier { return verifier(rand.Text() + rand.Text()) }

func (v verifier) challenge() string {
	sum := sha256.Sum256([]byte(v))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// request returns the parameters of a good authorization request.
func (e *engram) request(client string, v verifier) url.Values {
	return url.Values{
		"response_type": {"code"}, "client_id": {client}, "redirect_uri": {back}, "scope": {"read save"}, "state": {"x y&z"},
		"code_challenge": {v.challenge()}, "code_challenge_method": {"S256"}, "resource": {e.url + "/mcp"},
	}
}

// describe returns the answer to a session that asks what a request means.
func (e *engram) describe(session, query string) (int, map[string]any) {
	e.Helper()
	return e.call("POST", "/api/v1/apps/request", session, map[string]string{"query": query})
}

// allow consents to a request and returns where it leads.
func (e *engram) allow(session string, request url.Values) *url.URL {
	e.Helper()
	status, shown := e.describe(session, request.Encode())
	if status != http.StatusOK || shown["ticket"] == nil {
		e.Fatalf("described: %d %v", status, shown)
	}
	status, decided := e.call("POST", "/api/v1/apps/consent", session, map[string]any{
		"query": request.Encode(), "ticket": shown["ticket"], "allow": true, "scopes": shown["scopes"],
	})
	if status != http.StatusOK {
		e.Fatalf("decided: %d %v", status, decided)
	}
	to, err := url.Parse(decided["redirect"].(string))
	if err != nil {
		e.Fatal(err)
	}
	return to
}

// exchange returns the parameters of a good exchange of a code.
func (e *engram) exchange(client, code string, v verifier) url.Values {
	return url.Values{
		"grant_type": {"authorization_code"}, "client_id": {client}, "code": {code}, "redirect_uri": {back}, "code_verifier": {string(v)}, "resource": {e.url + "/mcp"},
	}
}

// connection is a connected client.
type connection struct{ client, access, refresh string }

// connect connects a client of a session.
func (e *engram) connect(session string) connection {
	e.Helper()
	client, v := newClient(back), newVerifier()
	code := e.allow(session, e.request(client, v)).Query().Get("code")
	status, _, got := e.form("/oauth/token", e.exchange(client, code, v))
	if status != http.StatusOK {
		e.Fatalf("exchanged: %d %v", status, got)
	}
	return connection{client, got["access_token"].(string), got["refresh_token"].(string)}
}

// renew exchanges a refresh token.
func (e *engram) renew(c connection, more ...string) (int, map[string]any) {
	e.Helper()
	values := url.Values{"grant_type": {"refresh_token"}, "client_id": {c.client}, "refresh_token": {c.refresh}}
	for i := 0; i+1 < len(more); i += 2 {
		values.Set(more[i], more[i+1])
	}
	status, _, got := e.form("/oauth/token", values)
	return status, got
}

// uses calls a tool with an access token and returns the status.
func (e *engram) uses(access, tool, arguments string) (int, http.Header) {
	e.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
	r, err := http.NewRequestWithContext(e.Context(), http.MethodPost, e.url+"/mcp", strings.NewReader(body))
	if err != nil {
		e.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	if access != "" {
		r.Header.Set("Authorization", "Bearer "+access)
	}
	status, header, _ := e.send(r)
	return status, header
}

// works reports whether an access token can search.
func (e *engram) works(access string) bool {
	e.Helper()
	status, _ := e.uses(access, "search", `{"query":"x"}`)
	return status == http.StatusOK
}
