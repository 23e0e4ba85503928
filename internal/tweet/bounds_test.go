package tweet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// fetcher is a capture.Fetcher of one's own making.
type fetcher func(context.Context, capture.Request) (capture.Page, error)

func (f fetcher) Fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	return f(ctx, r)
}

// bare is a Store of users who saved every tweet, of which none is kept yet.
type bare struct{}

func (bare) KeptTweet(context.Context, string, string) ([]byte, error) {
	return nil, fault.New(fault.NotFound, "Tweet not found")
}

func (bare) HasTweet(context.Context, string, string) (bool, error) { return true, nil }

func TestOneCardAsksAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked, atOnce atomic.Int64
		s := New(fetcher(func(ctx context.Context, _ capture.Request) (capture.Page, error) {
			if asked.Add(1); atOnce.Add(1) > 1 {
				t.Error("two questions at once")
			}
			defer atOnce.Add(-1)
			select {
			case <-time.After(3 * time.Second):
			case <-ctx.Done():
			}
			return capture.Page{Body: answerOf("")}, ctx.Err()
		}), "https://x.example", bare{})
		var all sync.WaitGroup
		var answered atomic.Int64
		began := time.Now()
		for range 20 {
			all.Go(func() {
				_, err := s.Get(t.Context(), "ann", anyID)
				if err == nil {
					answered.Add(1)
				} else if fault.KindOf(err) != fault.Unavailable {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); answered.Load() != 2 || asked.Load() != 3 || took > nowTimeout {
			t.Errorf("%d answered by %d requests in %v", answered.Load(), asked.Load(), took)
		}
		time.Sleep(retryAfter) // what the last one holds is given back
	})
}

func TestCardsPauseAfterAFailure(t *testing.T) {
	for title, c := range map[string]struct {
		body []byte
		err  error
		want time.Duration // until the next question
	}{
		"a tweet":              {answerOf(""), nil, 0},
		"none":                 {[]byte("{}"), nil, time.Second},
		"a service that fails": {nil, fault.New(fault.Unavailable, "down"), time.Second},
		"a long line":          {nil, &capture.Busy{After: 20 * time.Second}, time.Second},
	} {
		t.Run(title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var asked []time.Time
				s := New(fetcher(func(context.Context, capture.Request) (capture.Page, error) {
					asked = append(asked, time.Now())
					return capture.Page{Body: c.body}, c.err
				}), "https://x.example", bare{})
				for range 2 {
					_, _ = s.Get(t.Context(), "ann", anyID)
				}
				if len(asked) != 2 || asked[1].Sub(asked[0]) != c.want {
					t.Errorf("asked at %v, want %v between", asked, c.want)
				}
				time.Sleep(retryAfter) // what the last one holds is given back
			})
		})
	}
}

func TestAClosedCardStopsWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		s := New(fetcher(func(ctx context.Context, _ capture.Request) (capture.Page, error) {
			asked++
			<-ctx.Done()
			return capture.Page{}, ctx.Err()
		}), "https://x.example", bare{})
		ctx, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				if _, err := s.Get(ctx, "ann", anyID); fault.KindOf(err) != fault.Unavailable {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		began := time.Now()
		leave()
		all.Wait()
		if asked != 1 || time.Since(began) > 0 {
			t.Errorf("%d questions, %v until all had left", asked, time.Since(began))
		}
		time.Sleep(retryAfter)
	})
}

func TestRequestsForATweetTimeOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := fetcher(func(ctx context.Context, r capture.Request) (capture.Page, error) {
			if strings.Contains(r.URL, "id="+anyID) && !r.Priority && ctx.Value(ready{}) != nil {
				return capture.Page{Body: answerOf(`,"in_reply_to_status_id_str":"7","in_reply_to_screen_name":"ada"`)}, nil
			}
			<-ctx.Done() // in line for a turn that does not come
			return capture.Page{}, fmt.Errorf("fetch: %w", ctx.Err())
		})
		s := New(hangs, "https://x.example", bare{})
		began := time.Now()
		if _, err := s.Get(t.Context(), "ann", anyID); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v", err)
		}
		if took := time.Since(began); took > nowTimeout {
			t.Errorf("a card waited for %v", took)
		}
		began = time.Now()
		u, err := s.upstream.ask(context.WithValue(t.Context(), ready{}, true), anyID, capture.Request{})
		if err != nil {
			t.Fatal(err)
		}
		before, lost := s.before(t.Context(), "ann", u)
		if len(before) != 0 || lost == nil || time.Since(began) > threadTimeout {
			t.Errorf("a thread of %d took %v, %v", len(before), time.Since(began), lost)
		}
	})
}

// ready marks a question that is answered.
type ready struct{}

// TestThreadIsBounded has a service that makes up ever more of a thread, or leads in a circle.
func TestThreadIsBounded(t *testing.T) {
	for name, c := range map[string]struct {
		next func(n int) int
		want int
	}{
		"TWEET-19 a thread without a beginning":   {func(n int) int { return n + 1 }, maxAsked},
		"TWEET-19 a thread in a circle":           {func(n int) int { return 3 - n }, 1},
		"TWEET-19 a tweet that replies to itself": {func(n int) int { return n }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			u := upstream{fetcher(func(_ context.Context, r capture.Request) (capture.Page, error) {
				asked++
				var n int
				_, query, _ := strings.Cut(r.URL, "id=")
				if _, err := fmt.Sscanf(query, "%d", &n); err != nil {
					return capture.Page{}, errors.New("no number")
				}
				return capture.Page{Body: []byte(fmt.Sprintf(`{"__typename":"Tweet","id_str":"%d","user":{"screen_name":"ada"},
					"in_reply_to_status_id_str":"%d","in_reply_to_screen_name":"Ada"}`, n, c.next(n)))}, nil
			}), "https://x.example/tweet-result"}
			first, err := u.ask(t.Context(), "1", capture.Request{})
			if err != nil {
				t.Fatal(err)
			}
			s := &Service{upstream: u}
			if got, lost := s.before(t.Context(), "ann", first); len(got) != c.want || asked != 1+c.want || lost != nil {
				t.Errorf("a thread of %d after %d questions, want %d; lost: %v", len(got), asked, c.want, lost)
			}
		})
	}
}

func TestEndpoint(t *testing.T) {
	for address, want := range map[string]string{
		"https://cdn.syndication.twimg.com":  "https://cdn.syndication.twimg.com/tweet-result?",
		"https://cdn.syndication.twimg.com/": "https://cdn.syndication.twimg.com/tweet-result?",
		"http://10.0.0.9:9000/api/tweets":    "http://10.0.0.9:9000/api/tweets?",
		"http://10.0.0.9:9000/api?key=k":     "http://10.0.0.9:9000/api?key=k&",
		"http://10.0.0.9:9000?key=k":         "http://10.0.0.9:9000/tweet-result?key=k&",
	} {
		got := upstream{endpoint: endpointOf(address)}.addressOf("20")
		if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "&id=20&lang=en&token=6dq1a2xwd93") {
			t.Errorf("%s is asked at %s, want %s…", address, got, want)
		}
	}
}
