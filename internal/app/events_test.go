package app

import (
	"bufio"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"engram/internal/config"
	"engram/internal/live"
	"engram/internal/memory"
	"engram/internal/store/notices"
	"engram/internal/store/storetest"
)

// event is one server-sent event.
type event struct {
	id, name string
	data     map[string]any
}

// watch opens a user's stream and returns what it says, until the test or the stream ends.
func (e *engram) watch(token, after string) <-chan event {
	e.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	e.t.Cleanup(stop)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, e.url+"/api/v1/events", nil)
	if err != nil {
		e.t.Fatal(err)
	}
	request.Header.Set("authorization", token)
	if after != "" {
		request.Header.Set("Last-Event-ID", after)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		e.t.Fatalf("status %d, %v", response.StatusCode, response.Header)
	}
	events := make(chan event, 1000)
	lines := bufio.NewScanner(response.Body)
	lines.Scan() // the stream has begun: nothing that happens from here on is missed
	go func() {
		defer close(events)
		var now event
		for lines.Scan() {
			field, value, _ := strings.Cut(lines.Text(), ": ")
			switch field {
			case "id":
				now.id = value
			case "event":
				now.name = value
			case "data":
				_ = json.Unmarshal([]byte(value), &now.data) // nil tells
				events <- now
				now = event{}
			}
		}
	}()
	return events
}

// next returns the next event of that name about that memory.
func (e *engram) next(events <-chan event, name, id string) event {
	e.t.Helper()
	for late := time.After(patience); ; {
		select {
		case got, open := <-events:
			if !open {
				e.t.Fatalf("the stream ended before a %s of %s", name, id)
			}
			if got.name == name && got.data["_id"] == id {
				return got
			}
		case <-late:
			e.t.Fatalf("no %s of %s", name, id)
		}
	}
}

func TestEvents(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		open := make(chan struct{})
		pages := site(t, map[string]http.HandlerFunc{"/slow": func(w http.ResponseWriter, r *http.Request) {
			<-open
			html("<title>It came</title><p>Words about herons.")(w, r)
		}})
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		events, others := e.watch(token, ""), e.watch(stranger, "")

		id := e.add(token, map[string]string{"type": "link", "link": pages + "/slow"})["_id"].(string)
		begun := e.next(events, "memory", id)
		if got := begun.data["status"]; got != "pending" {
			t.Errorf("it begins %v", got)
		}
		for got := begun; got.data["step"] != "fetching"; got = e.next(events, "step", id) { // a step may come before its memory, which has it then
		}
		listed := e.want(200, e.call("GET", "/api/v1/content", token, nil)).memories("content")
		if listed[0]["step"] != "fetching" {
			t.Errorf("the list says %v", listed[0]["step"])
		}
		close(open)
		ready := e.next(events, "memory", id)
		if ready.data["status"] != "ready" || ready.data["title"] != "It came" {
			t.Errorf("it became %v", ready.data)
		}
		note := e.note(token, "A note")
		e.next(events, "memory", note)
		mark := map[string]any{"start": map[string]int{"leaf": 0, "offset": 2}, "end": map[string]int{"leaf": 0, "offset": 6}, "quote": "note"}
		e.want(200, e.call("POST", "/api/v1/content/"+note+"/highlights", token, mark))
		marked := e.next(events, "highlights", note)
		if came := <-e.watch(token, ready.id); came.name != "memory" || came.data["_id"] != note {
			t.Errorf("after %s came %v", ready.id, came)
		}
		if n, err := strconv.Atoi(marked.id); err != nil || n <= 0 {
			t.Errorf("the change of highlights has the number %q", marked.id)
		}
		e.want(200, e.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": note}))
		e.next(events, "deleted", note)

		// A client that reconnects catches up, and a memory that changed twice comes once.
		again := e.watch(token, ready.id)
		if got := <-again; got.name != "deleted" || got.data["_id"] != note {
			t.Errorf("after %s came %v", ready.id, got)
		}
		e.want(401, e.call("GET", "/api/v1/events", "", nil))
		select {
		case got := <-others:
			t.Errorf("ROLE-06 a stranger was told %v", got)
		default:
		}

		if err := e.app.Close(); err != nil || strings.Contains(e.log.String(), "requests were cut") {
			t.Errorf("open streams kept the stop waiting: %v", err)
		}
		for range events { // it ends
		}
	})
}

func TestAStreamEndsWithItsSession(t *testing.T) {
	e := start(t, settings(t))
	name := randomName()
	token := e.signUp(name)
	other := e.want(200, e.call("POST", "/api/v1/signin", "", map[string]string{"username": name, "password": password})).text("token")
	events := e.watch(token, "")
	e.want(200, e.call("POST", "/api/v1/resetpassword", other, map[string]string{"oldPassword": password, "newPassword": "Another1!horse"}))
	for late := time.After(patience); ; {
		select {
		case _, open := <-events:
			if !open {
				return
			}
		case <-late:
			t.Fatal("it outlives the password")
		}
	}
}

func TestAnotherNodesChangesAreSent(t *testing.T) {
	cfgs := nodes(t, 2)
	one, two := start(t, cfgs[0]), start(t, cfgs[1])
	token := one.user()
	events := one.watch(token, "")
	one.next(events, "memory", two.note(token, "By the other node"))
}

// What is not in the feed of changes goes from node to node, to pages that are open and to those that are opened later.
func TestNodesTellEachOtherOfSteps(t *testing.T) {
	cfg := nodes(t, 1)[0]
	e := start(t, cfg)
	token := e.user()
	events := e.watch(token, "")
	other, heard := notices.New(storetest.Open(t, cfg.DatabaseURL), slog.New(slog.DiscardHandler)), make(chan live.Notice, 1000)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); other.Run(ctx, func(n live.Notice) { heard <- n }, func() {}) }()
	defer func() { stop(); <-ended }()
	var user string
	for again := time.NewTicker(50 * time.Millisecond); user == ""; { // a node listens a moment after its start
		e.note(token, "Something to tell")
		select {
		case n := <-heard:
			user = n.UserID
		case <-again.C:
		}
	}
	for late := time.After(patience); ; {
		other.Send(live.Notice{UserID: user, MemoryID: "captured there", Step: memory.Reading})
		select {
		case got := <-events:
			if got.name == "step" && got.data["_id"] == "captured there" {
				e.next(e.watch(token, ""), "step", "captured there")
				return
			}
		case <-time.After(50 * time.Millisecond):
		case <-late:
			t.Fatal("the step did not come")
		}
	}
}
