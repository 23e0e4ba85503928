package fetch

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"engram/internal/capture"
	"engram/internal/fault"
)

const limit = 5 << 20

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // net/http logs responses that no request asked for
	goleak.VerifyTestMain(m)
}

// site starts a server and returns it with a client that may reach it.
func site(t *testing.T, h http.HandlerFunc) (*httptest.Server, *Client) {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv, client(t, Config{Allow: []string{srv.Listener.Addr().String()}}, nil)
}

func client(t *testing.T, cfg Config, r *net.Resolver) *Client {
	t.Helper()
	if cfg.Timeout == 0 {
		cfg.Timeout = time.Minute // tests of the timeout set their own
	}
	c, err := newClient(cfg, r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wantFault checks the kind and the words, and that the words give no address away.
func wantFault(t *testing.T, err error, kind fault.Kind, message string) *fault.Error {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		t.Fatalf("error %v is no fault", err)
	}
	if f.Kind != kind || f.Message != message {
		t.Fatalf("fault %d %q (%v), want %d %q", f.Kind, f.Message, err, kind, message)
	}
	if strings.Contains(f.Message, "127.0.0.1") {
		t.Errorf("message %q tells an address", f.Message)
	}
	return f
}

func TestFetchGivesThePage(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new?x=1", http.StatusMovedPermanently)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=windows-1251")
		fmt.Fprint(w, "<p>hello ", r.UserAgent())
	})
	page, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL + "/old", Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	want := capture.Page{URL: srv.URL + "/new?x=1", ContentType: "text/html; charset=windows-1251"}
	if page.URL != want.URL || page.ContentType != want.ContentType || !strings.Contains(string(page.Body), "Engram") {
		t.Errorf("page %q %q %q", page.URL, page.ContentType, page.Body)
	}
}

func TestFetchUnpacksGzip(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		io.WriteString(z, "packed words")
		z.Close()
	})
	page, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Limit: limit})
	if err != nil || string(page.Body) != "packed words" {
		t.Errorf("body %q, error %v", page.Body, err)
	}
}

func TestFetchSpeaksHTTP2(t *testing.T) {
	c, at := secure(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) })
	page, err := c.Fetch(t.Context(), capture.Request{URL: at, Limit: limit})
	if err != nil || string(page.Body) != "HTTP/2.0" {
		t.Errorf("body %q, error %v", page.Body, err)
	}
}

// secure starts a server that speaks HTTP/2 and returns a client that trusts it.
func secure(t *testing.T, h http.HandlerFunc) (c *Client, at string) {
	t.Helper()
	srv := httptest.NewUnstartedServer(h)
	srv.EnableHTTP2 = true
	srv.StartTLS()
	t.Cleanup(srv.Close)
	c = client(t, Config{Allow: []string{"127.0.0.0/8"}}, nil)
	roots := x509.NewCertPool()
	roots.AddCert(srv.Certificate())
	c.transports.guarded.TLSClientConfig = &tls.Config{RootCAs: roots}
	return c, srv.URL
}

func TestFetchChecksCertificates(t *testing.T) {
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	c := client(t, Config{Allow: []string{"127.0.0.0/8"}}, nil)
	_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Limit: limit})
	wantFault(t, err, fault.Invalid, "The site's certificate is not valid.")
}

func TestFetchAnswersAreFaults(t *testing.T) {
	for code, want := range map[int]struct {
		kind    fault.Kind
		message string
	}{
		300: {fault.Invalid, "The page answered 300 Multiple Choices."},
		304: {fault.Invalid, "The page answered 304 Not Modified."},
		400: {fault.Invalid, "The page answered 400 Bad Request."},
		401: {fault.Invalid, "The page answered 401 Unauthorized."},
		403: {fault.Invalid, "The page answered 403 Forbidden."},
		404: {fault.Invalid, "The page answered 404 Not Found."},
		408: {fault.Unavailable, "The page answered 408 Request Timeout."},
		410: {fault.Invalid, "The page answered 410 Gone."},
		429: {fault.Unavailable, "The page answered 429 Too Many Requests."},
		500: {fault.Unavailable, "The page answered 500 Internal Server Error."},
		503: {fault.Unavailable, "The page answered 503 Service Unavailable."},
		599: {fault.Unavailable, "The page answered 599."},
	} {
		t.Run(http.StatusText(code), func(t *testing.T) {
			srv, c := site(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) })
			_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Limit: limit})
			wantFault(t, err, want.kind, want.message)
		})
	}
}

