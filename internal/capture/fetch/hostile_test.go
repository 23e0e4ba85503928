package fetch

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// inside starts a server that must not be reached and counts its visits.
func inside(t *testing.T) (port string, visits *atomic.Int64) {
	t.Helper()
	visits = new(atomic.Int64)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { visits.Add(1) }))
	t.Cleanup(srv.Close)
	_, port, _ = net.SplitHostPort(srv.Listener.Addr().String())
	return port, visits
}

// rawSite answers the first request of every connection with what serve writes to it.
func rawSite(t *testing.T, timeout time.Duration, serve func(net.Conn)) (string, *Client) {
	t.Helper()
	at, c := bareSite(t, timeout, func(conn net.Conn) {
		if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			serve(conn)
		}
	})
	return "http://" + at, c
}

// bareSite leaves it to serve whether to listen at all. It returns its host:port.
func bareSite(t *testing.T, timeout time.Duration, serve func(net.Conn)) (string, *Client) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var conns sync.WaitGroup
	conns.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conns.Go(func() {
				defer conn.Close()
				serve(conn)
			})
		}
	})
	t.Cleanup(func() { l.Close(); conns.Wait() })
	return l.Addr().String(), client(t, Config{Allow: []string{l.Addr().String()}, Timeout: timeout}, nil)
}

func TestFetchRefusesEverySpellingOfPrivateAddresses(t *testing.T) {
	port, visits := inside(t)
	c := client(t, Config{}, resolver(t, "127.0.0.1"))
	for _, host := range []string{
		"127.0.0.1", "①②⑦.⓪.⓪.①", "１２７.0.0.1", "127。0。0。1", "127.1", "2130706433", "0x7f000001", "0x7f.0x0.0x0.0x1",
		"017700000001", "0177.0.0.1", "127.0.0.1.", "[::1]", "[::1%25eth0]", "[::1%25lo]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
		"[::127.0.0.1]", "[2002:7f00:1::]", "[64:ff9b::7f00:1]", "[0:0:0:0:0:0:0:1]", "localhost", "LOCALHOST", "localhost.",
		"foo.localhost", "0.0.0.0", "0", "[::]", "rebound.example", "127.0.0.1.nip.example", "169.254.169.254",
		"metadata.google.internal", "%31%32%37.0.0.1", "user@127.0.0.1", "example.com@127.0.0.1",
	} {
		for _, at := range []string{"http://" + host + ":" + port, "http://" + host, "https://" + host} {
			_, err := c.Fetch(t.Context(), capture.Request{URL: at, Limit: limit})
			switch fault.KindOf(err) {
			case fault.Invalid, fault.Unavailable: // refused, or no address at all
			default:
				t.Errorf("%s: %v, want a fault", at, err)
			}
		}
	}
	if n := visits.Load(); n != 0 {
		t.Errorf("the inside was reached %d times", n)
	}
}

func TestFetchRefusesNamesOfPrivateAddresses(t *testing.T) {
	for _, addr := range []string{
		"127.0.0.1", "10.0.0.7", "172.20.1.1", "192.168.0.1", "100.100.100.200", "169.254.169.254", "168.63.129.16", "0.0.0.0",
		"::1", "::ffff:10.0.0.1", "fd00::1", "fe80::1", "fec0::1", "2002:a00:1::", "64:ff9b::a00:1", "2001:0:1::1",
	} {
		c := client(t, Config{}, resolver(t, addr))
		_, err := c.Fetch(t.Context(), capture.Request{URL: "http://public.example/", Limit: limit})
		wantFault(t, err, fault.Invalid, msgRefused)
	}
}

func TestFetchReachesAllowedNames(t *testing.T) {
	port, visits := inside(t)
	c := client(t, Config{Allow: []string{"127.0.0.0/8"}}, resolver(t, "127.0.0.1"))
	if _, err := c.Fetch(t.Context(), capture.Request{URL: "http://wiki.example:" + port, Limit: limit}); err != nil || visits.Load() != 1 {
		t.Errorf("%v after %d visits", err, visits.Load())
	}
}

