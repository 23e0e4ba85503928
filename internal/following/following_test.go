package following

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/capture"
	"engram/internal/capture/fetch"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
)

// shelf is a Store in memory, of one user.
type shelf struct {
	Store
	mu    sync.Mutex
	feeds map[string]Feed
	seen  map[string]bool

	memories []string // ids that are from a feed
	trash    int      // how many more it holds
	full     bool     // there is no room on the disk
}

func (s *shelf) AddFeed(_ context.Context, f Feed, _ int) (Feed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, known := range s.feeds {
		if known.URL == f.URL {
			return known, nil
		}
	}
	s.feeds[f.ID] = f
	return f, nil
}

func (s *shelf) Feeds(context.Context, string) (all []Feed, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.feeds {
		all = append(all, f)
	}
	return all, nil
}

func (s *shelf) Feed(_ context.Context, _, id string) (Feed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.feeds[id], nil
}

func (s *shelf) ChangeFeed(_ context.Context, _, id string, change func(Feed) Feed) (Feed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.feeds[id] = change(s.feeds[id])
	return s.feeds[id], nil
}

func (s *shelf) DueFeed(_ context.Context, now, again time.Time, but []string) (due Feed, found bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.feeds {
		if f.Status != Paused && !f.NextAt.After(now) && !slices.Contains(but, f.UserID) && (!found || f.NextAt.Before(due.NextAt)) {
			due, found = f, true
		}
	}
	if found {
		claimed := due
		claimed.NextAt = again
		s.feeds[due.ID] = claimed
	}
	return due, found, nil
}

func (s *shelf) DropFeed(_ context.Context, _, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.feeds, id)
	return nil
}

func (s *shelf) FeedMemories(_ context.Context, _, _ string, limit int) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.memories[:min(limit, len(s.memories))]), nil
}

func (s *shelf) Unseen(_ context.Context, _, _ string, items []string) (unseen []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, item := range items {
		if !s.seen[item] {
			unseen = append(unseen, item)
		}
	}
	return unseen, nil
}

func (s *shelf) See(_ context.Context, _, _ string, items []string, _, _ time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, item := range items {
		s.seen[item] = true
	}
	return nil
}

// saver keeps drafts, as many as a plan admits.
type saver struct {
	mu     sync.Mutex
	drafts []memory.Draft
	shelf  *shelf
}

func (s *saver) Add(_ context.Context, _ string, plans plan.Table, d memory.Draft) (memory.Saved, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if most := plans.Free.Memories; most > 0 && len(s.drafts) >= most {
		return memory.Saved{}, fault.New(fault.Limit, "Limit reached")
	}
	s.drafts = append(s.drafts, d)
	return memory.Saved{}, nil
}

// DiscardFrom takes a second for ten.
func (s *saver) DiscardFrom(_ context.Context, _, feed, id string) error {
	time.Sleep(time.Second / 10)
	s.shelf.mu.Lock()
	defer s.shelf.mu.Unlock()
	switch _, followed := s.shelf.feeds[feed]; {
	case !followed:
		return fault.New(fault.NotFound, "Memory not found")
	case s.shelf.full:
		return fault.Full(nil)
	case s.shelf.trash == 0:
		return fault.New(fault.Limit, "The trash is full")
	}
	s.shelf.trash--
	s.shelf.memories = slices.DeleteFunc(s.shelf.memories, func(known string) bool { return known == id })
	return nil
}

func (s *saver) links() (links []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.drafts {
		links = append(links, d.Link)
	}
	return links
}

// setting is a Service with what stands around it.
type setting struct {
	*Service
	shelf *shelf
	saver *saver
	url   string
}

