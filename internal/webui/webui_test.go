package webui

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestHandler(t *testing.T) {
	app := &handler{policy: policyOf([]string{"https://player.example"}), origin: func(r *http.Request) string { return "https://" + r.Host }, files: fstest.MapFS{
		"index.html":             {Data: []byte(`<!doctype html><title>Engram</title><meta property="og:image" content="/social.png">`)},
		"home.html":              {Data: []byte("<!doctype html><title>Engram</title><h1>Good Evening</h1>")},
		"player.html":            {Data: []byte("<!doctype html><title>Player</title>")},
		"early.js":               {Data: []byte("apply()")},
		"sw.js":                  {Data: []byte("listen()")},
		"assets/index-abc.js.gz": {Data: compress([]byte(strings.Repeat("export {};", 100)), gzip.BestCompression)},
		"assets/index-abc.js.br": {Data: []byte("packed")},
		".gitkeep":               {},

		"manifest.webmanifest": {Data: []byte(`{"name": "Engram"}`)},
		"pages/welcome.html":   {Data: []byte(`<!doctype html><title>Welcome</title><meta property="og:image" content="/social.png">`)},
		"pages/policies/cookie-policy.html": {Data: []byte(`<!doctype html><title>Cookies</title>` +
			`<meta property="og:url" content="/policies/cookie-policy"><link rel="canonical" href="/policies/cookie-policy"><a href="/welcome">`)},
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
	t.Run("ROUTE-14 unknown paths serve the app, with its policy", func(t *testing.T) {
		for _, path := range []string{"/home", "/auth/signin", "/policies/nothing", "/policies", "/pages/welcome.html", "/no/such/page", "/index.html", "/.gitkeep", "/%2e%2e/etc/passwd"} {
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
	t.Run("only the dashboard's page has its outline", func(t *testing.T) {
		for path, want := range map[string]bool{"/home": true, "/home/": true, "/home/memory/1": true, "/home.html": false, "/homework": false, "/": false, "/memory/home": false} {
			got := get(path)
			defer got.Body.Close()
			body, _ := io.ReadAll(got.Body)
			if strings.Contains(string(body), "Good Evening") != want || got.Header.Get("Content-Security-Policy") == "" {
				t.Errorf("%s: %q", path, body)
			}
		}
	})
	t.Run("ROUTE-01 ROUTE-02 a prerendered page is served at its path, with the same policy", func(t *testing.T) {
		for path, title := range map[string]string{
			"/": "Welcome", "/welcome": "Welcome", "/welcome/": "Welcome", "//welcome": "Welcome", "/x/../welcome": "Welcome",
			"/policies/cookie-policy": "Cookies", "/policies/cookie-policy/": "Cookies",
			"/welcome.html": "Engram", "/pages/welcome": "Engram", "/welcome/x": "Engram", "/policies/Cookie-Policy": "Engram",
		} {
			got := get(path)
			defer got.Body.Close()
			body, _ := io.ReadAll(got.Body)
			if got.StatusCode != http.StatusOK || !strings.Contains(string(body), "<title>"+title+"</title>") {
				t.Errorf("%s: %d %q", path, got.StatusCode, body)
			}
			if got.Header.Get("Content-Security-Policy") != app.policy || got.Header.Get("Cache-Control") != "no-cache" {
				t.Errorf("%s: %v", path, got.Header)
			}
		}
	})
	t.Run("a page names its card's picture by the whole address, of each request", func(t *testing.T) {
		for _, path := range []string{"/welcome", "/auth/signup"} {
			for _, host := range []string{"engram.example", "localhost:8080", "engram.example", `"><script>`} {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Host = host
				w := httptest.NewRecorder()
				app.ServeHTTP(w, r)
				if body := w.Body.String(); !strings.Contains(body, `content="https://`+html.EscapeString(host)+`/social.png"`) {
					t.Errorf("%s at %s: %q", path, host, body)
				}
			}
		}
	})
	t.Run("a page's own address is absolute", func(t *testing.T) {
		got := get("https://engram.example/policies/cookie-policy")
		defer got.Body.Close()
		body, _ := io.ReadAll(got.Body)
		for _, want := range []string{
			`<meta property="og:url" content="https://engram.example/policies/cookie-policy">`,
			`<link rel="canonical" href="https://engram.example/policies/cookie-policy">`, `<a href="/welcome">`,
		} {
			if !strings.Contains(string(body), want) {
				t.Errorf("no %s in %q", want, body)
			}
		}
	})
	t.Run("invented addresses keep few pages in memory", func(t *testing.T) {
		for i := range 3 * maxPlaces {
			host := fmt.Sprintf("host%d.example", i)
			r := httptest.NewRequest(http.MethodGet, "/welcome", nil)
			r.Host = host
			r.Header.Set("Accept-Encoding", "gzip")
			w := httptest.NewRecorder()
			app.ServeHTTP(w, r)
			plain, err := gzip.NewReader(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			if body, err := io.ReadAll(plain); err != nil || !strings.Contains(string(body), "https://"+host+"/social.png") {
				t.Fatalf("%s: %q, %v", host, body, err)
			}
		}
		kept := 0
		app.placed.Range(func(any, any) bool { kept++; return true })
		if kept > maxPlaces {
			t.Errorf("%d are kept", kept)
		}
	})
	t.Run("an unchanged file is answered 304", func(t *testing.T) {
		for _, path := range []string{"/welcome", "/home", "/early.js", "/assets/index-abc.js"} {
			seen := map[string]bool{}
			for _, encoding := range []string{"br, gzip", "gzip", ""} {
				first := get(path, "Accept-Encoding", encoding)
				defer first.Body.Close()
				tag := first.Header.Get("ETag")
				again := get(path, "Accept-Encoding", encoding, "If-None-Match", tag)
				defer again.Body.Close()
				if body, _ := io.ReadAll(again.Body); again.StatusCode != http.StatusNotModified || len(body) > 0 {
					t.Errorf("%s %q: %d, %d bytes", path, encoding, again.StatusCode, len(body))
				}
				if tagOf := first.Header.Get("Content-Encoding") + tag; tag == "" || seen[tag] && !seen[tagOf] {
					t.Errorf("%s %q: tag %q", path, encoding, tag)
				} else {
					seen[tag], seen[tagOf] = true, true
				}
			}
		}
		here, there := get("/welcome"), get("http://other.example/welcome")
		defer here.Body.Close()
		defer there.Body.Close()
		if here.Header.Get("ETag") == there.Header.Get("ETag") {
			t.Errorf("both addresses have %s", here.Header.Get("ETag"))
		}
	})
	t.Run("the sitemap lists the public pages, and robots.txt names it", func(t *testing.T) {
		var found struct {
			URLs []string `xml:"url>loc"`
		}
		got := get("http://a&b/sitemap.xml")
		defer got.Body.Close()
		if err := xml.NewDecoder(got.Body).Decode(&found); err != nil || got.Header.Get("Content-Type") != "application/xml; charset=utf-8" {
			t.Fatalf("%v %v", err, got.Header)
		}
		if want := []string{"https://a&b/policies/cookie-policy", "https://a&b/welcome"}; !slices.Equal(found.URLs, want) {
			t.Errorf("%q", found.URLs)
		}
		robots := get("http://engram.example/robots.txt")
		defer robots.Body.Close()
		body, _ := io.ReadAll(robots.Body)
		for _, line := range []string{"User-agent: *\n", "Disallow: /api/\n", "Disallow: /home\n", "Disallow: /conversations\n", "Disallow: /settings\n", "\nSitemap: https://engram.example/sitemap.xml\n"} {
			if !strings.Contains(string(body), line) {
				t.Errorf("no %q in %q", line, body)
			}
		}
		if strings.Contains(string(body), "Disallow: /\n") {
			t.Errorf("%q", body)
		}
	})
	t.Run("the manifest has its media type", func(t *testing.T) {
		got := get("/manifest.webmanifest")
		defer got.Body.Close()
		if got.Header.Get("Content-Type") != "application/manifest+json" {
			t.Errorf("%v", got.Header)
		}
	})
	t.Run("hashed files are cached permanently, others are revalidated", func(t *testing.T) {
		for path, want := range map[string]string{"/assets/index-abc.js": "public, max-age=31536000, immutable", "/early.js": "no-cache"} {
			got := get(path)
			defer got.Body.Close()
			if got.Header.Get("Cache-Control") != want || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/javascript") {
				t.Errorf("%s: %v", path, got.Header)
			}
		}
	})
	t.Run("VIDEO-04 an address that a policy can't express is left out of the player's policy", func(t *testing.T) {
		for _, host := range []string{"[::1]:8080", "a.example; script-src *", "a.example,b.example", "*", "a.example/x", "'unsafe-inline'", ""} {
			r := httptest.NewRequest(http.MethodGet, "/player.html", nil)
			r.Host = host
			w := httptest.NewRecorder()
			app.ServeHTTP(w, r)
			if csp := w.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "script-src 'self'; style-src 'self'; ") {
				t.Errorf("%s: %q", host, csp)
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
			"sandbox allow-scripts", "default-src 'none'", "frame-ancestors 'self'", "require-trusted-types-for 'script'",
			// To Safari a frame without an origin has no 'self'.
			"script-src 'self' https://example.com", "style-src 'self' https://example.com",
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
	t.Run("VIDEO-04 a page without an origin may load the app's files, but no page", func(t *testing.T) {
		for path, want := range map[string]string{"/assets/index-abc.js": "*", "/early.js": "", "/home": "", "/player.html": ""} {
			got := get(path)
			defer got.Body.Close()
			if origin := got.Header.Get("Access-Control-Allow-Origin"); origin != want {
				t.Errorf("%s: %q", path, origin)
			}
		}
	})
	t.Run("a script of an older build is answered 404, not with a page", func(t *testing.T) {
		got := get("/assets/index-old.js")
		defer got.Body.Close()
		if got.StatusCode != http.StatusNotFound {
			t.Errorf("status %d", got.StatusCode)
		}
	})
	t.Run("files are compressed as the client accepts", func(t *testing.T) {
		for _, test := range []struct{ path, accept, want string }{
			{"/assets/index-abc.js", "gzip, deflate, br, zstd", "br"},
			{"/assets/index-abc.js", "GZIP, BR;q=0.8", "br"},
			{"/assets/index-abc.js", "gzip, br;q=0", "gzip"},
			{"/assets/index-abc.js", "gzip;q=0.0, brotli", ""},
			{"/assets/index-abc.js", "", ""},
			{"/early.js", "gzip, br", "gzip"},
		} {
			got := get(test.path, "Accept-Encoding", test.accept)
			defer got.Body.Close()
			body, _ := io.ReadAll(got.Body)
			if encoding := got.Header.Get("Content-Encoding"); encoding != test.want || got.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s for %q: %q, %v", test.path, test.accept, encoding, got.Header)
			}
			if !strings.HasPrefix(got.Header.Get("Content-Type"), "text/javascript") {
				t.Errorf("%s for %q: %v", test.path, test.accept, got.Header)
			}
			switch test.want {
			case "br":
				if string(body) != "packed" {
					t.Errorf("%q", body)
				}
			case "gzip":
				if plain, err := gzip.NewReader(bytes.NewReader(body)); err != nil {
					t.Error(err)
				} else if body, _ := io.ReadAll(plain); len(body) == 0 {
					t.Error("nothing inside")
				}
			default:
				if len(body) != 1000 {
					t.Errorf("%d bytes", len(body))
				}
			}
		}
	})
	t.Run("compressed files have no address of their own", func(t *testing.T) {
		for _, suffix := range []string{packedSuffix, gzippedSuffix} {
			got := get("/assets/index-abc.js" + suffix)
			defer got.Body.Close()
			if got.StatusCode != http.StatusNotFound {
				t.Errorf("%s: status %d", suffix, got.StatusCode)
			}
		}
	})
	t.Run("the service worker is looked for anew each time, and talks to us alone", func(t *testing.T) {
		got := get("/sw.js")
		defer got.Body.Close()
		if got.Header.Get("Cache-Control") != "no-cache" || got.Header.Get("Content-Security-Policy") != "default-src 'none'; connect-src 'self'" {
			t.Errorf("%v", got.Header)
		}
		if kind := got.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/javascript") {
			t.Errorf("it is %s", kind)
		}
	})
	t.Run("what is shared without a service worker is answered by a page that says so", func(t *testing.T) {
		w := httptest.NewRecorder()
		app.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/save", strings.NewReader("url=https://example.com")))
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/save?missed" {
			t.Errorf("%d %v", w.Code, w.Header())
		}
	})
	t.Run("writing methods are refused", func(t *testing.T) {
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
