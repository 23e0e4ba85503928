package fetch

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/fault"
)

func TestPost(t *testing.T) {
	var seen atomic.Int64
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		seen.Add(1)
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.URL.Path == "/away":
			http.Redirect(w, r, "/", http.StatusTemporaryRedirect)
		case r.URL.Path == "/busy":
			w.Header().Set("Retry-After", "90")
			w.WriteHeader(http.StatusServiceUnavailable)
		case r.URL.Path == "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 64<<10)); err != nil {
					return
				}
			}
		case r.Method != http.MethodPost || string(body) != "said" || r.Header.Get("Webhook-Id") != "7" || r.URL.RawQuery != "key=1":
			w.WriteHeader(http.StatusBadRequest)
		}
	})
	for _, test := range []struct {
		path  string
		code  int
		after time.Duration
	}{{"/?key=1", 200, 0}, {"/away", 307, 0}, {"/busy", 503, 90 * time.Second}, {"/endless", 200, 0}} {
		before := seen.Load()
		code, after, err := c.Post(t.Context(), srv.URL+test.path, map[string]string{"Webhook-Id": "7"}, []byte("said"))
		if code != test.code || after != test.after || err != nil || seen.Load() != before+1 {
			t.Errorf("%s: %d %v %v in %d requests", test.path, code, after, err, seen.Load()-before)
		}
	}
}

func TestPostFails(t *testing.T) {
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a private address was reached") }))
	t.Cleanup(private.Close)
	c := client(t, Config{}, nil)
	for address, words := range map[string]string{
		private.URL: msgRefused, "http://169.254.169.254/latest/meta-data": msgRefused, "http://[::ffff:127.0.0.1]/": msgRefused, "ftp://example.com/": msgNoAddress,
	} {
		_, _, err := c.Post(t.Context(), address, nil, nil)
		wantFault(t, err, fault.Invalid, words)
	}
	srv, _ := site(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	slow := client(t, Config{Allow: []string{"127.0.0.0/8"}, Timeout: 50 * time.Millisecond}, nil)
	_, _, err := slow.Post(t.Context(), srv.URL, nil, []byte("x"))
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Message != "It did not answer in time." {
		t.Error(err)
	}
}
