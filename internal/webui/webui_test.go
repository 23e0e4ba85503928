package webui

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestHandler(t *testing.T) {
	app := &handler{files: fstest.MapFS{
		"index.html":          {Data: []byte("<!doctype html><title>Engram</title>")},
		"home.html":           {Data: []byte("<!doctype html><title>Engram</title><h1>Good Evening</h1>")},
		"player.html":         {Data: []byte("<!doctype html><title>Player</title>")},
		"theme.js":            {Data: []byte("apply()")},
		"assets/index-abc.js": {Data: []byte(strings.Repeat("export {};", 100))},
		".gitkeep":            {},
	}}
	get := func(path string, header ...string) *http.Response {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		app.ServeHTTP(w, r)
		return w.Result()
	}
	t.Run("ROUTE-14 unknown paths serve the app, under its policy", func(t *testing.T) {
		for _, path := range []string{"/", "/home", "/auth/signin", "/policies/blog", "/no/such/page", "/index.html", "/.gitkeep", "/%2e%2e/etc/passwd"} {
			got := get(path)
			defer got.Body.Close()
			body, _ := io.ReadAll(got.Body)
			if got.StatusCode != http.StatusOK || !strings.Contains(string(body), "<title>Engram</title>") {
				t.Errorf("%s: %d %q", path, got.StatusCode, body)
			}
			csp := got.Header.Get("Content-Security-Policy")
			for _, part := range []string{
				"default-src 'none'", "script-src 'self'", "connect-src 'self'", "media-src 'self' blob: https:", "frame-ancestors 'none'",
				"require-trusted-types-for 'script'",
			} {
				if !strings.Contains(csp, part+";") {
					t.Errorf("%s: no %s in %q", path, part, csp)
				}
			}
			if strings.Contains(csp, "unsafe") {
				t.Errorf("%s: %q", path, csp)
			}
			if got.Header.Get("Cache-Control") != "no-cache" {
				t.Errorf("%s is kept: %q", path, got.Header.Get("Cache-Control"))
			}
		}
	})
	t.Run("the dashboard's page shows its outline, and no other does", func(t *testing.T) {
		for path, want := range map[string]bool{"/home": true, "/home/": true, "/home/memory/1": true, "/home.html": false, "/homework": false, "/": false, "/memory/home": false} {
			got := get(path)
			defer got.Body.Close()
			body, _ := io.ReadAll(got.Body)
			if strings.Contains(string(body), "Good Evening") != want || got.Header.Get("Content-Security-Policy") == "" {
				t.Errorf("%s: %q", path, body)
			}
		}
	})
	t.Run("files that carry a hash are kept for ever, others are asked for again", func(t *testing.T) {
		for path, want := range map[string]string{"/assets/index-abc.js": "public, max-age=31536000, immutable", "/theme.js": "no-cache"} {
			got := get(path)
			defer got.Body.Close()
			if got.Header.Get("Cache-Control") != want || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/javascript") {
				t.Errorf("%s: %v", path, got.Header)
			}
		}
	})
	t.Run("VIDEO-04 the player's page has no origin, and no other site can frame it", func(t *testing.T) {
		got := get("/player.html")
		defer got.Body.Close()
		if body, _ := io.ReadAll(got.Body); got.StatusCode != http.StatusOK || !strings.Contains(string(body), "<title>Player</title>") {
			t.Errorf("%d %q", got.StatusCode, body)
		}
		csp := got.Header.Get("Content-Security-Policy")
		for _, part := range []string{
			"sandbox allow-scripts", "default-src 'none'", "script-src 'self'", "frame-ancestors 'self'", "require-trusted-types-for 'script'",
		} {
			if !strings.Contains(csp, part+";") {
				t.Errorf("no %s in %q", part, csp)
			}
		}
		for _, part := range []string{"allow-same-origin", "unsafe", "*"} {
			if strings.Contains(csp, part) {
				t.Errorf("%s in %q", part, csp)
			}
		}
		if got.Header.Get("Referrer-Policy") != "no-referrer" || got.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%v", got.Header)
		}
	})
	t.Run("VIDEO-04 a page without an origin may load the app's files, and no page", func(t *testing.T) {
		for path, want := range map[string]string{"/assets/index-abc.js": "*", "/theme.js": "", "/home": "", "/player.html": ""} {
			got := get(path)
			defer got.Body.Close()
			if origin := got.Header.Get("Access-Control-Allow-Origin"); origin != want {
				t.Errorf("%s: %q", path, origin)
			}
		}
	})
	t.Run("a script of an older build is absent, not a page", func(t *testing.T) {
		got := get("/assets/index-old.js")
		defer got.Body.Close()
		if got.StatusCode != http.StatusNotFound {
			t.Errorf("status %d", got.StatusCode)
		}
	})
	t.Run("files travel compressed", func(t *testing.T) {
		got := get("/assets/index-abc.js", "Accept-Encoding", "br, gzip")
		defer got.Body.Close()
		plain, err := gzip.NewReader(got.Body)
		if err != nil {
			t.Fatal(err)
		}
		if body, _ := io.ReadAll(plain); got.Header.Get("Content-Encoding") != "gzip" || len(body) != 1000 {
			t.Errorf("%d bytes, %v", len(body), got.Header)
		}
	})
	t.Run("nothing is written to", func(t *testing.T) {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/home", nil))
		if w.Code != http.StatusMethodNotAllowed {
			t.Errorf("status %d", w.Code)
		}
	})
}

func TestWithoutTheApp(t *testing.T) {
	w := httptest.NewRecorder()
	(&handler{files: fstest.MapFS{}}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
