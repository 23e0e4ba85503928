package app

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"engram/internal/app/datadir"
	"engram/internal/config"
)

// storeJobs takes the store's jobs without doing them.
type storeJobs struct{ keys []string }

func (j *storeJobs) CaptureBehind(context.Context, *sql.Tx, string, string) error { return nil }

func (j *storeJobs) Capture(context.Context, *sql.Tx, string, string, int) error { return nil }

func (j *storeJobs) Recapture(context.Context, *sql.Tx, string, string, int, bool) error { return nil }

func (j *storeJobs) Illustrate(context.Context, *sql.Tx, string, string) error { return nil }

func (j *storeJobs) RemoveBlobs(_ context.Context, _ *sql.Tx, keys []string) error {
	j.keys = append(j.keys, keys...)
	return nil
}

func TestHealth(t *testing.T) {
	e := start(t, settings(t))
	t.Run("API-50 healthz says live, readyz says ready", func(t *testing.T) {
		for path, want := range map[string]string{"/healthz": "live", "/readyz": "ready"} {
			if got := e.want(200, e.call("GET", path, "", nil)).text("status"); got != want {
				t.Errorf("%s: %q", path, got)
			}
		}
	})
	t.Run("API-05 an unknown call is answered 404 in JSON", func(t *testing.T) {
		for _, call := range []string{"GET /api/", "GET /api/v1/nothing", "POST /api/v2/signin", "PUT /api/v1/content", "GET /api/v1/signin"} {
			method, path, _ := strings.Cut(call, " ")
			e.want(404, e.call(method, path, "", nil))
		}
	})
	t.Run("API-06 the contract is served", func(t *testing.T) {
		if got := e.want(200, e.call("GET", "/openapi.json", "", nil)); got.text("openapi") != "3.1.0" {
			t.Errorf("got %.100s", got.raw)
		}
	})
	t.Run("a body beyond the limit is refused", func(t *testing.T) {
		e.want(413, e.call("POST", "/api/v1/signin", "", `{"username":"`+strings.Repeat("x", 1<<20)+`"}`))
		e.want(413, e.call("POST", "/api/v1/content", e.user(), `{"type":"note","description":"`+strings.Repeat("x", 8<<20)+`"}`))
	})
}

func TestSecondStart(t *testing.T) {
	cfg := settings(t)
	start(t, cfg)
	_, err := Start(context.Background(), cfg, slog.New(slog.DiscardHandler), nil)
	if err == nil || !strings.Contains(err.Error(), "another Engram is running on "+cfg.DataDir) {
		t.Errorf("the second start: %v", err)
	}
}

// A child process that a killed Engram was just starting has copies of its locks until it runs its program.
func TestStartWaitsForAnOrphan(t *testing.T) {
	cfg := settings(t)
	held, err := datadir.Lock(cfg.DataDir)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(datadir.OrphanWait/4, func() { _ = held.Close() })
	start(t, cfg).user()
}

func TestStop(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		begun := make(chan struct{}, 1)
		pages := site(t, map[string]http.HandlerFunc{"/hangs": func(w http.ResponseWriter, r *http.Request) {
			select {
			case begun <- struct{}{}:
			default: // after the restart it is asked again
			}
			hang(w, r)
		}})
		e := start(t, cfg)
		token := e.user()
		kept := e.note(token, "what was acknowledged is there after a restart")
		hanging := e.add(token, map[string]string{"type": "link", "link": pages + "/hangs"})["_id"].(string)
		<-begun
		began := time.Now()
		if err := e.app.Close(); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("the stop took %v", took)
		}
		e = start(t, cfg)
		if got := e.want(200, e.search(token, "acknowledged restart", "note")).memories("content"); len(got) == 0 || got[0]["_id"] != kept {
			t.Errorf("after the restart: %v", got)
		}
		got := e.want(200, e.call("GET", "/api/v1/content/"+hanging, token, nil)).body["content"].(map[string]any)
		if got["status"] != "pending" || got["error"] != "" {
			t.Errorf("an interrupted capture: %v", got)
		}
	})
}

func TestLogHoldsNoSecrets(t *testing.T) {
	cfg := settings(t)
	cfg.Secret = "the secret that signs links"
	e := start(t, cfg)
	token := e.signUp("Logged")
	link := e.want(200, e.upload(token, "a.pdf", makePDF("x"))).text("url")
	e.want(200, e.call("GET", link, "", nil))
	e.search(token, "a private question", "all-memories")
	e.settled(token, e.add(token, map[string]string{"type": "link", "link": "http://127.0.0.1:1/page?token=reset-link"})["_id"].(string))
	if err := e.app.Close(); err != nil {
		t.Fatal(err)
	}
	_, signature, _ := strings.Cut(link, "signature=")
	for _, secret := range []string{token, password, cfg.Secret, signature, "private question", "reset-link"} {
		if strings.Contains(e.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}