func TestFetchReportsUnknownSites(t *testing.T) {
	c := client(t, Config{}, resolver(t))
	_, err := c.Fetch(t.Context(), capture.Request{URL: "http://nowhere.example/", Limit: limit})
	wantFault(t, err, fault.Unavailable, msgUnknownSite)
}

func TestFetchIgnoresProxies(t *testing.T) {
	port, visits := inside(t)
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:"+port)
	t.Setenv("ALL_PROXY", "http://127.0.0.1:"+port)
	c := client(t, Config{}, resolver(t, "10.0.0.1"))
	_, err := c.Fetch(t.Context(), capture.Request{URL: "http://public.example/", Limit: limit})
	wantFault(t, err, fault.Invalid, msgRefused)
	if visits.Load() != 0 {
		t.Error("the proxy was asked")
	}
}

func TestFetchChecksEachRedirect(t *testing.T) {
	port, visits := inside(t)
	for target, message := range map[string]string{
		"http://127.0.0.1:" + port:       msgRefused,
		"//①②⑦.⓪.⓪.①:" + port:            msgRefused,
		"http://[::1%25eth0]:" + port:    msgRefused,
		"http://169.254.169.254/latest/": msgRefused,
		"https://localhost:" + port:      msgRefused,
		"file:///etc/passwd":             "The page redirects to an address that is no web page.",
		"gopher://127.0.0.1:" + port:     "The page redirects to an address that is no web page.",
		"javascript:alert(1)":            "The page redirects to an address that is no web page.",
		"http:///nowhere":                "The page redirects to an address that is no web page.",
	} {
		srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Location"] = []string{target}
			w.WriteHeader(http.StatusFound)
		})
		_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Limit: limit})
		wantFault(t, err, fault.Invalid, message)
	}
	if n := visits.Load(); n != 0 {
		t.Errorf("the inside was reached %d times", n)
	}
}

func TestFetchCountsRedirects(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		var n int
		fmt.Sscanf(r.URL.Path, "/%d", &n)
		if n > 0 {
			http.Redirect(w, r, fmt.Sprintf("/%d", n-1), http.StatusFound)
		}
	})
	if _, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL + "/5", Limit: limit}); err != nil {
		t.Errorf("five redirects: %v", err)
	}
	_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL + "/6", Limit: limit})
	wantFault(t, err, fault.Invalid, "The page redirects too often.")
}

func TestFetchEndsLoops(t *testing.T) {
	visits := 0
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		visits++
		http.Redirect(w, r, "/again", http.StatusFound)
	})
	_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Limit: limit})
	wantFault(t, err, fault.Invalid, "The page redirects too often.")
	if visits > maxRedirects+1 {
		t.Errorf("%d requests", visits)
	}
}

func TestFetchEndsHangingServers(t *testing.T) {
	for name, serve := range map[string]func(net.Conn){
		"no answer": func(c net.Conn) { io.Copy(io.Discard, c) },
		"no body": func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
			io.Copy(io.Discard, c)
		},
		"drip of headers": func(c net.Conn) { drip(c, "HTTP/1.1 200 OK\r\n", "X-Drip: 1\r\n") },
		"drip of a body": func(c net.Conn) {
			drip(c, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "x")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at, c := rawSite(t, 250*time.Millisecond, serve)
			_, err := c.Fetch(t.Context(), capture.Request{URL: at, Limit: limit})
			wantFault(t, err, fault.Unavailable, msgLate)
		})
	}
}

