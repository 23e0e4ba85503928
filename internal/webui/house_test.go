package webui

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestHouse(t *testing.T) {
	files := fstest.MapFS{
		"index.html":         {Data: []byte(`<!doctype html><html lang="en" class="dark"><title>Engram</title>`)},
		"home.html":          {Data: []byte(`<!doctype html><html lang="en" class="dark"><title>Home</title>`)},
		"pages/welcome.html": {Data: []byte(`<!doctype html><html lang="en" class="dark"><title>Welcome</title>`)},
	}
	awaits := true
	for _, test := range []struct {
		name  string
		house House
		path  string
		want  string // begins the page
	}{
		{"a service", House{}, "/", `<!doctype html><html lang="en" class="dark"><title>Welcome`},
		{"a closed service", House{SignUp: "closed"}, "/welcome", `<!doctype html><html lang="en" data-sign-up="closed" class="dark"><title>Welcome`},
		{"a household", House{Personal: true, SignUp: "invite"}, "/", `<!doctype html><html lang="en" data-mode="personal" data-sign-up="invite" class="dark"><title>Engram`},
		{"no public page at home", House{Personal: true}, "/welcome", `<a href="/">Found</a>`},
		{"no prices at home", House{Personal: true}, "/upgrade", `<a href="/">Found</a>`},
		{"the dashboard", House{Personal: true}, "/home", `<!doctype html><html lang="en" data-mode="personal" class="dark"><title>Home`},
	} {
		t.Run(test.name, func(t *testing.T) {
			app := &handler{files: files, origin: func(*http.Request) string { return "https://engram.example" }, house: test.house}
			if got := body(app, test.path); !strings.HasPrefix(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if got := body(app, "/robots.txt"); strings.Contains(got, "Disallow: /\n") != test.house.Personal {
				t.Errorf("robots.txt: %q", got)
			}
			if got := body(app, "/sitemap.xml"); strings.Contains(got, "<urlset") == test.house.Personal {
				t.Errorf("sitemap.xml: %q", got)
			}
		})
	}
	t.Run("the page says that the owner's account is to be made until there is one", func(t *testing.T) {
		app := &handler{
			files: files, origin: func(*http.Request) string { return "https://engram.example" },
			house: House{Personal: true, AwaitsOwner: func(context.Context) bool { return awaits }},
		}
		for range 2 {
			if got := body(app, "/"); strings.Contains(got, " data-awaits-owner") != awaits {
				t.Errorf("awaits %t, the page is %q", awaits, got)
			}
			awaits = false
		}
	})
}

func body(app http.Handler, path string) string {
	w := httptest.NewRecorder()
	app.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	got, _ := io.ReadAll(w.Result().Body)
	return string(got)
}
