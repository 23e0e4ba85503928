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

// nothing is a Store without anything.
type nothing struct{}

func (nothing) KeptTweet(context.Context, string, string) ([]byte, error) {
	return nil, fault.New(fault.NotFound, "Tweet not found")
}

func TestRemembers(t *testing.T) {
	wait := fault.New(fault.Unavailable, "slow down")
	wait.RetryAfter = 30 * time.Second
	hour := fault.New(fault.Unavailable, "later")
	hour.RetryAfter = time.Hour
	for _, c := range []struct {
		title string
		body  []byte
		err   error
		kind  fault.Kind
		lasts time.Duration
	}{
		{"a tweet", answerOf(""), nil, 0, time.Minute},
		{"that there is none", []byte("{}"), nil, fault.NotFound, time.Minute},
		{"that the service is down", nil, fault.New(fault.Unavailable, "down"), fault.Unavailable, 10 * time.Second},
		{"when it may be asked again", nil, wait, fault.Unavailable, 30 * time.Second},
		{"that, for a minute at most", nil, hour, fault.Unavailable, time.Minute},
		{"that the line is long", nil, &capture.Busy{After: 20 * time.Second}, fault.Unavailable, 20 * time.Second},
		{"nothing that is large", answerOf(`,"text":"` + strings.Repeat("x", maxRemembered) + `"`), nil, 0, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				s := New(fetcher(func(context.Context, capture.Request) (capture.Page, error) {
					asked++
					return capture.Page{Body: c.body}, c.err
				}), "https://x.example", nothing{})
				look := func(want int) {
					t.Helper()
					data, err := s.Get(t.Context(), "ann", anyID)
					if fault.KindOf(err) != c.kind || (err == nil && string(data) != string(c.body)) || asked != want {
						t.Errorf("got %.50q, %v after %d questions, want %d", data, err, asked, want)
					}
				}
				look(1)
				if c.lasts > 0 {
					time.Sleep(c.lasts - time.Second)
					look(1)
					time.Sleep(time.Second)
				}
				look(2)
			})
		})
	}
}

func TestOneQuestionAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		s := New(fetcher(func(ctx context.Context, _ capture.Request) (capture.Page, error) {
			asked.Add(1)
			time.Sleep(3 * time.Second)
			return capture.Page{Body: answerOf("")}, ctx.Err()
		}), "https://x.example", nothing{})
		first, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for i := range 20 {
			ctx := t.Context()
			if i == 0 {
				ctx = first
			}
			all.Go(func() {
				if _, err := s.Get(ctx, "ann", anyID); err != nil {
					t.Error(err)
				}
			})
			if i == 0 {
				synctest.Wait() // who asks first is the one who leaves
			}
		}
		synctest.Wait()
		leave()
		all.Wait()
		if asked.Load() != 1 {
			t.Errorf("asked %d times", asked.Load())
		}
	})
}

func TestNobodyWaitsForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := fetcher(func(ctx context.Context, r capture.Request) (capture.Page, error) {
			if strings.Contains(r.URL, "id="+anyID) && !r.Follow && ctx.Value(ready{}) != nil {
				return capture.Page{Body: answerOf(`,"in_reply_to_status_id_str":"7","in_reply_to_screen_name":"ada"`)}, nil
			}
			<-ctx.Done() // in line for a turn that does not come
			return capture.Page{}, fmt.Errorf("fetch: %w", ctx.Err())
		})
		s := New(hangs, "https://x.example", nothing{})
		began := time.Now()
		if _, err := s.Get(t.Context(), "ann", anyID); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("got %v", err)
		}
		if took := time.Since(began); took > nowTimeout {
			t.Errorf("a card waited for %v", took)
		}
		began = time.Now()
		u, err := s.upstream.ask(context.WithValue(t.Context(), ready{}, true), anyID, false)
		if err != nil {
			t.Fatal(err)
		}
		if before := s.before(t.Context(), u); len(before) != 0 || time.Since(began) > threadTimeout {
			t.Errorf("a thread of %d took %v", len(before), time.Since(began))
		}
	})
}

// ready marks a question that is answered.
type ready struct{}

func TestRememberedIsBounded(t *testing.T) {
	var r recent
	for i := range 5 * maxRecent {
		_, _ = r.get(t.Context(), fmt.Sprint(i), func(context.Context, string) ([]byte, error) { return []byte("{}"), nil })
	}
	if len(r.byID) != maxRecent {
		t.Errorf("%d answers are remembered", len(r.byID))
	}
	if _, ok := r.lookUp(fmt.Sprint(5*maxRecent - 1)); !ok {
		t.Error("the last one is not")
	}
}

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
			first, err := u.ask(t.Context(), "1", false)
			if err != nil {
				t.Fatal(err)
			}
			s := &Service{upstream: u}
			if got := s.before(t.Context(), first); len(got) != c.want || asked != 1+c.want {
				t.Errorf("a thread of %d after %d questions, want %d", len(got), asked, c.want)
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
