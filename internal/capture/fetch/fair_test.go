package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// inMemory serves h under every name to the client that it returns, inside a bubble whose time is
// not that of the clock.
func inMemory(t *testing.T, h http.HandlerFunc) *Client {
	t.Helper()
	pipes := newPipes()
	server := &http.Server{Handler: h}
	go server.Serve(pipes)
	c := client(t, Config{Timeout: 10 * time.Second, Total: 32}, nil)
	c.transports.guarded.DialContext = pipes.dial
	t.Cleanup(func() {
		c.transports.guarded.CloseIdleConnections()
		server.Close()
		time.Sleep(time.Minute) // for those who still answer
	})
	return c
}

func TestEverySpellingOfAHostSharesItsSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		crowd := &counted{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(time.Second) })}
		c := inMemory(t, func(w http.ResponseWriter, r *http.Request) {
			r.Host = "all of them together"
			crowd.ServeHTTP(w, r)
		})
		var all sync.WaitGroup
		for _, at := range []string{"http://bücher.example", "http://BÜCHER.example.:80", "http://xn--bcher-kva.example:443", "http://bücher.example:0080"} {
			all.Go(func() {
				if _, err := fetchWithRetry(t.Context(), c, capture.Request{URL: at}); err != nil {
					t.Errorf("%s: %v", at, err)
				}
			})
		}
		all.Wait()
		if crowd.most != perHost || crowd.total != 4 {
			t.Errorf("%d requests, %d at once", crowd.total, crowd.most)
		}
	})
}

// A page that answers a redirect and then never ends delays only fetches of its own site.
func TestFetchReleasesTheSlotBeforeItFollowsARedirect(t *testing.T) {
	var asked atomic.Int64
	long := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(long.Close)
	short, c := rawSite(t, 0, func(conn net.Conn) {
		drip(conn, "HTTP/1.1 302 Found\r\nLocation: "+long.URL+"\r\nContent-Length: 2000\r\n\r\n", "x")
	})
	c.transports = client(t, Config{Allow: []string{"127.0.0.0/8"}}, nil).transports
	if _, err := c.Fetch(t.Context(), capture.Request{URL: short}); err != nil || asked.Load() != 1 {
		t.Errorf("%v after %d visits", err, asked.Load())
	}
	// the redirect takes ten to end
	if mean := c.meanOf(long.URL); mean == 0 || mean > 5*time.Second {
		t.Errorf("the site is taken to need %v, though it answered at once", mean)
	}
}

// meanOf returns the mean duration of a host's fetches.
func (c *Client) meanOf(at string) time.Duration {
	u, _ := parse(at)
	c.scheduler.mu.Lock()
	defer c.scheduler.mu.Unlock()
	return c.scheduler.queue(hostOf(u), time.Now()).mean
}

func TestFetchKeepsTheConnectionOfAShortRedirect(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/old") {
			http.Redirect(w, r, "/new", http.StatusFound)
		}
	})
	m := measure(c)
	for i := range 5 {
		if _, err := c.Fetch(t.Context(), capture.Request{URL: fmt.Sprint(srv.URL, "/old", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if n := m.conns.Load(); n != 1 {
		t.Errorf("%d connections for five pages that moved", n)
	}
}

func TestHangingSiteHoldsFewWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := inMemory(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		var away atomic.Int64
		var all sync.WaitGroup
		for i := range 32 {
			all.Go(func() {
				_, err := c.Fetch(t.Context(), capture.Request{URL: fmt.Sprint("http://hangs.example/", i)})
				if _, busy := errors.AsType[*capture.Busy](err); busy {
					away.Add(1)
				}
			})
			synctest.Wait()
		}
		if n := away.Load(); n != 32-perHost-maxWaitingUnknown {
			t.Errorf("%d of 32 were rejected at once", n)
		}
		all.Wait()
	})
}

func TestUsersShareAHostFairly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := inMemory(t, func(http.ResponseWriter, *http.Request) { time.Sleep(400 * time.Millisecond) })
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for i := range 1500 {
			all.Go(func() {
				fetchWithRetry(ctx, c, capture.Request{URL: fmt.Sprint("http://slow.example/ann/", i), UserID: "ann"})
			})
		}
		time.Sleep(10 * time.Second)
		var few sync.WaitGroup
		start := time.Now()
		for i, within := range []time.Duration{3 * time.Second, 20 * time.Second, 20 * time.Second, 20 * time.Second, 20 * time.Second} {
			few.Go(func() {
				_, err := fetchWithRetry(ctx, c, capture.Request{URL: fmt.Sprint("http://slow.example/bob/", i), UserID: "bob"})
				if took := time.Since(start); err != nil || took > within {
					t.Errorf("page %d came after %v, %v; want it within %v", i, took, err, within)
				}
			})
			synctest.Wait() // so that they come in this order
		}
		few.Wait()
		stop()
		all.Wait()
	})
}

