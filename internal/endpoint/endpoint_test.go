package endpoint

import (
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "sk-the-operators-own-key"

func TestPostStaysWithTheEndpoint(t *testing.T) {
	var elsewhere int
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere++ }))
	defer other.Close()
	t.Setenv("HTTP_PROXY", other.URL)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/chat" || r.Header.Get("Authorization") != "Bearer "+key {
			t.Errorf("got %s with %q", r.URL, r.Header)
		}
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	e, err := New(server.URL+"/v1/", key)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	response, err := e.Post(t.Context(), "chat", "a person's text")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusTemporaryRedirect || elsewhere != 0 {
		t.Errorf("status %d, and %d calls elsewhere", response.StatusCode, elsewhere)
	}
}

func TestErrorsHoldNoAddress(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	secure := httptest.NewTLSServer(nil)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	defer secure.Close()
	talks := func(says string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			c, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = io.WriteString(c, says)
			_ = c.Close()
		}))
		t.Cleanup(server.Close)
		return server.URL
	}
	for address, want := range map[string]string{
		strings.Replace(gone.URL, "http://", "http://user:hunter2@", 1): "connection refused",
		"http://hunter2.invalid/v1":                                     "no such host",
		secure.URL:                                                      "the certificate is not trusted",
		talks(""):                                                       "the connection broke off",
		talks("hunter2\r\n\r\n"):                                        "no answer of HTTP",
	} {
		e, err := New(address, key)
		if err != nil {
			t.Fatal(err)
		}
		response, err := e.Post(t.Context(), "chat", nil)
		if err == nil {
			response.Body.Close()
			t.Fatalf("%s answers", address)
		}
		if err.Error() != want {
			t.Errorf("%s: got %v", address, err)
		}
		e.Close()
	}
	for _, wrong := range []string{"http://user:hunter2@[::1/", "hunter2", ""} {
		if _, err := New(wrong, key); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: got %v", wrong, err)
		}
	}
	if err := errors.New("plain"); !errors.Is(WithoutAddress(err), err) || WithoutAddress(nil) != nil {
		t.Error("an error of another kind is lost")
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, " 7 ": 7 * time.Second, "-7": 0, "soon": 0, "7.5": 0,
		"Sun, 01 Mar 2026 12:00:30 GMT": 30 * time.Second, "Sun, 01 Mar 2026 11:00:00 GMT": 0,
		"99999999999": 1 << 20 * time.Second, "999999999999999999999999": 0,
	} {
		if got := RetryAfter(http.Header{"Retry-After": {header}}, now); got != want {
			t.Errorf("%q: got %v, want %v", header, got, want)
		}
	}
}

func FuzzCode(f *testing.F) {
	f.Add([]byte(`{"error":{"code":"bad","type":"t"}}`))
	f.Add([]byte(`{"error":{"code":429,"type":"rate_limit"}}`))
	f.Add([]byte(`{"error":{"code":"` + key + `"}}`))
	f.Add([]byte(`{"error":"` + key + `"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		e := &Endpoint{key: key}
		if got := e.Code(body); len(got) > 40 || strings.Contains(got, key) || strings.ContainsAny(got, " \n\"") {
			t.Errorf("the code is %q", got)
		}
	})
}