// drip writes what to c every few milliseconds until the other end has had enough.
func drip(c net.Conn, first, what string) {
	io.WriteString(c, first)
	for {
		if _, err := io.WriteString(c, what); err != nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestFetchMistrustsContentLength(t *testing.T) {
	for name, tt := range map[string]struct {
		answer  string
		body    string
		kind    fault.Kind
		message string
	}{
		"says less": {answer: "Content-Length: 5\r\n\r\nhello and more", body: "hello"},
		"says more": {answer: "Content-Length: 50\r\n\r\nhello", kind: fault.Unavailable, message: msgBrokenOff},
		"says too much": {answer: "Content-Length: 99999999999\r\n\r\nhello", kind: fault.Invalid,
			message: "The page is larger than 1 KB."},
		"says nothing":   {answer: "\r\nhello", body: "hello"},
		"breaks a chunk": {answer: "Transfer-Encoding: chunked\r\n\r\n5\r\nhel", kind: fault.Unavailable, message: msgBrokenOff},
		"is at the limit": {answer: "Content-Length: 1024\r\n\r\n" + strings.Repeat("x", 1024),
			body: strings.Repeat("x", 1024)},
		"is one over": {answer: "\r\n" + strings.Repeat("x", 1025), kind: fault.Invalid, message: "The page is larger than 1 KB."},
	} {
		t.Run(name, func(t *testing.T) {
			at, c := rawSite(t, 0, func(conn net.Conn) { io.WriteString(conn, "HTTP/1.1 200 OK\r\n"+tt.answer) })
			page, err := c.Fetch(t.Context(), capture.Request{URL: at, Limit: 1024})
			if tt.message != "" {
				wantFault(t, err, tt.kind, tt.message)
			} else if err != nil || string(page.Body) != tt.body {
				t.Errorf("body %q, error %v", page.Body, err)
			}
		})
	}
}

func TestFetchSurvivesBrokenServers(t *testing.T) {
	for name, answer := range map[string]string{
		"closes at once":     "",
		"a blank line":       "\r\n\r\n",
		"no number":          "HTTP/1.1 two hundred\r\n\r\n",
		"a negative number":  "HTTP/1.1 -200 OK\r\n\r\n",
		"too long a number":  "HTTP/1.1 200000 OK\r\n\r\n",
		"another protocol":   "GOPHER/1.0 200 OK\r\n\r\n",
		"an endless line":    "HTTP/1.1 200 " + strings.Repeat("O", 2<<20),
		"speaks another way": "SSH-2.0-OpenSSH_9.6\r\n",
		"headers break off":  "HTTP/1.1 200 OK\r\nContent-Ty",
		"100k headers":       "HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Many: headers\r\n", 100_000) + "\r\n",
		"one long header":    "HTTP/1.1 200 OK\r\nX-Long: " + strings.Repeat("x", 2<<20) + "\r\n\r\n",
		"endless hints":      strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n", 100_000),
		"negative length":    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx",
		"two lengths":        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
	} {
		t.Run(name, func(t *testing.T) {
			at, c := rawSite(t, 0, func(conn net.Conn) { io.WriteString(conn, answer) })
			_, err := c.Fetch(t.Context(), capture.Request{URL: at, Limit: limit})
			wantFault(t, err, fault.Unavailable, msgUnreachable)
		})
	}
}

func TestFetchReportsTruncatedResponses(t *testing.T) {
	for name, answer := range map[string]string{
		"in the first line":  "HTTP/1.1 200 OK",
		"without any line":   strings.Repeat("\x00", 1<<16),
		"in a page":          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\n<p>",
		"in a page's pieces": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			at, c := rawSite(t, 0, func(conn net.Conn) { io.WriteString(conn, answer) })
			_, err := c.Fetch(t.Context(), capture.Request{URL: at})
			wantFault(t, err, fault.Unavailable, msgBrokenOff)
		})
	}
}

func TestFetchSurvivesBrokenCompression(t *testing.T) {
	for name, answer := range map[string]string{
		"no gzip":         "Content-Encoding: gzip\r\n\r\nplain text, whatever the header says",
		"another packing": "Content-Encoding: br\r\n\r\n\x0b\x02\x80hello\x03",
		"deflate":         "Content-Encoding: deflate\r\n\r\n\x78\x9c\x4b\x04\x00",
		"zstd":            "Content-Encoding: zstd\r\n\r\n\x28\xb5\x2f\xfd",
		"compress":        "Content-Encoding: compress\r\n\r\n\x1f\x9d",
		"packed twice":    "Content-Encoding: gzip, gzip\r\n\r\nx",
	} {
		t.Run(name, func(t *testing.T) {
			at, c := rawSite(t, 0, func(conn net.Conn) { io.WriteString(conn, "HTTP/1.1 200 OK\r\n"+answer) })
			_, err := c.Fetch(t.Context(), capture.Request{URL: at, Limit: limit})
			wantFault(t, err, fault.Invalid, msgPacked)
		})
	}
}
