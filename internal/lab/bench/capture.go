package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Program is a whole Engram that serves.
type Program interface {
	URL() string
	Close() error
}

const noProgram = "needs a whole program"

const (
	siteLatency = 50 * time.Millisecond
	noteClients = 8
	wordsOnPage = 600
	lookEvery   = 100 * time.Millisecond // at the first page of the list, as those who use it meanwhile
	openEvery   = time.Second            // at the whole of it, as a window does that is opened
	captureWait = 5 * time.Minute
)

// capture measures a whole program over HTTP in wall time: the wait of a user who imports much, and
// the effect on another who looks at their memories meanwhile.
func (s *suite) capture(ctx context.Context) (_ []Result, err error) {
	if s.program == nil {
		return []Result{{Measure: "capture", Missing: noProgram}}, nil
	}
	site, err := s.serveSite()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	p, err := s.program(ctx, s.path("program"), site.Addr)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	var results []Result
	parts := []func(context.Context, *client, string) ([]Result, error){s.captureNotes, s.captureLinks, s.captureBook}
	for i, name := range []string{"notes", "links", "book"} { // each a user of its own
		c := &client{url: p.URL()}
		if err := c.signUp(ctx, name); err != nil {
			return nil, err
		}
		more, err := parts[i](ctx, c, "http://"+site.Addr)
		if err != nil {
			return nil, err
		}
		results = append(results, more...)
	}
	return results, nil
}

// captureNotes has clients save notes side by side.
func (s *suite) captureNotes(ctx context.Context, c *client, _ string) ([]Result, error) {
	const bar, listBar = 60, 100 // seconds, milliseconds
	s.note("saving notes")
	watched := c.watch(ctx, "?limit=50", lookEvery)
	began := time.Now()
	var next atomic.Int64
	errs := make([]error, noteClients)
	var all sync.WaitGroup
	for i := range noteClients {
		all.Go(func() {
			for n := int(next.Add(1)); n <= s.notes && errs[i] == nil; n = int(next.Add(1)) {
				errs[i] = c.save(ctx, "note", "", s.corpus.passage(theUser, n).Text)
			}
		})
	}
	all.Wait()
	took := time.Since(began)
	lists, err := watched()
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	return []Result{
		atMost(bar, took.Seconds(), "s", fmt.Sprintf("%s notes saved by %d clients", short(s.notes), noteClients)),
		atMost(listBar, percentile(lists, 99), "ms", "p99 of the list's first page meanwhile"),
	}, nil
}

// captureLinks saves the pages of one slow site and waits until all are read.
func (s *suite) captureLinks(ctx context.Context, c *client, site string) ([]Result, error) {
	const bar, memoryBar, listBar = 60, 400, 100 // seconds, MB, milliseconds
	s.note("capturing links")
	watched, whole := c.watch(ctx, "?limit=50", lookEvery), c.watch(ctx, "", openEvery)
	peak := watchMemory()
	began := time.Now()
	for n := range s.links {
		if err := c.save(ctx, "link", fmt.Sprint(site, "/page/", n), ""); err != nil {
			return nil, err
		}
	}
	saved := time.Since(began)
	if err := c.waitForLinks(ctx, s.links); err != nil {
		return nil, err
	}
	took := time.Since(began)
	lists, errLists := watched()
	wholes, errWholes := whole()
	return []Result{
		atMost(bar, took.Seconds(), "s", fmt.Sprintf("%s links captured from one site of %v, two at once", short(s.links), siteLatency),
			Figure{"saved after", saved.Seconds(), "s"}),
		atMost(memoryBar, peak(), "MB", "resident memory meanwhile, this measure's own and the site's with it"),
		atMost(listBar, percentile(lists, 99), "ms", "p99 of the list's first page meanwhile",
			Figure{"the whole list, p50", percentile(wholes, 50), "ms"}, Figure{"p90", percentile(wholes, 90), "ms"}),
	}, errors.Join(errLists, errWholes)
}

// captureBook uploads a PDF and asks for what stands on its last page.
func (s *suite) captureBook(ctx context.Context, c *client, _ string) ([]Result, error) {
	const bar = 10
	s.note("capturing a book")
	book := makeBook(s.bookPages, func(page int) string { return s.corpus.text(s.corpus.random("page", page), wordsOnPage*2/3) })
	began := time.Now()
	link, err := c.upload(ctx, book)
	if err != nil {
		return nil, err
	}
	if err := c.save(ctx, "document", link, ""); err != nil {
		return nil, err
	}
	for found := 0; found == 0; time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > captureWait {
			return nil, errors.New("the book's last page is not found")
		}
		if found, err = c.count(ctx, "?q="+lastWord+"&type=document"); err != nil {
			return nil, err
		}
	}
	took := time.Since(began)
	return []Result{atMost(bar, took.Seconds(), "s", fmt.Sprintf("a PDF of %d pages from its upload until its last page is found", s.bookPages),
		Figure{"size", float64(len(book)) / (1 << 20), "MB"})}, nil
}

// serveSite starts a site whose every page takes a while.
func (s *suite) serveSite() (*http.Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Addr: listener.Addr().String(), ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(siteLatency)
		number, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/page/")) // any page will do
		random := s.corpus.random("site", number)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, "<html><head><title>%s</title></head><body><nav>%s</nav><article>", s.corpus.text(random, wordsInTitle), s.corpus.text(random, 20))
		for range 6 {
			_, _ = fmt.Fprintf(w, "<p>%s.</p>", s.corpus.text(random, wordsOnPage/6))
		}
		_, _ = fmt.Fprint(w, "</article></body></html>") // a reader that has gone is no loss
	})}
	go func() { _ = server.Serve(listener) }() // ends with Close
	return server, nil
}

// watchMemory samples what this process holds in memory, until it is asked for the most, in MB.
func watchMemory() (most func() float64) {
	stop, done := make(chan struct{}), make(chan float64)
	go func() {
		peak := 0.0
		for tick := time.NewTicker(lookEvery); ; {
			select {
			case <-tick.C:
				peak = max(peak, residentMB())
			case <-stop:
				tick.Stop()
				done <- peak
				return
			}
		}
	}()
	return func() float64 {
		close(stop)
		return <-done
	}
}

// residentMB is 0 where the system does not say.
func residentMB() float64 {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(statm))
	pages, _ := strconv.Atoi(fields[min(1, len(fields)-1)])
	return float64(pages) * float64(os.Getpagesize()) / (1 << 20)
}

// percentile is in milliseconds.
func percentile(all []time.Duration, n int) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return float64(all[(len(all)-1)*n/100]) / float64(time.Millisecond)
}
