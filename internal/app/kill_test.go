package app

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color/palette"
	"image/gif"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/app/child"
	"engram/internal/config"
	"engram/internal/store/storetest"
)

// beKilled runs this test binary as the program to kill: it serves the settings on its input and
// prints its address.
func beKilled() error {
	var cfg config.Config
	if err := json.NewDecoder(os.Stdin).Decode(&cfg); err != nil {
		return err
	}
	command, err := child.Command()
	if err != nil {
		return err
	}
	a, err := Start(context.Background(), cfg, slog.New(slog.DiscardHandler), command)
	if err != nil {
		return err
	}
	fmt.Println(a.URL())
	select {}
}

// victim is a running program in a process of its own.
type victim struct {
	engram
	process *exec.Cmd
}

// programOf is the command of a program in a process of its own.
func programOf(t testing.TB, cfg config.Config) *exec.Cmd {
	t.Helper()
	settings, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	process := exec.Command(os.Args[0], "be-killed")
	process.Stdin = strings.NewReader(string(settings))
	return process
}

func startVictim(t testing.TB, cfg config.Config) *victim {
	t.Helper()
	process := programOf(t, cfg)
	process.Stderr = os.Stderr
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	v := &victim{engram: engram{t: t}, process: process}
	t.Cleanup(v.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("it did not start: %v", err)
	}
	v.url = strings.TrimSpace(line)
	return v
}

// kill is kill -9, and waits until the process has gone.
func (v *victim) kill() {
	_ = v.process.Process.Kill() // it may be dead
	_ = v.process.Wait()
}

// Each has files of its own, which the other would not find.
func TestOnePostgresServesOne(t *testing.T) {
	cfg, other := settings(t), settings(t)
	cfg.DatabaseURL = storetest.Postgres(t)
	cfg.Secret = nodeSecret
	other.DatabaseURL, other.Secret = cfg.DatabaseURL, cfg.Secret
	first := startVictim(t, cfg)

	impatient := newApp(slog.New(slog.DiscardHandler))
	impatient.turnWait = 0
	if err := impatient.start(t.Context(), other, nil); err == nil || !strings.Contains(err.Error(), "another Engram is running on this database") {
		t.Errorf("a second node: %v", err)
	}
	first.kill()
	second := start(t, other) // waits for its turn
	second.user()
	if err := second.app.Close(); err != nil {
		t.Fatal(err)
	}
	start(t, cfg).user()
}

func TestKilledCapturesTakeEffectOnce(t *testing.T) {
	engines := map[string]func(*testing.T, *config.Config){"SQLite": func(*testing.T, *config.Config) {}}
	if os.Getenv("ENGRAM_SLOW_TESTS") != "" { // a job of a dead node is rescued after two minutes
		engines["Postgres"] = func(t *testing.T, cfg *config.Config) { cfg.DatabaseURL = storetest.Postgres(t) }
	}
	for engine, prepare := range engines {
		t.Run(engine, func(t *testing.T) {
			cfg := settings(t)
			prepare(t, &cfg)
			killAtEachStep(t, cfg)
		})
	}
}

// TestKilledReadingOfALongPDFContinues kills the program while a PDF is read whose pieces come one after the other. In the end
// every page is there, once; until then what is read can be found.
func TestKilledReadingOfALongPDFContinues(t *testing.T) {
	const pages = 3000
	cfg := settings(t)
	v := startVictim(t, cfg)
	token := v.user()
	texts := make([]string, pages)
	for i := range texts {
		texts[i] = fmt.Sprintf("Of the %dth sheep it is told that it came home alone.", i+1)
	}
	id := v.document(token, "sheep.pdf", makePDF(texts...))
	upto := 0.0
	for range 2 {
		upto, _ = v.past(token, id, upto)["pagesRead"].(float64)
		if found := v.want(200, v.search(token, fmt.Sprintf("the %.0fth sheep", upto), "document")).memories("content"); upto > 0 && len(found) != 1 {
			t.Errorf("page %v, which is read, is not found", upto)
		}
		v.kill()
		v = startVictim(t, cfg)
	}
	v.kill()

	e := start(t, cfg)
	if m := e.settled(token, id); m["status"] != "ready" || m["error"] != "" || m["pages"] != float64(pages) || m["pagesRead"] != nil {
		t.Errorf("got %v", m)
	}
	passages := e.want(200, e.call("GET", "/api/v1/content/"+id, token, nil)).memories("passages")
	for i, p := range passages {
		if p["page"] != float64(i+1) || p["text"] != texts[i] {
			t.Fatalf("%v stands where page %d is to be", p, i+1)
		}
	}
	if len(passages) != pages {
		t.Errorf("%d passages, want %d", len(passages), pages)
	}
	if err := e.app.Close(); err != nil {
		t.Fatal(err)
	}
	var findings strings.Builder
	if err := Check(context.Background(), cfg, slog.New(slog.DiscardHandler), &findings, true); err != nil {
		t.Errorf("%v: %s", err, findings.String())
	}
}