// serve follows what a server on loopback answers, by the guarded client.
func serve(t *testing.T, plans plan.Table, pages map[string]http.HandlerFunc) setting {
	t.Helper()
	mux := http.NewServeMux()
	for path, page := range pages {
		mux.HandleFunc(path, page)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	client, err := fetch.New(fetch.Config{Allow: []string{strings.TrimPrefix(server.URL, "http://")}})
	if err != nil {
		t.Fatal(err)
	}
	s := open(client, plans)
	s.url = server.URL
	return s
}

func open(f capture.Fetcher, plans plan.Table) setting {
	s := setting{shelf: &shelf{feeds: map[string]Feed{}, seen: map[string]bool{}}}
	s.saver = &saver{shelf: s.shelf}
	s.Service = New(Parts{Store: s.shelf, Fetcher: f, Saver: s.saver, Plans: plans, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now})
	return s
}

func says(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body)
	}
}

// rss is a feed of n items, the newest first.
func rss(n int) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><rss version="2.0"><channel><title>Bread &amp; butter</title><link>/blog</link>`)
	for i := n; i > 0; i-- {
		fmt.Fprintf(&b, `<item><title>Loaf %d</title><link>/loaf/%d</link><guid isPermaLink="false">g%d</guid><pubDate>Mon, 02 Mar 2026 00:%02d:00 GMT</pubDate></item>`, i, i, i, i)
	}
	return b.String() + `</channel></rss>`
}

const (
	atom     = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atoms</title><entry><id>a</id><title>One</title><link href="https://example.com/one"/><updated>2026-03-01T00:00:00Z</updated></entry></feed>`
	jsonFeed = `{"version":"https://jsonfeed.org/version/1.1","title":"JSON","items":[{"id":"1","url":"https://example.com/1","title":"One"},{"id":"2","url":"javascript:alert(1)"}]}`
)

func TestFeedsOfEveryForm(t *testing.T) {
	for title, c := range map[string]struct {
		contentType, body, want string
		links                   int
	}{
		"RSS":                 {"application/rss+xml", rss(2), "Bread & butter", 2},
		"Atom":                {"application/atom+xml", atom, "Atoms", 1},
		"JSON, and no script": {"application/feed+json", jsonFeed, "JSON", 1},
		"as plain text":       {"text/plain", rss(1), "Bread & butter", 1},
		"as a page":           {"text/html", rss(1), "Bread & butter", 1},
		"a page that names one": {
			"text/html; charset=utf-8", `<html><head><link rel="stylesheet" href="/x"><LINK REL="alternate home" TYPE="application/atom+xml" href="atom.xml"></head>`, "Atoms", 1,
		},
	} {
		s := serve(t, plan.Table{}, map[string]http.HandlerFunc{"/blog/": says(c.contentType, c.body), "/blog/atom.xml": says("text/xml", atom)})
		f, err := s.Add(t.Context(), "ann", s.url+"/blog/")
		if err != nil || f.Title != c.want || f.Status != OK || len(s.saver.drafts) != c.links || f.CheckedAt.IsZero() {
			t.Errorf("%s: %v, %+v, saved %v", title, err, f, s.saver.links())
		}
	}
}

func TestWhatIsSaved(t *testing.T) {
	s := serve(t, plan.Table{}, map[string]http.HandlerFunc{"/feed": says("text/xml", rss(30))})
	f, err := s.Add(t.Context(), "ann", "feed:"+s.url+"/feed")
	if err != nil {
		t.Fatal(err)
	}
	links := s.saver.links()
	if len(links) != firstItems || links[0] != s.url+"/loaf/11" || links[firstItems-1] != s.url+"/loaf/30" || f.Site != s.url+"/blog" {
		t.Errorf("saved %v", links)
	}
	want := memory.Draft{Kind: memory.Link, Link: s.url + "/loaf/30", IfNew: true,
		Feed: f.ID, Title: "Loaf 30", PublishedAt: time.Date(2026, 3, 2, 0, 30, 0, 0, time.UTC),
	}
	if diff := cmp.Diff(want, s.saver.drafts[firstItems-1]); diff != "" {
		t.Error(diff)
	}
	for range 2 {
		if _, err := s.Check(t.Context(), "ann", f.ID); err != nil {
			t.Fatal(err)
		}
	}
	if again, err := s.Add(t.Context(), "ann", s.url+"/feed"); err != nil || again.ID != f.ID {
		t.Errorf("followed again: %+v, %v", again, err)
	}
	if got := len(s.saver.links()); got != firstItems {
		t.Errorf("%d are saved after all was seen", got)
	}
}

