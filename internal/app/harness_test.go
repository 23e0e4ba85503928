package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"engram/internal/app/child"
	"engram/internal/blob/s3/s3test"
	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/store/storetest"
)

// TestMain lets this test binary be the child process that reads PDFs.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "read-pdf" {
		if err := child.Serve(os.Stdin, os.Stdout, os.Args[2:]); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 1 && os.Args[1] == "archived" {
		if err := archived(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 1 && os.Args[1] == "be-killed" {
		if err := beKilled(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
	storetest.Main(m)
}

const password = "Correct1!horse"

// patience is the timeout for what must happen: long enough for any machine, it only bounds
// failures.
const patience = 10 * time.Minute

// waitFor waits until something has come about.
func waitFor(t testing.TB, what string, ready func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ready(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never comes about that %s", what)
		}
	}
}

// onEachEngine runs a test of the whole program on one machine's storage, SQLite and a folder, and on that of many, Postgres and a bucket,
// beside each other and beside other tests that call it, since most of it is waiting.
func onEachEngine(t *testing.T, run func(t *testing.T, cfg config.Config)) {
	onEachDatabase(t, func(t *testing.T, cfg config.Config) {
		if cfg.DatabaseURL != "" {
			cfg.BlobURL, cfg.Secret = s3test.Start(t).Bucket("files"), nodeSecret
		}
		run(t, cfg)
	})
}

// onEachDatabase is onEachEngine with files in a folder, for tests that look into it.
func onEachDatabase(t *testing.T, run func(t *testing.T, cfg config.Config)) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		run(t, settings(t))
	})
	t.Run("Postgres", func(t *testing.T) {
		t.Parallel()
		cfg := settings(t)
		cfg.DatabaseURL = storetest.PostgresMigrated(t)
		run(t, cfg)
	})
}

// shareReader has a data folder hold the compiled engines that every test and every run shares, since compiling them takes half a minute.
func shareReader(dir string) (err error) {
	for _, engine := range []string{"pdfium", "tesseract"} {
		shared, own := filepath.Join(os.TempDir(), "engram-test-cache", engine), filepath.Join(dir, "cache")
		err = errors.Join(err, os.MkdirAll(shared, 0o700), os.MkdirAll(own, 0o700), os.Symlink(shared, filepath.Join(own, engine)))
	}
	return err
}

// settings are the defaults on a free port and a migrated database, with a fetcher that may reach the test's own servers and without the encoder.
func settings(t testing.TB) config.Config {
	t.Helper()
	dir := t.TempDir()
	if err := shareReader(dir); err != nil {
		t.Fatal(err)
	}
	storetest.Migrate(t, filepath.Join(dir, "engram.db"))
	return config.Config{
		TweetURL: "https://cdn.syndication.twimg.com", SupportEmail: "support@engram.local", SalesEmail: "sales@engram.local",
		Addr: "127.0.0.1:0", DataDir: dir, FreeMemories: 100, FreeDocuments: 2, ProDocuments: 10,
		FreeSearchesPerDay: 20, MaxUploadMB: 25, MaxImportMB: 64, AuthRate: 0, FetchAllow: []string{"127.0.0.0/8"}, Encoder: config.EncoderOff, Reader: config.ReaderOff,
		ChatTokens: 3000, ChatTimeout: time.Minute, ChatParallel: 4,
	}
}

// engram is a running program and a way to call it.
type engram struct {
	t   testing.TB
	app *App
	url string
	log *logged
}

// logged is a log that may be read while it is written.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func start(t testing.TB, cfg config.Config) *engram {
	t.Helper()
	return startWith(t, cfg, builtIn)
}

// startWith starts the program with another encoder in it.
func startWith(t testing.TB, cfg config.Config, encoder func(config.Config) (embed.Embedder, error)) *engram {
	t.Helper()
	return startAs(t, cfg, func(a *App) { a.encoder = encoder })
}

// startAs starts the program with something in it changed.
func startAs(t testing.TB, cfg config.Config, change func(*App)) *engram {
	t.Helper()
	command, err := child.Command()
	if err != nil {
		t.Fatal(err)
	}
	e := &engram{t: t, log: &logged{}}
	e.app = newApp(slog.New(slog.NewTextHandler(e.log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	change(e.app)
	if err := e.app.start(context.Background(), cfg, command); err != nil {
		t.Fatal(err)
	}
	e.url = e.app.URL()
	t.Cleanup(func() {
		if err := e.app.Close(); err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Log(e.log.String())
		}
	})
	return e
}

const nodeSecret = "the same on every node, and long enough"

// nodes are the settings of n programs on one Postgres and one bucket.
func nodes(t testing.TB, n int) []config.Config {
	t.Helper()
	first := settings(t)
	first.DatabaseURL, first.BlobURL, first.Secret = storetest.PostgresMigrated(t), s3test.Start(t).Bucket("files"), nodeSecret
	all := []config.Config{first}
	for range n - 1 {
		all = append(all, beside(t, first))
	}
	return all
}

// beside are the settings of another node.
func beside(t testing.TB, cfg config.Config) config.Config {
	t.Helper()
	cfg.DataDir = settings(t).DataDir
	return cfg
}

// answer is the response of a call.
type answer struct {
	status int
	header http.Header
	raw    string
	body   map[string]any // nil when it is no JSON object
}

func (a answer) String() string { return fmt.Sprintf("%d %s", a.status, a.raw) }

func (a answer) text(field string) string {
	s, _ := a.body[field].(string)
	return s
}

// memories lists a field that holds memories.
func (a answer) memories(field string) []map[string]any {
	var out []map[string]any
	list, _ := a.body[field].([]any)
	for _, item := range list {
		out = append(out, item.(map[string]any))
	}
	return out
}

// call sends body, a string as it is and anything else as JSON, with token as the raw authorization.
func (e *engram) call(method, path, token string, body any) answer {
	e.t.Helper()
	raw, isString := body.(string)
	if !isString && body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			e.t.Fatal(err)
		}
		raw = string(encoded)
	}
	if strings.HasPrefix(path, "/") {
		path = e.url + path
	}
	request, err := http.NewRequest(method, path, strings.NewReader(raw))
	if err != nil {
		e.t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("authorization", token)
	}
	return e.send(request)
}