func TestFetchReportsRetryAfter(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Limit: limit})
	f := wantFault(t, err, fault.Unavailable, "The page answered 429 Too Many Requests.")
	if f.RetryAfter != 2*time.Minute {
		t.Errorf("retry after %v, want 2m", f.RetryAfter)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"":                              0,
		"soon":                          0,
		"-5":                            0,
		"7":                             7 * time.Second,
		"999999999999":                  10 * time.Minute,
		"Wed, 01 May 2030 12:01:00 GMT": time.Minute,
		"Wed, 01 May 2030 11:59:00 GMT": 0,
		"Thu, 02 May 2030 12:00:00 GMT": 10 * time.Minute,
	} {
		if got := retryAfter(value, now); got != want {
			t.Errorf("retryAfter(%q) = %v, want %v", value, got, want)
		}
	}
}

func TestFetchAcceptsWebAddressesOnly(t *testing.T) {
	c := client(t, Config{}, nil)
	for _, raw := range []string{
		"", "example.com", "//example.com", "/path", "ftp://example.com", "file:///etc/passwd", "gopher://127.0.0.1:70/x",
		"javascript:alert(1)", "data:text/html,hi", "http://", "http:///x", "http://:80", "http://[::1", "http://a b/", "http://a\x00b/", "unix:///run/x.sock",
	} {
		_, err := c.Fetch(t.Context(), capture.Request{URL: raw, Limit: limit})
		wantFault(t, err, fault.Invalid, msgNoAddress)
	}
}

func TestFetchDropsCredentials(t *testing.T) {
	var seen []string
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get("Authorization")+r.Header.Get("Referer"))
		if r.URL.Path == "/" {
			http.Redirect(w, r, "http://eve:secret@"+r.Host+"/end", http.StatusFound)
		}
	})
	page, err := c.Fetch(t.Context(), capture.Request{URL: strings.Replace(srv.URL, "://", "://ann:secret@", 1), Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	if u, _ := url.Parse(page.URL); u.User != nil {
		t.Errorf("final address %s carries credentials", page.URL)
	}
	if got := strings.Join(seen, ""); got != "" || len(seen) != 2 {
		t.Errorf("sent %q in %d requests, want nothing in 2", got, len(seen))
	}
}

func TestFetchKeepsCookiesForOneFetch(t *testing.T) {
	visits := 0
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie("seen"); err != nil {
			visits++
			http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
			http.Redirect(w, r, "/", http.StatusFound)
		}
	})
	for range 2 {
		if _, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Limit: limit}); err != nil {
			t.Fatal(err)
		}
	}
	if visits != 2 {
		t.Errorf("%d fetches came without a cookie, want 2", visits)
	}
}

func TestFetchStopsWithItsCaller(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(30*time.Millisecond, cancel)
	_, err := c.Fetch(ctx, capture.Request{URL: srv.URL, Limit: limit})
	if !errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Internal {
		t.Errorf("error %v, want the caller's cancellation and no fault", err)
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{100: "100 bytes", 512 << 10: "512 KB", 5 << 20: "5 MB", 3 << 19: "1.5 MB"} {
		if got := size(n); got != want {
			t.Errorf("size(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestLargePageIsCut(t *testing.T) {
	const limit = 1000
	for name, test := range map[string]struct {
		contentType string
		head        bool
		wantErr     bool
	}{
		"a web page":              {contentType: "text/html; charset=utf-8"},
		"a web page by its looks": {contentType: "application/octet-stream"},
		"a recording":             {contentType: "video/mp4"},
		"a picture":               {contentType: "image/png", wantErr: true},
		"a picture's head":        {contentType: "image/png", head: true},
		"a text":                  {contentType: "text/plain", wantErr: true},
	} {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", test.contentType)
				_, _ = io.WriteString(w, "<title>Long</title>"+strings.Repeat("x", 5*limit))
			}))
			t.Cleanup(srv.Close)
			c, err := New(Config{Allow: []string{"127.0.0.0/8"}})
			if err != nil {
				t.Fatal(err)
			}
			page, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Limit: limit, Head: test.head})
			if (err != nil) != test.wantErr || !test.wantErr && len(page.Body) != limit {
				t.Errorf("%d bytes, %v", len(page.Body), err)
			}
		})
	}
}
