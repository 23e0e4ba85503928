package apptest_test

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/app"
	"engram/internal/app/apptest"
	"engram/internal/blob/s3/s3test"
	"engram/internal/store/storetest"
)

func TestMain(m *testing.M) {
	apptest.ReadPDF()
	if len(os.Args) > 1 && os.Args[1] == "serve-node" {
		fmt.Fprintln(os.Stderr, serve())
		os.Exit(1)
	}
	storetest.Main(m)
}

// patience bounds every wait.
const patience = 2 * time.Minute

func waitFor(t testing.TB, what string, ready func() bool) time.Duration {
	t.Helper()
	begun := time.Now()
	for ; !ready(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatalf("it never comes about that %s", what)
		}
	}
	return time.Since(begun)
}

// answer holds the response of a node.
type answer struct {
	status int // 0 if none came
	again  string
	text   string
}

// reply calls a node.
func reply(url, method, path, token, key, form, body string) answer {
	request, err := http.NewRequest(method, url+path, strings.NewReader(body))
	if err != nil {
		return answer{text: err.Error()}
	}
	request.Header.Set("Authorization", token)
	request.Header.Set("Content-Type", form)
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return answer{text: err.Error()}
	}
	defer response.Body.Close()
	said, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{text: err.Error()}
	}
	return answer{response.StatusCode, response.Header.Get("Retry-After"), string(said)}
}

// save saves a note, once however often it is called.
func save(url, token, text string) answer {
	return reply(url, "POST", "/api/v1/content", token, text[:min(len(text), 255)], "application/json", fmt.Sprintf(`{"type":"note","description":%q}`, text))
}

func list(url, token string) answer {
	return reply(url, "GET", "/api/v1/content?limit=200", token, "", "", "")
}

// upload sends a document, which goes into the bucket.
func upload(url, token string) answer {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "a.pdf")
	if err == nil {
		_, err = io.WriteString(part, "%PDF-1.4\n"+crand.Text()+"\n%%EOF\n")
	}
	if err != nil || form.Close() != nil {
		return answer{text: "no form"}
	}
	return reply(url, "POST", "/api/upload/pdfUploader", token, "", form.FormDataContentType(), body.String())
}

// TestFaultsOfTheNetwork takes away one of two nodes' database, and the bucket of both, in turns, while writers save at both. Calls are
// answered calmly meanwhile, and right again by themselves afterwards; what was acknowledged is there, once.
func TestFaultsOfTheNetwork(t *testing.T) {
	proxies := startToxiproxy(t)
	postgres, files := storetest.OwnPostgres(t), s3test.Start(t)
	bucket := proxies.before(files.Host, "bucket")
	blobs := strings.Replace(files.Bucket("files"), files.Host, bucket.Host, 1)
	address, err := url.Parse(postgres.URL)
	if err != nil {
		t.Fatal(err)
	}
	database := proxies.before(address.Host, "database")
	through := *address
	through.Host = database.Host
	direct := apptest.Settings(t)
	direct.DatabaseURL, direct.BlobURL, direct.Secret = postgres.URL, blobs, "the same on every node, and long enough"
	indirect := direct
	indirect.DatabaseURL, indirect.DataDir = through.String(), t.TempDir()
	near, far := apptest.Start(t, indirect), apptest.Start(t, direct)
	token := signUp(t, far, "writer")
	w := startWriters([]string{near, far}, token)

	ok := func(call func() answer) func() bool { return func() bool { return call().status == http.StatusOK } }
	read := func() answer { return list(near, token) }
	refused := func(t *testing.T, got answer, says string) {
		t.Helper()
		if got.status != http.StatusServiceUnavailable || got.again == "" || !strings.Contains(got.text, says) {
			t.Errorf("it is answered %+v", got)
		}
	}
	for _, fault := range []struct {
		name  string
		begin func() (mend func())
		check func(t *testing.T)
		after func() answer
	}{
		{"a slow way to the database", func() func() { return database.delay(50 * time.Millisecond) }, func(t *testing.T) {
			if got := read(); got.status != http.StatusOK {
				t.Errorf("it is answered %+v", got)
			}
		}, read},
		{"a database that can't be reached", database.cut, func(t *testing.T) { refused(t, read(), "can't reach its database") }, read},
		{"a database that falls silent", database.silence, func(t *testing.T) { refused(t, read(), "can't reach its database") }, read},
		{"a database that is killed", func() func() { postgres.Kill(); return postgres.Start }, func(t *testing.T) {
			refused(t, list(far, token), "can't reach its database")
		}, read},
		{"a bucket that can't be reached", bucket.cut, func(t *testing.T) { refused(t, upload(near, token), "") }, func() answer { return upload(near, token) }},
		{"a bucket that falls silent", bucket.silence, func(t *testing.T) {
			refused(t, upload(near, token), "")
		}, func() answer { return upload(near, token) }},
	} {
		t.Run(fault.name, func(t *testing.T) {
			mend := fault.begin()
			fault.check(t)
			mend()
			t.Logf("it is over after %v", waitFor(t, "it is over", ok(fault.after)).Round(10*time.Millisecond))
			waitFor(t, "both nodes save", func() bool {
				return ok(func() answer { return save(near, token, crand.Text()) })() && ok(func() answer { return save(far, token, crand.Text()) })()
			})
		})
	}
	w.verify(t, far, token)
	var findings strings.Builder
	direct.DataDir = t.TempDir() // as another node
	if err := app.Check(context.Background(), direct, slog.New(slog.DiscardHandler), &findings, true); err != nil {
		t.Errorf("%v: %s", err, findings.String())
	}
}

// writers save notes at all nodes, each until it is acknowledged.
type writers struct {
	stop  atomic.Bool
	all   sync.WaitGroup
	mu    sync.Mutex
	saved []string
}

func startWriters(nodes []string, token string) *writers {
	w := &writers{}
	for range 4 {
		w.all.Go(func() {
			for !w.stop.Load() {
				text := "A note: " + crand.Text()
				for save(nodes[rand.IntN(len(nodes))], token, text).status != http.StatusOK {
					if w.stop.Load() {
						return
					}
					time.Sleep(50 * time.Millisecond)
				}
				w.mu.Lock()
				w.saved = append(w.saved, text)
				w.mu.Unlock()
				time.Sleep(300 * time.Millisecond)
			}
		})
	}
	return w
}

// verify ends the writers and looks for what was acknowledged.
func (w *writers) verify(t *testing.T, node, token string) {
	t.Helper()
	w.stop.Store(true)
	w.all.Wait()
	times := map[string]int{}
	for cursor := ""; ; {
		var page struct {
			Content    []struct{ Description string }
			NextCursor string
		}
		got := reply(node, "GET", "/api/v1/content?limit=200"+cursor, token, "", "", "")
		if err := json.Unmarshal([]byte(got.text), &page); err != nil {
			t.Fatalf("the list: %+v", got)
		}
		for _, m := range page.Content {
			times[m.Description]++
		}
		if page.NextCursor == "" {
			break
		}
		cursor = "&cursor=" + url.QueryEscape(page.NextCursor)
	}
	for _, text := range w.saved {
		if times[text] != 1 {
			t.Errorf("%q was acknowledged and is there %d times", text, times[text])
		}
	}
	for text, n := range times {
		if n != 1 {
			t.Errorf("%q is there %d times", text, n)
		}
	}
	t.Logf("%d acknowledged, %d there", len(w.saved), len(times))
}
