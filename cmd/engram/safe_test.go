package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const ada = `{"username":"Ada","password":"Correct1!horse"}`

// from sends a request from a loopback address and returns status and headers.
func from(t *testing.T, address, method, url, token, body string) (int, http.Header) {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("authorization", token)
	status, header, _ := send(t, address, request)
	return status, header
}

func send(t *testing.T, address string, request *http.Request) (int, http.Header, string) {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	transport := &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}
	client := http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(answer)
}

// upload sends a PDF and returns status and body.
func upload(t *testing.T, url, token string) (int, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "lease.pdf")
	if err != nil {
		t.Fatal(err)
	}
	_, errWrite := part.Write([]byte("%PDF-1.4\nnothing of a PDF follows"))
	if err := errors.Join(errWrite, form.Close()); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, url+"/api/upload/pdfUploader", &body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("authorization", token)
	request.Header.Set("Content-Type", form.FormDataContentType())
	status, _, answer := send(t, "127.0.0.1", request)
	return status, answer
}

// documentLink returns the newest memory's link.
func documentLink(t *testing.T, url, token string) string {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, url+"/api/v1/content", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("authorization", token)
	_, _, answer := send(t, "127.0.0.1", request)
	var list struct{ Content []struct{ Link string } }
	if err := json.Unmarshal([]byte(answer), &list); err != nil || len(list.Content) == 0 {
		t.Fatalf("%v: %s", err, answer)
	}
	return list.Content[0].Link
}

func TestFailedSignInsDontLockOutUsers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	cmd, url := serve(t, dir, "ENGRAM_AUTH_RATE=1")
	signIn := func(address, body string) int {
		t.Helper()
		status, _ := from(t, address, "POST", url+"/api/v1/signin", "", body)
		return status
	}
	flood := func() {
		t.Helper()
		refused := 0
		for _, stranger := range []string{"127.0.0.66", "127.0.0.67", "127.0.0.68"} {
			for range 5 {
				if status := signIn(stranger, strings.Replace(ada, "horse", "guess", 1)); status == http.StatusTooManyRequests {
					refused++
				}
			}
		}
		if refused < 9 {
			t.Errorf("LIMIT-08 of 15 wrong tries %d were refused, want 9 at least", refused)
		}
	}
	if status, _ := from(t, "127.0.0.2", "POST", url+"/api/v1/signup", "", ada); status != http.StatusOK {
		t.Fatalf("sign-up: %d", status)
	}
	flood()
	if status := signIn("127.0.0.3", ada); status != http.StatusOK {
		t.Errorf("the owner at a new address: %d", status)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	_, url = serve(t, dir, "ENGRAM_AUTH_RATE=1")
	flood()
	signIn("127.0.0.2", strings.Replace(ada, "Ada", "Eve", 1)) // unknown names have no attempts left there
	if status := signIn("127.0.0.2", ada); status != http.StatusOK {
		t.Errorf("the owner at home, after a restart: %d", status)
	}
}