func TestHostileFeeds(t *testing.T) {
	endless := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/rss+xml")
		_, _ = io.WriteString(w, `<rss version="2.0"><channel>`)
		for range 200 << 20 / (64 << 10) { // 200 MB
			if _, err := io.WriteString(w, strings.Repeat("<item><title>x</title></item>  ", 64<<10/31)); err != nil {
				return
			}
		}
	}
	for title, c := range map[string]struct {
		page http.HandlerFunc
		want string
	}{
		"a redirect loop":          {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/feed", http.StatusFound) }, "The page redirects too often."},
		"200 MB":                   {endless, "The page is larger than 5 MB."},
		"no feed":                  {says("text/html", "<title>A page</title>"), "There is no feed at this address. Feeds are RSS, Atom or JSON Feed."},
		"itself named":             {says("text/html", `<link rel=alternate type=application/rss+xml href=/feed>`), "There is no feed at this address. Feeds are RSS, Atom or JSON Feed."},
		"a private feed":           {says("text/html", `<link rel=alternate type=application/rss+xml href=http://10.0.0.1/feed>`), "This address is not reachable from here."},
		"deep":                     {says("text/xml", `<rss version="2.0"><channel>`+strings.Repeat("<a>", 100_000)), "The feed can't be read."},
		"RSS of 700,000 entries":   {says("text/xml", `<rss version="2.0"><channel>`+strings.Repeat("<item/>", 700_000)+`</channel></rss>`), "The feed has more than 5,000 entries."},
		"Atom, broken off":         {says("text/xml", "<feed>\x01"+strings.Repeat("<Entry/>", 600_000)), "The feed has more than 5,000 entries."},
		"in another encoding":      {says("text/xml", `<?xml version="1.0" encoding="windows-1252"?><rss><channel>`+strings.Repeat("<item/>\xe9", 600_000)), "The feed has more than 5,000 entries."},
		"JSON of 1.7 M entries":    {says("application/json", `{"version":"https://jsonfeed.org/version/1.1","items":[{}`+strings.Repeat(",{}", 1_700_000)+`]}`), "The feed has more parts than a feed may."},
		"900,000 tags of an entry": {says("text/xml", `<rss><channel><item>`+strings.Repeat("<a:b/>", 860_000)), "The feed has more parts than a feed may."},
		"attributes of an entry":   {says("text/xml", `<rss><channel><item><a:b`+strings.Repeat(" c=''", 1_000_000)+`>`), "The feed has more parts than a feed may."},
		"gone":                     {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) }, "The page answered 410 Gone."},
	} {
		t.Run(title, func(t *testing.T) {
			s := serve(t, plan.Table{}, map[string]http.HandlerFunc{"/feed": c.page})
			_, err := s.Add(t.Context(), "ann", s.url+"/feed")
			if err == nil || fault.KindOf(err) == fault.Internal || !strings.HasPrefix(err.Error(), c.want) || len(s.shelf.feeds) != 0 {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	s := serve(t, plan.Table{}, nil)
	for _, address := range []string{"", "javascript:alert(1)", "file:///etc/passwd", "http://"} {
		if _, err := s.Add(t.Context(), "ann", address); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// Few feeds are parsed at once, in all.
func TestFeedsWaitToBeParsed(t *testing.T) {
	s := serve(t, plan.Table{}, map[string]http.HandlerFunc{"/feed": says("text/xml", rss(1))})
	for range parsedAtOnce {
		s.parsing <- struct{}{}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if f, err := s.Add(ctx, "ann", s.url+"/feed"); err == nil {
		t.Errorf("got %+v", f)
	}
	<-s.parsing
	if _, err := s.Add(t.Context(), "ann", s.url+"/feed"); err != nil || len(s.parsing) != parsedAtOnce-1 {
		t.Error(len(s.parsing), err)
	}
}

// follow has a user follow a feed that was never read.
func follow(ctx context.Context, s setting, userID, address string) (Feed, error) {
	f, err := s.Draft(userID, address, "", nil)
	if err != nil {
		return f, err
	}
	return s.add(ctx, f)
}

// A feed that could not be read before is read for the first time when it can be.
func TestTheFirstReadIsTheFirstThatSucceeds(t *testing.T) {
	for title, failure := range map[string]error{"busy": &capture.Busy{After: time.Minute}, "failed": fault.New(fault.Unavailable, "Away")} {
		web := &scripted{next: func() (capture.Page, error) { return capture.Page{}, failure }}
		s := open(web, plan.Table{})
		f, err := follow(t.Context(), s, "ann", "https://example.com/feed")
		if err != nil {
			t.Fatal(err)
		}
		if f, err = s.Check(t.Context(), "ann", f.ID); err != nil || !f.CheckedAt.IsZero() {
			t.Errorf("%s: %+v, %v", title, f, err)
		}
		web.next = func() (capture.Page, error) {
			return capture.Page{URL: "https://example.com/feed", Body: []byte(rss(30))}, nil
		}
		if f, err = s.Check(t.Context(), "ann", f.ID); err != nil || f.CheckedAt.IsZero() || len(s.saver.links()) != firstItems {
			t.Errorf("%s: %+v, %v, saved %d", title, f, err, len(s.saver.links()))
		}
	}
}

// The newest of a long feed are read, wherever they stand in it.
func TestALongFeedIsReadFromItsNewest(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<rss version="2.0"><channel>`)
	for i := range 300 {
		at := time.Date(2026, 3, 2, 0, i, 0, 0, time.UTC).Format(time.RFC1123)
		fmt.Fprintf(&b, `<item><link>https://example.com/%d</link><pubDate>%s</pubDate></item>`, i, at)
	}
	read, err := parse(capture.Page{URL: "https://example.com/feed", Body: []byte(b.String() + `</channel></rss>`)}, time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC))
	if err != nil || len(read.items) != maxItems || read.items[0].link != "https://example.com/299" {
		t.Errorf("%v: %d, the first %+v", err, len(read.items), read.items[:1])
	}
}

// A feed that has not changed is not sent again, and one that moved for good is followed there.
func TestConditionalRequests(t *testing.T) {
	var asked []string
	s := serve(t, plan.Table{}, map[string]http.HandlerFunc{
		"/old": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/new", http.StatusMovedPermanently) },
		"/new": func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.Header.Get("If-None-Match")+" "+r.Header.Get("If-Modified-Since"))
			if r.Header.Get("If-None-Match") == `"v1"` {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			w.Header().Set("ETag", `"v1"`)
			w.Header().Set("Last-Modified", "Mon, 02 Mar 2026 00:00:00 GMT")
			says("text/xml", rss(1))(w, r)
		},
		"/passing": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/new", http.StatusFound) },
	})
	f, err := s.Add(t.Context(), "ann", s.url+"/old")
	if err != nil || f.URL != s.url+"/new" || f.ETag != `"v1"` {
		t.Fatalf("got %+v, %v", f, err)
	}
	again, err := s.Check(t.Context(), "ann", f.ID)
	if err != nil || again.Status != OK || again.Message != "" || again.ETag != `"v1"` {
		t.Errorf("got %+v, %v", again, err)
	}
	if want := []string{" ", `"v1" Mon, 02 Mar 2026 00:00:00 GMT`}; !slices.Equal(asked, want) {
		t.Errorf("asked with %q", asked)
	}
	if f, err := s.Add(t.Context(), "ann", s.url+"/passing"); err != nil || f.URL != s.url+"/passing" {
		t.Errorf("got %+v, %v", f, err)
	}
}

// A plan that is used up loses nothing, and feeds leave half of it.
func TestAllowance(t *testing.T) {
	s := serve(t, plan.Table{Free: plan.Limits{Memories: 6}}, map[string]http.HandlerFunc{"/feed": says("text/xml", rss(5))})
	f, err := s.Add(t.Context(), "ann", s.url+"/feed")
	if err != nil || f.Message != noRoom || f.Status != OK || f.ETag != "" {
		t.Fatalf("got %+v, %v", f, err)
	}
	if got := s.saver.links(); len(got) != 3 {
		t.Errorf("saved %v", got)
	}
	s.Plans = plan.Table{}
	if f, err = s.Check(t.Context(), "ann", f.ID); err != nil || f.Message != "" {
		t.Errorf("got %+v, %v", f, err)
	}
	got := s.saver.links()
	slices.Sort(got)
	if len(slices.Compact(got)) != 5 {
		t.Errorf("saved %v", got)
	}
}

// scripted is a Fetcher that answers without a network, and counts.
type scripted struct {
	mu    sync.Mutex
	times []time.Time
	next  func() (capture.Page, error)
}

func (s *scripted) Fetch(context.Context, capture.Request) (capture.Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times = append(s.times, time.Now())
	return s.next()
}

func TestTimes(t *testing.T) {
	status := func(code int, after time.Duration) error {
		f := fault.Wrap(fault.Unavailable, "The page answered with an error.", &capture.StatusError{Code: code})
		f.RetryAfter = after
		return f
	}
	for title, c := range map[string]struct {
		err      error
		hours    int
		min, max int // fetches
		status   Status
	}{
		"hourly":          {nil, 24, 20, 25, OK},
		"ever less often": {status(500, 0), 24, 4, 6, Failing},
		"gone for good":   {status(410, 0), 24, 1, 1, Paused},
		"asked to wait":   {status(429, 10*time.Hour), 24, 3, 3, Failing},
		"a queue":         {&capture.Busy{After: 5 * time.Minute}, 1, 9, 12, OK},
		"not changed":     {status(304, 0), 24, 20, 25, OK},
	} {
		t.Run(title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := &scripted{next: func() (capture.Page, error) {
					return capture.Page{URL: "https://example.com/feed", Body: []byte(rss(1))}, c.err
				}}
				s := open(web, plan.Table{})
				if _, err := follow(t.Context(), s, "ann", "https://example.com/feed"); err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan struct{})
				go func() { defer close(ended); s.Run(ctx) }()
				time.Sleep(time.Duration(c.hours)*time.Hour - time.Second)
				stop()
				<-ended
				if n := len(web.times); n < c.min || n > c.max {
					t.Errorf("fetched %d times in %d hours: %v", n, c.hours, web.times)
				}
				for _, f := range s.shelf.feeds {
					if f.Status != c.status {
						t.Errorf("got %+v", f)
					}
				}
			})
		})
	}
}

