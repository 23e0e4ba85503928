package fetch

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// bytes allocated for one fetch of up to 10 MB, the test server's own share included
const mostSpent = 64 << 20

// spend fetches and fails if that took much memory.
func spend(t *testing.T, c *Client, r capture.Request) (capture.Page, error) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	page, err := c.Fetch(t.Context(), r)
	runtime.ReadMemStats(&after)
	if spent := after.TotalAlloc - before.TotalAlloc; spent > mostSpent {
		t.Errorf("took %d KB", spent>>10)
	}
	return page, err
}

// bomb is 10 MB of gzip that become 10 GB.
var bomb = sync.OnceValue(func() []byte {
	var member bytes.Buffer
	z := gzip.NewWriter(&member)
	z.Write(make([]byte, 10<<20))
	z.Close()
	return bytes.Repeat(member.Bytes(), 1000)
})

func TestFetchDefusesGzipBombs(t *testing.T) {
	packed := bomb()
	for contentType, want := range map[string]struct {
		size    int
		message string
	}{
		"text/html":                {size: 5 << 20},
		"video/mp4":                {size: 512 << 10},
		"application/json":         {message: "The page is larger than 5 MB."},
		"application/octet-stream": {message: "The page is larger than 5 MB."},
		"image/png":                {message: "The page is larger than 10 MB."},
	} {
		srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", contentType)
			w.Write(packed)
		})
		page, err := spend(t, c, capture.Request{URL: srv.URL})
		if want.message != "" {
			wantFault(t, err, fault.Invalid, want.message)
		} else if err != nil || len(page.Body) != want.size || page.Length != -1 {
			t.Errorf("%s: %d bytes of %d, %v", contentType, len(page.Body), page.Length, err)
		}
	}
}

func TestFetchEndsBodiesThatUnpackToNothing(t *testing.T) {
	var empty bytes.Buffer
	gzip.NewWriter(&empty).Close()
	block := bytes.Repeat(empty.Bytes(), 4096)
	at, c := rawSite(t, 300*time.Millisecond, func(conn net.Conn) {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n")
		for {
			if _, err := conn.Write(block); err != nil {
				return
			}
		}
	})
	_, err := c.Fetch(t.Context(), capture.Request{URL: at})
	wantFault(t, err, fault.Unavailable, msgLate)
}

