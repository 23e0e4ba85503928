package fetch

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"engram/internal/capture"
	"engram/internal/fault"
)

func TestOriginIsReachedWhereverItIs(t *testing.T) {
	var own *httptest.Server
	port, visits := inside(t)
	own = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/tweet":
			fmt.Fprint(w, "a tweet")
		case "/again":
			http.Redirect(w, r, "/tweet", http.StatusFound)
		case "/elsewhere":
			http.Redirect(w, r, "http://127.0.0.1:"+port, http.StatusFound)
		case "/disguise":
			http.Redirect(w, r, strings.Replace(own.URL, "http:", "https:", 1), http.StatusFound)
		}
	}))
	t.Cleanup(own.Close)
	c := client(t, Config{Origin: own.URL + "/api?x=1"}, nil)
	for path, reached := range map[string]bool{"/tweet": true, "/again": true, "/elsewhere": false, "/disguise": false} {
		page, err := c.Fetch(t.Context(), capture.Request{URL: own.URL + path})
		switch {
		case reached && (err != nil || string(page.Body) != "a tweet"):
			t.Errorf("%s: %q, %v", path, page.Body, err)
		case !reached:
			wantFault(t, err, fault.Invalid, msgRefused)
		}
	}
	u, _ := url.Parse(own.URL)
	for _, at := range []string{
		"http://127.0.0.1:" + port, "https://" + u.Host, "http://127.0.0.1/", "http://localhost:" + u.Port(),
		"http://[::ffff:127.0.0.1]:" + u.Port(),
	} {
		if _, err := c.Fetch(t.Context(), capture.Request{URL: at}); !errors.Is(err, errRefused) {
			t.Errorf("%s: %v, want it refused", at, err)
		}
	}
	if visits.Load() != 0 {
		t.Error("the inside was reached")
	}
}

func TestOnlyTheClientWithAnOriginReachesIt(t *testing.T) {
	port, visits := inside(t)
	_, err := client(t, Config{}, nil).Fetch(t.Context(), capture.Request{URL: "http://127.0.0.1:" + port})
	wantFault(t, err, fault.Invalid, msgRefused)
	c := client(t, Config{Origin: "http://127.0.0.1:" + port}, nil)
	if _, err := c.Fetch(t.Context(), capture.Request{URL: "HTTP://127.0.0.1:" + port + "/x"}); err != nil || visits.Load() != 1 {
		t.Errorf("%v after %d visits", err, visits.Load())
	}
}

func TestOriginIsAWebAddress(t *testing.T) {
	for _, address := range []string{"tweets.example", "ftp://tweets.example", "http://", "/api", "http://[::1", "file:///etc"} {
		if _, err := New(Config{Origin: address}); err == nil || !strings.Contains(err.Error(), "origin") {
			t.Errorf("Origin %q: %v", address, err)
		}
	}
}

func TestHostOf(t *testing.T) {
	for raw, want := range map[string]string{
		"http://Example.COM/x":         "example.com",
		"https://example.com":          "example.com",
		"https://example.com:80":       "example.com",
		"http://example.com.:0443/":    "example.com",
		"http://example.com:/":         "example.com",
		"http://example.com.:8080/":    "example.com:8080",
		"http://ann:pw@example.com/":   "example.com",
		"http://www.example.com/":      "www.example.com",
		"http://BÜCHER.example。":       "xn--bcher-kva.example",
		"http://xn--bcher-kva.example": "xn--bcher-kva.example",
		"http://my_pages.example.":     "my_pages.example",
		"http://[::1]:8080/":           "[::1]:8080",
		"http://[0:0::1%25eth0]":       "::1",
		"http://[::ffff:192.0.2.1]":    "192.0.2.1",
		"http://１９２.0.2.1/":            "192.0.2.1",
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := hostOf(u); got != want {
			t.Errorf("hostOf(%s) = %s, want %s", raw, got, want)
		}
	}
}