// stuck is a Fetcher of feeds that never answer, but for those of other.
type stuck struct {
	mu       sync.Mutex
	now      map[string]int // fetches, by user
	most     map[string]int // at once
	longest  time.Duration
	answered chan struct{}
}

func (s *stuck) Fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	began := time.Now()
	s.mu.Lock()
	s.now[r.UserID]++
	s.most[r.UserID] = max(s.most[r.UserID], s.now[r.UserID])
	s.mu.Unlock()
	if r.UserID == "bob" {
		s.answered <- struct{}{}
	} else {
		<-ctx.Done()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now[r.UserID]--
	s.longest = max(s.longest, time.Since(began))
	return capture.Page{}, fault.New(fault.Unavailable, "The site does not answer.")
}

func TestSlowFeedsOfOneUserDontDelayOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &stuck{now: map[string]int{}, most: map[string]int{}, answered: make(chan struct{})}
		s := open(web, plan.Table{})
		for i := range 10 {
			if _, err := follow(t.Context(), s, "ann", fmt.Sprintf("https://slow.example/%d", i)); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Second) // bob's is due behind ann's
		if _, err := follow(t.Context(), s, "bob", "https://example.com/feed"); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		began := time.Now()
		go func() { defer close(ended); s.Run(ctx) }()
		<-web.answered
		if waited := time.Since(began); waited > 0 {
			t.Errorf("bob's feed waited %v", waited)
		}
		time.Sleep(5*checkTime + time.Second)
		s.shelf.mu.Lock()
		for _, f := range s.shelf.feeds {
			if f.Failures != 1 {
				t.Errorf("%s failed %d times", f.URL, f.Failures)
			}
		}
		s.shelf.mu.Unlock()
		stop()
		<-ended
		if web.most["ann"] != mostOfUser || web.longest > checkTime {
			t.Errorf("at once %d, the longest for %v", web.most["ann"], web.longest)
		}
	})
}

