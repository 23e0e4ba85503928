package fetch

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// meter counts the bytes that come in over a client's connections, and those connections.
type meter struct{ bytes, conns atomic.Int64 }

func measure(c *Client) *meter {
	m := &meter{}
	dial := c.transports.guarded.DialContext
	c.transports.guarded.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dial(ctx, network, addr)
		m.conns.Add(1)
		return &metered{conn, m}, err
	}
	return m
}

type metered struct {
	net.Conn
	meter *meter
}

func (m *metered) Read(p []byte) (int, error) {
	n, err := m.Conn.Read(p)
	m.meter.bytes.Add(int64(n))
	return n, err
}

// pour writes n bytes that begin with first, and stops when the connection is closed.
func pour(w io.Writer, first string, n int64) {
	io.WriteString(w, first)
	block := []byte(strings.Repeat("x", 64<<10))
	for n -= int64(len(first)); n > 0; n -= int64(len(block)) {
		if _, err := w.Write(block[:min(n, int64(len(block)))]); err != nil {
			return
		}
	}
}

func TestFetchTakesAsMuchAsTheKindNeeds(t *testing.T) {
	const mb = 1 << 20
	for name, tt := range map[string]struct {
		contentType, head string
		length            int64
		want              int // bytes; of 0 a fault
		message           string
	}{
		"a page":               {"text/html", "", 5 * mb, 5 * mb, ""},
		"a long page":          {"text/html", "", 7 * mb, 5 * mb, ""},
		"a long page, unnamed": {"-", "<!doctype html>", 7 * mb, 5 * mb, ""},
		"a pdf":                {"application/pdf", "", 6 * mb, 6 * mb, ""},
		"a pdf, unnamed":       {"application/octet-stream", "%PDF-1.4", 6 * mb, 6 * mb, ""},
		"a long pdf":           {"application/pdf", "", 7*mb + 1, 0, "The page is larger than 7 MB."},
		"a picture":            {"image/jpeg", "", 10 * mb, 10 * mb, ""},
		"a long picture":       {"image/jpeg", "", 10*mb + 1, 0, "The page is larger than 10 MB."},
		"a recording":          {"audio/mpeg", "", 40 * mb, mb / 2, ""},
		"a recording, unnamed": {"", "fLaC", 40 * mb, mb / 2, ""},
		"a short recording":    {"audio/mpeg", "", 1000, 1000, ""},
		"a playlist":           {"application/x-mpegurl", "", 40 * mb, mb, ""},
		"a text":               {"text/plain", "", 5 * mb, 5 * mb, ""},
		"a long text":          {"text/plain", "", 5*mb + 1, 0, "The page is larger than 5 MB."},
		"an archive":           {"application/octet-stream", "PK\x03\x04", 6 * mb, 0, "The page is larger than 5 MB."},
	} {
		for _, announced := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, length announced %v", name, announced), func(t *testing.T) {
				srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
					w.Header()["Content-Type"] = []string{tt.contentType}
					if tt.contentType == "-" {
						w.Header()["Content-Type"] = nil
					}
					if announced {
						w.Header().Set("Content-Length", strconv.FormatInt(tt.length, 10))
					}
					pour(w, tt.head, tt.length)
				})
				c.maxPDF = 7 << 20
				page, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL})
				if tt.want == 0 {
					wantFault(t, err, fault.Invalid, tt.message)
					return
				}
				if err != nil || len(page.Body) != tt.want || !strings.HasPrefix(string(page.Body), tt.head) {
					t.Errorf("%d bytes, %v; want %d", len(page.Body), err, tt.want)
				}
				if wantLength := map[bool]int64{true: tt.length, false: -1}[announced]; page.Length != wantLength && tt.length > 2048 {
					t.Errorf("length %d, want %d", page.Length, wantLength)
				}
			})
		}
	}
}

