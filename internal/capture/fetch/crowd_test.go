package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// pipes is a listener whose connections are made in memory, so that a bubble's time stands still
// for nothing else.
type pipes struct {
	dialled chan net.Conn
	closed  chan struct{}
	dials   atomic.Int64
}

func newPipes() *pipes { return &pipes{dialled: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.dialled:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	p.dials.Add(1)
	near, far := net.Pipe()
	select {
	case p.dialled <- far:
		return near, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// counted counts the requests of each host that are under way in h, and keeps the most that ever
// were.
type counted struct {
	http.Handler
	mu    sync.Mutex
	now   map[string]int
	most  int
	total int
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.add(r.Host, 1)
	defer c.add(r.Host, -1)
	c.Handler.ServeHTTP(w, r)
}

func (c *counted) add(host string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now == nil {
		c.now = map[string]int{}
	}
	c.now[host] += n
	c.most = max(c.most, c.now[host])
	c.total += max(n, 0)
}

func TestTwoThousandPagesOfOneHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const pages, latency = 2000, 50 * time.Millisecond
		site := &counted{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(latency)
			fmt.Fprint(w, "<p>", r.URL.Path)
		})}
		net := newPipes()
		server := &http.Server{Handler: site}
		go server.Serve(net)
		c := client(t, Config{Timeout: 10 * time.Second}, nil)
		c.transports.guarded.DialContext = net.dial

		start := time.Now()
		var all sync.WaitGroup
		for i := range pages {
			all.Go(func() {
				at := fmt.Sprintf("http://site.example/%d", i)
				page, err := fetchWithRetry(t.Context(), c, capture.Request{URL: at})
				if want := fmt.Sprintf("<p>/%d", i); err != nil || string(page.Body) != want {
					t.Errorf("%s: %q, %v", at, page.Body, err)
				}
			})
		}
		all.Wait()
		if took, least := time.Since(start), pages/perHost*latency; took > least+least/25 { // 52 s
			t.Errorf("took %v, want at most %v", took, least+least/25)
		}
		if site.most != 2 || site.total != pages {
			t.Errorf("%d requests, at most %d at once: want %d, two at once", site.total, site.most, pages)
		}
		if n := net.dials.Load(); n > 2*perHost {
			t.Errorf("%d connections for %d pages", n, pages)
		}
		c.transports.guarded.CloseIdleConnections()
		server.Close()
	})
}

// fetchWithRetry fetches as a job does: it retries after a Busy.
func fetchWithRetry(ctx context.Context, c *Client, r capture.Request) (capture.Page, error) {
	for {
		page, err := c.Fetch(ctx, r)
		b, ok := errors.AsType[*capture.Busy](err)
		if !ok {
			return page, err
		}
		select {
		case <-time.After(b.After):
		case <-ctx.Done():
			return page, ctx.Err()
		}
	}
}