func (e *engram) send(request *http.Request) answer {
	e.t.Helper()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		e.t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		e.t.Fatal(err)
	}
	out := answer{status: response.StatusCode, header: response.Header, raw: string(raw)}
	_ = json.Unmarshal(raw, &out.body) // nil tells
	return out
}

// want fails the test unless the status is the one given, and returns the answer. Every error must carry a message.
func (e *engram) want(status int, got answer) answer {
	e.t.Helper()
	if got.status != status {
		e.t.Fatalf("got %v, want status %d", got, status)
	}
	if status >= 400 && got.text("message") == "" {
		e.t.Fatalf("an error without a message: %v", got)
	}
	return got
}

// user signs a new user up.
func (e *engram) user() (token string) {
	e.t.Helper()
	return e.signUp(randomName())
}

func (e *engram) signUp(name string) (token string) {
	e.t.Helper()
	return e.want(200, e.call("POST", "/api/v1/signup", "", map[string]string{"username": name, "password": password})).text("token")
}

func randomName() string {
	letters := make([]byte, 8)
	for i := range letters {
		letters[i] = 'a' + byte(rand.IntN(26))
	}
	return string(letters)
}

// add saves a memory and returns it as it was answered.
func (e *engram) add(token string, body map[string]string) map[string]any {
	e.t.Helper()
	return e.want(200, e.call("POST", "/api/v1/content", token, body)).body["content"].(map[string]any)
}

func (e *engram) note(token, text string) (id string) {
	e.t.Helper()
	return e.add(token, map[string]string{"type": "note", "description": text})["_id"].(string)
}

// settled waits until a memory is no longer pending, and returns it.
func (e *engram) settled(token, id string) map[string]any {
	e.t.Helper()
	var m map[string]any
	waitFor(e.t, id+" is no longer pending", func() bool {
		m = e.want(200, e.call("GET", "/api/v1/content/"+id, token, nil)).body["content"].(map[string]any)
		return m["status"] != "pending"
	})
	return m
}

func (e *engram) search(token, query, kind string) answer {
	e.t.Helper()
	return e.call("POST", "/api/v1/vector-search", token, map[string]string{"query": query, "type": kind})
}

// upload sends a file as the upload widget does.
func (e *engram) upload(token, name string, content []byte) answer {
	e.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		e.t.Fatal(err)
	}
	_, _ = part.Write(content)
	_ = form.Close()
	request, err := http.NewRequest(http.MethodPost, e.url+"/api/upload/pdfUploader", &body)
	if err != nil {
		e.t.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("authorization", token)
	return e.send(request)
}

// brokenUpload sends what may be no form at all.
func (e *engram) brokenUpload(token, body string) answer {
	e.t.Helper()
	request, err := http.NewRequest(http.MethodPost, e.url+"/api/upload/pdfUploader", strings.NewReader(body))
	if err != nil {
		e.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	request.Header.Set("authorization", token)
	return e.send(request)
}

// makePDF returns a valid PDF whose pages read the texts.
func makePDF(texts ...string) []byte {
	var out bytes.Buffer
	var offsets []int
	object := func(body string) {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", len(offsets), body)
	}
	out.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids strings.Builder
	for i := range texts {
		fmt.Fprintf(&kids, "%d 0 R ", 4+2*i)
	}
	object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), len(texts)))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	for i, text := range texts {
		object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>", 5+2*i))
		stream := "BT /F1 18 Tf 72 700 Td (" + text + ") Tj ET"
		object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(stream), stream))
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return out.Bytes()
}

// site serves pages by path; each is answered as HTML.
func site(t *testing.T, pages map[string]http.HandlerFunc) string {
	t.Helper()
	mux := http.NewServeMux()
	for path, handler := range pages {
		mux.HandleFunc(path, handler)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(func() {
		server.CloseClientConnections() // some of its pages never end
		server.Close()
	})
	return server.URL
}

func html(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, body)
	}
}

// hang answers nothing until the caller has gone.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