func TestSafe(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	_, url := serve(t, dir, "ENGRAM_TRUSTED_PROXIES=127.0.0.9/32")
	token := post(t, url+"/api/v1/signup", "", ada)["token"].(string)
	get := func(link string) int {
		t.Helper()
		status, _ := from(t, "127.0.0.1", "GET", link, "", "")
		return status
	}
	t.Run("API-48 a document's link opens if its path is unchanged, while its session lasts", func(t *testing.T) {
		_, answer := upload(t, url, token)
		var uploaded struct{ URL string }
		if err := json.Unmarshal([]byte(answer), &uploaded); err != nil {
			t.Fatal(err)
		}
		post(t, url+"/api/v1/content", token, `{"type":"document","link":"`+uploaded.URL+`"}`)
		own := documentLink(t, url, token)
		if status := get(own); status != http.StatusOK {
			t.Fatalf("%s: %d", own, status)
		}
		_, signature, _ := strings.Cut(own, "&signature=")
		for _, spelled := range []string{
			own + "&signature=" + signature, own + "&x=1", strings.Replace(own, "/api/files", "//api//files", 1),
			strings.Replace(own, "/files/", "/./files/", 1), strings.Replace(own, "/files/", "/%2e/files/", 1), strings.Replace(own, "lease", "LEASE", 1),
			strings.Replace(own, "lease", "%6cease", 1), strings.Replace(own, "?", "/?", 1),
		} {
			if status := get(spelled); status != http.StatusForbidden && status != http.StatusNotFound {
				t.Errorf("%s: %d", spelled, status)
			}
		}
		ends := map[string]func(other string){
			"sign-out": func(other string) { post(t, url+"/api/v1/signout", other, "") },
			"a changed password": func(string) {
				post(t, url+"/api/v1/resetpassword", token, `{"oldPassword":"Correct1!horse","newPassword":"Correct1!horse"}`)
			},
			"the end of all others": func(string) { from(t, "127.0.0.1", "DELETE", url+"/api/v1/sessions", token, "") },
		}
		for title, end := range ends {
			other := post(t, url+"/api/v1/signin", "", ada)["token"].(string)
			listed := documentLink(t, url, other)
			if before := get(listed); before != http.StatusOK {
				t.Errorf("before %s: %d", title, before)
			}
			end(other)
			if after := get(listed); after != http.StatusForbidden {
				t.Errorf("after %s: %d", title, after)
			}
		}
		if status := get(own); status != http.StatusOK {
			t.Errorf("in the session that stays: %d", status)
		}
	})
	t.Run("a field that occurs twice is refused with a message", func(t *testing.T) {
		for path, body := range map[string]string{
			"/api/v1/signin": `{"username":"Eve","username":"Ada","password":"Correct1!horse"}`, "/api/v1/waitlist": `{"item":"a","email":"a@b.c","Item":"b"}`,
			"/api/v1/content": `{"type":"note","description":"a","description":"b"}`, "/api/v1/ask": `{"query":"a","type":"all-memories","x":{"y":1,"y":2}}`,
		} {
			request, _ := http.NewRequest(http.MethodPost, url+path, strings.NewReader(body))
			request.Header.Set("authorization", token)
			if status, _, answer := send(t, "127.0.0.1", request); status != http.StatusBadRequest || !strings.Contains(answer, "stands twice") {
				t.Errorf("%s: %d %s", path, status, answer)
			}
		}
	})
	t.Run("every response forbids frames, sniffing and device access, and over TLS requires https", func(t *testing.T) {
		for _, path := range []string{"/", "/home", "/welcome", "/player.html", "/robots.txt", "/favicon.svg", "/api/v1/plans", "/api/none", "/test-checkout/x", "/healthz"} {
			for address, secure := range map[string]bool{"127.0.0.1": false, "127.0.0.9": true} {
				request, _ := http.NewRequest(http.MethodGet, url+path, nil)
				request.Header.Set("X-Forwarded-Proto", "https") // only trusted from the proxy
				_, header, _ := send(t, address, request)
				if got := header.Get("Permissions-Policy"); !strings.Contains(got, "camera=()") || !strings.Contains(got, "geolocation=()") {
					t.Errorf("%s: permissions %q", path, got)
				}
				if got := header.Get("Content-Security-Policy"); !strings.Contains(got, "frame-ancestors") {
					t.Errorf("%s: policy %q", path, got)
				}
				if got := header.Get("Strict-Transport-Security"); (got != "") != secure {
					t.Errorf("%s from %s: %q", path, address, got)
				}
			}
		}
	})
	t.Run("files that can't be written are reported", func(t *testing.T) {
		aside := filepath.Join(dir, "blobs", ".aside")
		if err := errors.Join(os.RemoveAll(aside), os.WriteFile(aside, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		if status, answer := upload(t, url, token); status != http.StatusServiceUnavailable || !strings.Contains(answer, "can't be stored") {
			t.Errorf("%d %s", status, answer)
		}
	})
	t.Run("a removed lock file admits no second server", func(t *testing.T) {
		if err := os.Remove(filepath.Join(dir, "engram.lock")); err != nil {
			t.Fatal(err)
		}
		out, err := program(nil, "ENGRAM_ADDR=127.0.0.1:0", "ENGRAM_DATA_DIR="+dir).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "another Engram is running on "+dir) {
			t.Errorf("%v: %s", err, out)
		}
	})
}
