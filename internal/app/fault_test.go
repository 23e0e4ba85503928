package app

import (
	"net/http"
	"strings"
	"testing"

	"engram/internal/store/storetest"
)

func TestWhilePostgresIsAway(t *testing.T) {
	postgres := storetest.OwnPostgres(t)
	cfg := settings(t)
	cfg.DatabaseURL = postgres.URL
	v := startVictim(t, cfg)
	name := randomName()
	token := v.signUp(name)
	note := v.note(token, "The kettle is under the sink.")
	page := site(t, map[string]http.HandlerFunc{"/": html("<title>Kettles</title><p>They boil.")})

	postgres.Stop()
	for title, call := range map[string]func() answer{
		"reading": func() answer { return v.call("GET", "/api/v1/content?limit=5", token, nil) },
		"opening": func() answer { return v.call("GET", "/api/v1/content/"+note, token, nil) },
		"saving": func() answer {
			return v.call("POST", "/api/v1/content", token, map[string]string{"type": "note", "description": "x"})
		},
		"searching": func() answer { return v.search(token, "kettle", "all-memories") },
		"deleting":  func() answer { return v.call("DELETE", "/api/v1/content", token, map[string]string{"contentId": note}) },
		"signing in": func() answer {
			return v.call("POST", "/api/v1/signin", "", map[string]string{"username": name, "password": password})
		},
		"signing up": func() answer {
			return v.call("POST", "/api/v1/signup", "", map[string]string{"username": randomName(), "password": password})
		},
	} {
		got := v.want(503, call())
		if got.header.Get("Retry-After") == "" || !strings.Contains(got.text("message"), "can't reach its database") {
			t.Errorf("%s is answered %v, %v", title, got, got.header)
		}
	}
	if got := v.want(503, v.call("GET", "/readyz", "", nil)); got.header.Get("Retry-After") == "" {
		t.Errorf("it says that it is not ready, and not when to ask again: %v", got.header)
	}

	postgres.Start()
	v.want(200, v.call("GET", "/readyz", "", nil))
	v.want(200, v.call("GET", "/api/v1/content/"+note, token, nil))
	link := v.add(token, map[string]string{"type": "link", "link": page})["_id"].(string)
	if m := v.settled(token, link); m["status"] != "ready" {
		t.Errorf("its jobs do not go on: %v", m)
	}
}