// past waits until a PDF is read beyond a page, or has been read.
func (e *engram) past(token, id string, page float64) map[string]any {
	e.t.Helper()
	var m map[string]any
	waitFor(e.t, fmt.Sprintf("more than %v pages are read", page), func() bool {
		m = e.want(200, e.call("GET", "/api/v1/content/"+id, token, nil)).body["content"].(map[string]any)
		upto, _ := m["pagesRead"].(float64)
		return upto > page || m["status"] != "pending"
	})
	return m
}

// killAtEachStep kills the program whenever a capture has come to the next step, and then at moments of chance while many
// are under way. In the end everything is there, once.
func killAtEachStep(t *testing.T, cfg config.Config) {
	reached := make(chan string, 1000)
	var blocked atomic.Value // the path that does not answer
	blocked.Store("")
	at := func(answer http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if path := r.URL.Path; path == blocked.Load() {
				reached <- path
				hang(w, r)
				return
			}
			time.Sleep(time.Duration(rand.IntN(30)) * time.Millisecond)
			answer(w, r)
		}
	}
	pages := site(t, map[string]http.HandlerFunc{
		"/page/": at(func(w http.ResponseWriter, r *http.Request) {
			html(fmt.Sprintf(`<title>Page %[1]s</title><meta property="og:image" content="/picture.gif"><p>The words of page %[1]s, which stand here once.`, r.URL.Path[6:]))(w, r)
		}),
		"/picture.gif": at(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/gif")
			_ = gif.Encode(w, image.NewPaletted(image.Rect(0, 0, 100, 100), palette.Plan9), nil)
		}),
		"/file.pdf": at(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = w.Write(makePDF("A file behind an address."))
		}),
	})
	v := startVictim(t, cfg)
	token := v.user()
	var ids []string
	save := func(path string) {
		ids = append(ids, v.add(token, map[string]string{"type": "link", "link": pages + path})["_id"].(string))
	}
	for i, step := range []string{"/page/0", "/picture.gif", "/file.pdf"} {
		blocked.Store(step)
		save("/file.pdf")
		save(fmt.Sprint("/page/", i))
		<-reached
		v.kill()
		blocked.Store("")
		v = startVictim(t, cfg)
	}
	for i := range 40 {
		save(fmt.Sprint("/page/", 10+i))
	}
	for range 3 {
		time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
		v.kill()
		v = startVictim(t, cfg)
	}
	v.kill()

	e := start(t, cfg)
	for _, id := range ids {
		if m := e.settled(token, id); m["status"] != "ready" {
			t.Errorf("got %v", m)
		}
		passages := e.want(200, e.call("GET", "/api/v1/content/"+id, token, nil)).memories("passages")
		if len(passages) != 1 {
			t.Errorf("a page of one passage has %d", len(passages))
		}
	}
	if count := e.want(200, e.call("GET", "/api/v1/get-content-count", token, nil)).body["count"]; count != float64(len(ids)) {
		t.Errorf("%v are counted, %d were saved", count, len(ids))
	}
	if err := e.app.Close(); err != nil {
		t.Fatal(err)
	}
	var findings strings.Builder
	if err := Check(context.Background(), cfg, slog.New(slog.DiscardHandler), &findings, true); err != nil {
		t.Errorf("%v: %s", err, findings.String())
	}
}