// Whatever a feed brought is deleted in the end: behind the call, past a full trash and a restart.
func TestLeavingAFeedWithWhatItBrought(t *testing.T) {
	for title, c := range map[string]struct {
		memories, trash int
		full            bool
		done            bool
		left            int // after the call
		message         string
	}{
		"little is gone with the call":              {5, 100, false, true, 0, ""},
		"much goes behind it":                       {100, 1000, false, false, 69, ""},
		"what the trash can't take waits":           {100, 20, false, false, 80, trashFull},
		"on a full disk all of it stays, and waits": {5, 100, true, false, 5, diskFull},
	} {
		t.Run(title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := open(&scripted{next: func() (capture.Page, error) { return capture.Page{}, fault.New(fault.Unavailable, "Away") }}, plan.Table{})
				f, err := follow(t.Context(), s, "ann", "https://example.com/feed")
				if err != nil {
					t.Fatal(err)
				}
				for i := range c.memories {
					s.shelf.memories = append(s.shelf.memories, fmt.Sprint(i))
				}
				s.shelf.trash, s.shelf.full = c.trash, c.full
				done, err := s.Unfollow(t.Context(), "ann", f.ID, true)
				if err != nil || done != c.done || len(s.shelf.memories) != c.left {
					t.Fatalf("%v, %v, left %d", done, err, len(s.shelf.memories))
				}
				if !done {
					_, err := s.Check(t.Context(), "ann", f.ID)
					_, again := follow(t.Context(), s, "ann", f.URL)
					_, renamed := s.Change(t.Context(), "ann", f.ID, new("Another"), nil)
					for _, err := range []error{err, again, renamed} {
						if fault.KindOf(err) != fault.Conflict {
							t.Errorf("of a feed that is left: %v", err)
						}
					}
				}
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan struct{})
				go func() { defer close(ended); s.Run(ctx) }()
				time.Sleep(time.Minute)
				s.shelf.mu.Lock()
				if s.shelf.feeds[f.ID].Message != c.message {
					t.Errorf("meanwhile: %+v", s.shelf.feeds[f.ID])
				}
				s.shelf.trash, s.shelf.full = 1000, false
				s.shelf.mu.Unlock()
				time.Sleep(time.Hour)
				stop()
				<-ended
				if len(s.shelf.memories) > 0 || len(s.shelf.feeds) > 0 {
					t.Errorf("left %d, %+v", len(s.shelf.memories), s.shelf.feeds)
				}
			})
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, body := range []string{rss(3), atom, jsonFeed, "", "<rss", `{"version":"https://jsonfeed.org/version/1.1","items":[null]}`} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		page := capture.Page{URL: "https://example.com/", Body: body}
		read, err := parse(page, time.Now())
		if err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("got %v", err)
		}
		for _, one := range read.items {
			if !strings.HasPrefix(one.link, "http://") && !strings.HasPrefix(one.link, "https://") {
				t.Errorf("links to %q", one.link)
			}
		}
		named(page)
	})
}