func TestFetchReadsNothingBeyondAHead(t *testing.T) {
	const size, limit = 64 << 20, 512 << 10
	recording := strings.NewReader(strings.Repeat("ID3 music", size/9+1)[:size])
	for name, tt := range map[string]struct {
		serve  http.HandlerFunc
		length int64
		conns  int64 // for two fetches
	}{
		"heeds the range": {func(w http.ResponseWriter, r *http.Request) {
			http.ServeContent(w, r, "song.mp3", time.Time{}, io.NewSectionReader(recording, 0, size))
		}, size, 1},
		"sends it all": {func(w http.ResponseWriter, r *http.Request) { pour(w, "ID3", size) }, -1, 2},
		"sends it all and says so": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(size))
			pour(w, "ID3", size)
		}, size, 2},
		"never ends": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			pour(w, "", 1<<50)
		}, -1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			srv, c := site(t, tt.serve)
			m := measure(c)
			for range 2 {
				page, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Limit: limit, Head: true})
				if err != nil || len(page.Body) != limit || page.Length != tt.length {
					t.Errorf("%d bytes of %d, %v", len(page.Body), page.Length, err)
				}
			}
			if n := m.bytes.Load(); n > 2*(limit+16<<10) {
				t.Errorf("%d bytes came in for two heads of %d", n, limit)
			}
			if n := m.conns.Load(); n != tt.conns {
				t.Errorf("%d connections, want %d: one is kept when its answer has been read, and dropped else", n, tt.conns)
			}
		})
	}
}

func TestFetchReadsLittleBeyondAHeadOverHTTP2(t *testing.T) {
	const limit = 512 << 10
	c, at := secure(t, func(w http.ResponseWriter, r *http.Request) { pour(w, "", 1<<40) })
	m := measure(c)
	page, err := c.Fetch(t.Context(), capture.Request{URL: at, Limit: limit, Head: true})
	if err != nil || len(page.Body) != limit {
		t.Errorf("%d bytes, %v", len(page.Body), err)
	}
	time.Sleep(50 * time.Millisecond) // for what was sent ahead to arrive
	if n := m.bytes.Load(); n > limit+2*maxStreamBuffer {
		t.Errorf("%d bytes came in for a head of %d", n, limit)
	}
}

func TestFetchOfAPart(t *testing.T) {
	for name, tt := range map[string]struct {
		header string
		length int64
		status int
	}{
		"from the beginning":    {"Content-Range: bytes 0-4/90\r\n", 90, 0},
		"of unknown length":     {"Content-Range: bytes 0-4/*\r\n", -1, 0},
		"of impossible length":  {"Content-Range: bytes 0-4/-90\r\n", -1, 0},
		"of unspeakable length": {"Content-Range: bytes 0-4/99999999999999999999\r\n", -1, 0},
		"from the middle":       {"Content-Range: bytes 40-44/90\r\n", 0, 206},
		"of an unknown range":   {"", 0, 206},
		"in another unit":       {"Content-Range: lines 0-4/90\r\n", 0, 206},
		"of negative numbers":   {"Content-Range: bytes -5-0/90\r\n", 0, 206},
	} {
		at, c := rawSite(t, 0, func(conn net.Conn) {
			io.WriteString(conn, "HTTP/1.1 206 Partial Content\r\n"+tt.header+"Content-Length: 5\r\n\r\nhello")
		})
		page, err := c.Fetch(t.Context(), capture.Request{URL: at, Limit: 5, Head: true})
		if capture.StatusOf(err) != tt.status || (err == nil) != (tt.status == 0) {
			t.Errorf("%s: %v", name, err)
		} else if err == nil && (page.Length != tt.length || string(page.Body) != "hello") {
			t.Errorf("%s: %q of %d", name, page.Body, page.Length)
		}
	}
}

func TestFetchAsksForWhatIsAccepted(t *testing.T) {
	var accept []string
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) { accept = append(accept, r.Header.Get("Accept")) })
	for _, want := range []string{"", "application/json"} {
		if _, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Accept: want}); err != nil {
			t.Fatal(err)
		}
	}
	if len(accept) != 2 || accept[0] != defaultAccept || accept[1] != "application/json" {
		t.Errorf("asked for %q", accept)
	}
}

func TestFetchKeepsConnections(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "<p>page") })
	m := measure(c)
	for range 20 {
		if _, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL}); err != nil {
			t.Fatal(err)
		}
	}
	if n := m.conns.Load(); n != 1 {
		t.Errorf("%d connections for 20 pages, one after the other", n)
	}
}