func TestFetchCallsOnStartOnce(t *testing.T) {
	var turns, asked atomic.Int64
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 && turns.Load() != 1 {
			t.Error("asked before OnStart ran")
		}
		if r.URL.Path == "/old" {
			http.Redirect(w, r, strings.Replace("http://"+r.Host, "127.0.0.1", "localhost", 1), http.StatusFound)
		}
	})
	c.transports = client(t, Config{Allow: []string{"127.0.0.0/8", "::1"}}, nil).transports
	r := capture.Request{URL: srv.URL + "/old", OnStart: func() { turns.Add(1) }}
	if _, err := c.Fetch(t.Context(), r); err != nil || turns.Load() != 1 || asked.Load() != 2 {
		t.Errorf("%v; OnStart ran %d times in %d visits", err, turns.Load(), asked.Load())
	}
	u, _ := parse(srv.URL)
	c.scheduler.pause(c.scheduler.queue(hostOf(u), time.Now()), time.Minute, time.Now())
	_, err := c.Fetch(t.Context(), r)
	if wantBusy(t, err); turns.Load() != 1 {
		t.Error("OnStart ran without a slot")
	}
}

// bodyOf answers with size bytes of a type, announced or not.
func bodyOf(contentType string, size int64, announced bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		if announced {
			w.Header().Set("Content-Length", fmt.Sprint(size))
		}
		pour(w, "", size)
	}
}

func TestLargeBodiesAreHeldUntilTheyAreReleased(t *testing.T) {
	for _, announced := range []bool{true, false} {
		t.Run(fmt.Sprintf("length announced %v", announced), func(t *testing.T) {
			srv, c := site(t, bodyOf("application/pdf", 6<<20, announced))
			var held []capture.Page
			for range maxLarge {
				page, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL})
				if err != nil || len(page.Body) != 6<<20 || page.Free == nil {
					t.Fatalf("%d bytes, %v; to be released: %v", len(page.Body), err, page.Free != nil)
				}
				held = append(held, page)
			}
			m := measure(c)
			start := time.Now()
			_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL})
			if after := wantBusy(t, err); after < largeLater || after > 2*largeLater || time.Since(start) > time.Second {
				t.Errorf("rejected for %v after %v", after, time.Since(start))
			}
			if n := m.bytes.Load(); announced && n > 1<<20 {
				t.Errorf("%d KB came in though there was no place", n>>10)
			}
			_, err = c.Fetch(t.Context(), capture.Request{URL: srv.URL, Priority: true})
			wantFault(t, err, fault.Unavailable, msgCrowded)
			held[0].Release()
			held[0].Release() // gives back no other's place
			if len(c.larges) != maxLarge-1 {
				t.Errorf("%d places are held, want those of %d", len(c.larges), maxLarge-1)
			}
			if page, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL, Priority: true}); err != nil || len(page.Body) != 6<<20 {
				t.Errorf("with a place free: %d bytes, %v", len(page.Body), err)
			}
		})
	}
}

func TestOnlyLargeBodiesTakeAToken(t *testing.T) {
	for name, tt := range map[string]struct {
		contentType string
		size        int64
		head        bool
		large       bool
		message     string
	}{
		"a pdf of 5 MB":          {"application/pdf", 5 << 20, false, false, ""},
		"a pdf of a byte more":   {"application/pdf", 5<<20 + 1, false, true, ""},
		"a page that is cut":     {"text/html", 9 << 20, false, false, ""},
		"the head of a file":     {"application/pdf", 9 << 20, true, false, ""},
		"a text that is refused": {"text/plain", 5<<20 + 1, false, false, "The page is larger than 5 MB."},
		"a pdf that is refused":  {"application/pdf", 7<<20 + 1, false, false, "The page is larger than 7 MB."},
	} {
		for _, announced := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, length announced %v", name, announced), func(t *testing.T) {
				srv, c := site(t, bodyOf(tt.contentType, tt.size, announced))
				c.maxPDF = 7 << 20
				r := capture.Request{URL: srv.URL, Head: tt.head}
				if tt.head {
					r.Limit = 512 << 10
				}
				page, err := c.Fetch(t.Context(), r)
				if tt.message != "" {
					wantFault(t, err, fault.Invalid, tt.message)
				} else if err != nil {
					t.Fatal(err)
				}
				if (page.Free != nil) != tt.large || len(c.larges) != map[bool]int{true: 1}[tt.large] {
					t.Errorf("%d bytes hold %d places; to be released: %v", len(page.Body), len(c.larges), page.Free != nil)
				}
			})
		}
	}
}

func TestPauseAndRetryHaveTheSameLimit(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "86400")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL})
	f := wantFault(t, err, fault.Unavailable, "The page answered 429 Too Many Requests.")
	_, err = c.Fetch(t.Context(), capture.Request{URL: srv.URL})
	after := wantBusy(t, err)
	if f.RetryAfter != 10*time.Minute || after < 9*time.Minute || after > 10*time.Minute+time.Second {
		t.Errorf("who asked comes again after %v, and the others after %v; want ten minutes", f.RetryAfter, after)
	}
}
