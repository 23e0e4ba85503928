package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/config"
)

// fleet are nodes in processes of their own, of which some may be dead.
type fleet struct {
	t    *testing.T
	cfgs []config.Config
	mu   sync.Mutex
	all  []*victim // nil: dead
}

func startFleet(t *testing.T, cfgs []config.Config) *fleet {
	t.Helper()
	f := &fleet{t: t, cfgs: cfgs, all: make([]*victim, len(cfgs))}
	for i := range cfgs {
		f.start(i)
	}
	return f
}

func (f *fleet) start(i int) {
	v := startVictim(f.t, f.cfgs[i])
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all[i] = v
}

func (f *fleet) kill(i int) {
	f.mu.Lock()
	v := f.all[i]
	f.all[i] = nil
	f.mu.Unlock()
	v.kill()
}

// any returns the address of a node that lives.
func (f *fleet) any() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		if v := f.all[rand.IntN(len(f.all))]; v != nil {
			return v.url
		}
	}
}

// try calls some node; 0 is the status of a node that died meanwhile.
func (f *fleet) try(method, path, token, key, body string) (status int, text string) {
	request, err := http.NewRequest(method, f.any()+path, strings.NewReader(body))
	if err != nil {
		f.t.Error(err)
		return 0, ""
	}
	request.Header.Set("Authorization", token)
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, ""
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, ""
	}
	return response.StatusCode, string(raw)
}

// until calls nodes until one that lives answers.
func (f *fleet) until(method, path, token, key, body string) (status int, text string) {
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if status, text = f.try(method, path, token, key, body); status != 0 && status != http.StatusServiceUnavailable {
			return status, text
		}
	}
	f.t.Errorf("%s %s: no node answers", method, path)
	return status, text
}

// TestNodesKilledUnderLoad kills one node after the other while 16 writers save at all of them. What was acknowledged is there,
// once, and found at every node at once; a limit is reached exactly.
func TestNodesKilledUnderLoad(t *testing.T) {
	rounds := 2
	if os.Getenv("ENGRAM_SLOW_TESTS") != "" {
		rounds = 20
	}
	const limit, writers = 150, 16
	cfgs := nodes(t, 3)
	for i := range cfgs {
		cfgs[i].FreeMemories, cfgs[i].FreeSearchesPerDay = limit, 1_000_000
	}
	f := startFleet(t, cfgs)
	var stop atomic.Bool
	var saved, found atomic.Int64
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for n := 0; !stop.Load() || n == 0; n++ {
				w := newWriter(f, fmt.Sprintf("w%dn%d", w, n))
				w.fill(limit, &stop, &saved, &found)
				w.verify()
			}
		})
	}
	for range rounds {
		i := rand.IntN(len(cfgs))
		time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
		f.kill(i)
		f.start(i)
	}
	stop.Store(true)
	all.Wait()
	t.Logf("%d saved, %d of them looked for at another moment at any node", saved.Load(), found.Load())
	for i := range cfgs {
		f.kill(i)
	}
	var findings strings.Builder
	if err := Check(context.Background(), cfgs[0], slog.New(slog.DiscardHandler), &findings, true); err != nil {
		t.Errorf("%v: %s", err, findings.String())
	}
}

// writer is a user who saves notes.
type writer struct {
	f     *fleet
	name  string
	token string
	kept  []string
}

func newWriter(f *fleet, name string) *writer {
	w := &writer{f: f, name: name}
	// A sign-up may be answered by a node that dies before its answer comes: the next has another name.
	for again := 0; w.token == "" && again < 20; again++ {
		status, text := f.until("POST", "/api/v1/signup", "", "", fmt.Sprintf(`{"username":%q,"password":%q}`, randomName(), password))
		var answer struct{ Token string }
		if err := json.Unmarshal([]byte(text), &answer); err != nil || status != http.StatusOK {
			f.t.Logf("a sign-up: %d %s", status, text)
		}
		w.token = answer.Token
	}
	if w.token == "" {
		f.t.Error("nobody can sign up")
	}
	return w
}

// fill saves notes up to the limit and beyond, or until the end, and looks for some of them.
func (w *writer) fill(limit int, stop *atomic.Bool, saved, found *atomic.Int64) {
	for i := 0; i < limit+5 && !stop.Load(); i++ {
		word := fmt.Sprintf("%sword%d", w.name, i)
		status, text := w.f.until("POST", "/api/v1/content", w.token, word, fmt.Sprintf(`{"type":"note","description":"A note about %s."}`, word))
		switch {
		case status == http.StatusOK && i < limit:
			saved.Add(1)
			w.kept = append(w.kept, word)
		case status != http.StatusTooManyRequests || i < limit:
			w.f.t.Errorf("note %d of %d: %d %s", i+1, limit, status, text)
		}
		if status == http.StatusOK && rand.IntN(4) == 0 {
			w.find(word)
			found.Add(1)
		}
	}
}

// find looks for a word at some node.
func (w *writer) find(word string) {
	status, text := w.f.until("POST", "/api/v1/vector-search", w.token, "", fmt.Sprintf(`{"query":%q,"type":"all-memories"}`, word))
	if status != http.StatusOK || strings.Count(text, "A note about "+word+".") == 0 {
		w.f.t.Errorf("%s was saved and is not found: %d %.300s", word, status, text)
	}
}

// verify compares what is there with what was acknowledged.
func (w *writer) verify() {
	status, text := w.f.until("GET", "/api/v1/content", w.token, "", "")
	if status != http.StatusOK {
		w.f.t.Errorf("the list: %d %.300s", status, text)
	}
	for _, word := range w.kept {
		if n := strings.Count(text, `"description":"A note about `+word+`."`); n != 1 {
			w.f.t.Errorf("%s is there %d times", word, n)
		}
	}
	if n := strings.Count(text, `"description":"A note about `); n != len(w.kept) {
		w.f.t.Errorf("%d notes, %d acknowledged", n, len(w.kept))
	}
}