func TestFetchUsesTwoSlotsOfAHost(t *testing.T) {
	crowd := &counted{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { time.Sleep(20 * time.Millisecond) })}
	srv, c := site(t, crowd.ServeHTTP)
	var all sync.WaitGroup
	for range 60 {
		all.Go(func() {
			if _, err := fetchWithRetry(t.Context(), c, capture.Request{URL: srv.URL}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if crowd.most != perHost || crowd.total != 60 {
		t.Errorf("%d requests, at most %d at once", crowd.total, crowd.most)
	}
}

func TestRedirectsWaitForASlotOfTheirTarget(t *testing.T) {
	crowd := &counted{}
	crowd.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { time.Sleep(20 * time.Millisecond) })
	long := httptest.NewServer(crowd)
	t.Cleanup(long.Close)
	c := client(t, Config{Allow: []string{"127.0.0.0/8"}}, nil)
	var all sync.WaitGroup
	for i := range 10 {
		short := httptest.NewServer(http.RedirectHandler(fmt.Sprint(long.URL, "/", i), http.StatusFound))
		t.Cleanup(short.Close)
		all.Go(func() {
			if page, err := fetchWithRetry(t.Context(), c, capture.Request{URL: short.URL}); err != nil || page.URL != fmt.Sprint(long.URL, "/", i) {
				t.Errorf("page of %q, %v", page.URL, err)
			}
		})
	}
	all.Wait()
	if crowd.most > perHost || crowd.total != 10 {
		t.Errorf("%d requests, %d at once", crowd.total, crowd.most)
	}
}

func TestFetchHonoursRetryAfter(t *testing.T) {
	for _, code := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		t.Run(http.StatusText(code), func(t *testing.T) {
			crowd := &counted{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Retry-After", "120")
				w.WriteHeader(code)
			})}
			srv, c := site(t, crowd.ServeHTTP)
			_, err := c.Fetch(t.Context(), capture.Request{URL: srv.URL})
			if f, ok := errors.AsType[*fault.Error](err); !ok || f.RetryAfter != 2*time.Minute || capture.StatusOf(err) != code {
				t.Errorf("the first fetch: %v", err)
			}
			_, err = c.Fetch(t.Context(), capture.Request{URL: srv.URL})
			if after := wantBusy(t, err); after < 110*time.Second || after > 121*time.Second {
				t.Errorf("the next one comes after %v", after)
			}
			_, err = c.Fetch(t.Context(), capture.Request{URL: srv.URL, Priority: true})
			wantFault(t, err, fault.Unavailable, msgPaused)
			if crowd.total != 1 {
				t.Errorf("asked %d times, want once", crowd.total)
			}
		})
	}
}

func TestFetchPausesTheTargetOfARedirect(t *testing.T) {
	tired := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	t.Cleanup(tired.Close)
	short := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/tired" {
			http.Redirect(w, r, tired.URL, http.StatusFound)
		}
	}))
	t.Cleanup(short.Close)
	c := client(t, Config{Allow: []string{"127.0.0.0/8"}}, nil)
	if _, err := c.Fetch(t.Context(), capture.Request{URL: short.URL + "/tired"}); capture.StatusOf(err) != http.StatusTooManyRequests {
		t.Errorf("error %v, want a 429", err)
	}
	_, err := c.Fetch(t.Context(), capture.Request{URL: short.URL + "/tired"})
	wantBusy(t, err)
	if _, err := c.Fetch(t.Context(), capture.Request{URL: short.URL + "/else"}); err != nil {
		t.Errorf("who only pointed there: %v", err)
	}
}

func TestFetchTimeoutStartsWithItsSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := inMemory(t, func(http.ResponseWriter, *http.Request) { time.Sleep(250 * time.Millisecond) })
		var all sync.WaitGroup
		for range 6 { // the last stand in line for 500 ms
			all.Go(func() {
				if _, err := c.Fetch(t.Context(), capture.Request{URL: "http://slow.example/", Timeout: 480 * time.Millisecond}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	})
}

func TestFetchIsBusyWhenTheCallersTimeEnds(t *testing.T) {
	srv, c := site(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	held, release := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range perHost {
		all.Go(func() { c.Fetch(held, capture.Request{URL: srv.URL}) })
	}
	u, _ := url.Parse(srv.URL)
	for c.busy(hostOf(u)) < perHost {
		time.Sleep(time.Millisecond)
	}
	short, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	_, err := c.Fetch(short, capture.Request{URL: srv.URL})
	wantBusy(t, err)
	release()
	all.Wait()
}

// busy returns the number of active fetches of a host.
func (c *Client) busy(host string) int {
	c.scheduler.mu.Lock()
	defer c.scheduler.mu.Unlock()
	return len(c.scheduler.queue(host, time.Now()).active)
}

func BenchmarkFetchOfOneHost(b *testing.B) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { time.Sleep(50 * time.Millisecond) }))
	defer srv.Close()
	c, err := New(Config{Allow: []string{"127.0.0.0/8"}})
	if err != nil {
		b.Fatal(err)
	}
	var all sync.WaitGroup
	for range b.N {
		all.Go(func() {
			if _, err := fetchWithRetry(b.Context(), c, capture.Request{URL: srv.URL}); err != nil {
				b.Error(err)
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
}