func TestFetchEndsEndlessBodies(t *testing.T) {
	for name, tt := range map[string]struct {
		first, then string
		size        int // of the page; of 0 a fault
		kind        fault.Kind
		message     string
		most        int64 // bytes that come in
	}{
		"a page": {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", "<p>", 5 << 20, 0, "", 6 << 20},
		"a page in chunks": {"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n", "12\r\n<p>in small pieces\r\n",
			5 << 20, 0, "", 8 << 20},
		"a file":    {"HTTP/1.1 200 OK\r\n\r\n", "x", 0, fault.Invalid, "The page is larger than 5 MB.", 6 << 20},
		"a refusal": {"HTTP/1.1 404 Not Found\r\n\r\n", "x", 0, fault.Invalid, "The page answered 404 Not Found.", 1 << 20},
		"a redirect's body": {"HTTP/1.1 302 Found\r\nLocation: ftp://x/\r\n\r\n", "x", 0, fault.Invalid,
			"The page redirects to an address that is no web page.", 1 << 20},
		"a header":    {"HTTP/1.1 200 OK\r\nX-Long: ", "x", 0, fault.Unavailable, msgUnreachable, 1 << 20},
		"headers":     {"HTTP/1.1 200 OK\r\n", "X-Many: headers\r\n", 0, fault.Unavailable, msgUnreachable, 1 << 20},
		"status line": {"HTTP/1.1 200 ", "OK", 0, fault.Unavailable, msgUnreachable, 1 << 20},
		"hints":       {"", "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n", 0, fault.Unavailable, msgUnreachable, 1 << 20},
		"a trailer": {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n", "X-Trailer: x\r\n", 0, fault.Unavailable,
			msgUnreachable, 1 << 20},
		"a chunk's size": {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0", 0, fault.Unavailable, msgUnreachable, 1 << 20},
	} {
		t.Run(name, func(t *testing.T) {
			block := strings.Repeat(tt.then, 64<<10/len(tt.then))
			at, c := rawSite(t, 0, func(conn net.Conn) {
				io.WriteString(conn, tt.first)
				for {
					if _, err := io.WriteString(conn, block); err != nil {
						return
					}
				}
			})
			m := measure(c)
			page, err := spend(t, c, capture.Request{URL: at})
			if tt.message != "" {
				wantFault(t, err, tt.kind, tt.message)
			} else if err != nil || len(page.Body) != tt.size {
				t.Errorf("%d bytes, %v", len(page.Body), err)
			}
			if n := m.bytes.Load(); n > tt.most {
				t.Errorf("%d KB came in, want at most %d", n>>10, tt.most>>10)
			}
		})
	}
}

func TestFetchReadsEmptyBodies(t *testing.T) {
	for name, answer := range map[string]string{
		"length 0":       "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
		"no length":      "HTTP/1.1 200 OK\r\n\r\n",
		"an empty chunk": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"no content":     "HTTP/1.1 204 No Content\r\n\r\n",
	} {
		at, c := rawSite(t, 0, func(conn net.Conn) { io.WriteString(conn, answer) })
		if page, err := spend(t, c, capture.Request{URL: at}); err != nil || len(page.Body) != 0 {
			t.Errorf("%s: %q, %v", name, page.Body, err)
		}
	}
}

func TestFetchSurvivesServersThatDoNotListen(t *testing.T) {
	for name, tt := range map[string]struct {
		scheme  string
		serve   func(net.Conn)
		message string
	}{
		"never answers":     {"http", func(c net.Conn) { io.Copy(io.Discard, c) }, msgLate},
		"hangs up":          {"http", func(net.Conn) {}, msgUnreachable},
		"tls that hangs":    {"https", func(c net.Conn) { io.Copy(io.Discard, c) }, msgLate},
		"tls that hangs up": {"https", func(net.Conn) {}, msgUnreachable},
		"tls of garbage": {"https", func(c net.Conn) {
			io.WriteString(c, strings.Repeat("\x16\x03\x03\xff\xff\x00garbage", 1000))
			io.Copy(io.Discard, c)
		}, msgUnreachable},
		"tls that never ends": {"https", func(c net.Conn) { drip(c, "\x16\x03\x03\x40\x00", "\x0b") }, msgLate},
		"no tls at all": {"https", func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\nplain")
			io.Copy(io.Discard, c)
		}, msgUnreachable},
		"a word too early": {"http", func(c net.Conn) {
			io.WriteString(c, "220 mail.example ESMTP\r\n")
			io.Copy(io.Discard, c)
		}, msgUnreachable},
	} {
		t.Run(name, func(t *testing.T) {
			timeout := time.Minute // a busy machine may take long to see that nothing comes
			if tt.message == msgLate {
				timeout = 300 * time.Millisecond
			}
			at, c := bareSite(t, timeout, tt.serve)
			// it outlives the fetch, and the test waits for it
			c.transports.guarded.TLSHandshakeTimeout = timeout + 100*time.Millisecond
			_, err := spend(t, c, capture.Request{URL: tt.scheme + "://" + at})
			wantFault(t, err, fault.Unavailable, tt.message)
		})
	}
}

// A server that answers before the request may be heard or not; either is fine, as long as it ends.
func TestFetchSurvivesResponsesBeforeTheRequest(t *testing.T) {
	at, c := bareSite(t, 100*time.Millisecond, func(conn net.Conn) {
		io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly")
		io.Copy(io.Discard, conn)
	})
	for range 8 {
		page, err := spend(t, c, capture.Request{URL: "http://" + at})
		if err == nil && string(page.Body) == "early" {
			continue
		}
		if k := fault.KindOf(err); k != fault.Unavailable {
			t.Errorf("page %q, %v", page.Body, err)
		}
	}
}

func TestFetchEndsSlowLoops(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(150 * time.Millisecond)
		http.Redirect(w, r, "/again", http.StatusFound)
	})
	_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Timeout: 400 * time.Millisecond})
	wantFault(t, err, fault.Unavailable, msgLate)
}

func TestFetchEndsLoopsBetweenSites(t *testing.T) {
	var here, there *httpSite
	here, there = newHTTPSite(t), newHTTPSite(t)
	here.to, there.to = there.url, here.url
	c := client(t, Config{Allow: []string{"127.0.0.0/8"}}, nil)
	var all sync.WaitGroup
	// more than a host has slots: no fetch may hold a slot of one site while it waits for the
	// other's
	for i := range 12 {
		at := here.url
		if i%2 == 1 {
			at = there.url
		}
		all.Go(func() {
			_, err := fetchWithRetry(t.Context(), c, capture.Request{URL: at})
			wantFault(t, err, fault.Invalid, "The page redirects too often.")
		})
	}
	all.Wait()
	if c.scheduler.free != defaultTotal {
		t.Errorf("%d turns were not given back", defaultTotal-c.scheduler.free)
	}
}

// httpSite redirects every request to another site.
type httpSite struct{ url, to string }

func newHTTPSite(t *testing.T) *httpSite {
	s := &httpSite{}
	s.url, _ = rawSite(t, 0, func(conn net.Conn) {
		fmt.Fprintf(conn, "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n", s.to)
	})
	return s
}

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "120", "-1", "99999999999999999999", "Wed, 01 May 2030 12:01:00 GMT", "Mon, 01 Jan 0001 00:00:00 GMT"} {
		f.Add(seed)
	}
	now := time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value string) {
		if got := retryAfter(value, now); got < 0 || got > maxRetryAfter {
			t.Errorf("retryAfter(%q) = %v", value, got)
		}
	})
}

func FuzzContentRange(f *testing.F) {
	for _, seed := range []string{"bytes 0-4/90", "bytes 0-4/*", "bytes 4-9/-1", "/", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		resp := &http.Response{StatusCode: http.StatusPartialContent, ContentLength: 5, Header: http.Header{"Content-Range": {value}}}
		if n := length(resp); n < -1 {
			t.Errorf("length of %q is %d", value, n)
		}
		if !isMiddle(resp) && !strings.HasPrefix(value, "bytes 0") {
			t.Errorf("%q counts as a beginning", value)
		}
	})
}
