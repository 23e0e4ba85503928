package embed_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"testing"
	"time"

	"engram/internal/embed"
	"engram/internal/embed/embedtest"
)

// endless is a Store whose passages are never all read.
type endless struct{ embed.Store }

func (endless) Unembedded(_ context.Context, _, _ string, _ bool, limit int) ([]embed.Text, error) {
	return make([]embed.Text, limit), nil
}

func (endless) SaveVectors(context.Context, string, []embed.Vector) error {
	time.Sleep(3 * time.Millisecond) // as a disk takes
	return nil
}

func (endless) Length(context.Context, string) (int, error) { return 0, nil }

func (endless) Lease(context.Context, string, string, time.Time, time.Time) (bool, error) {
	return true, nil
}

func (endless) EndLease(context.Context, string, string) error { return nil }

// BenchmarkWait measures requests over HTTP that each take about a millisecond of search, some
// milliseconds apart: while nothing else is done, while passages are read behind them, and while
// other work has all processors but one as well.
func BenchmarkWait(b *testing.B) {
	for _, beside := range []struct {
		name          string
		reading, busy bool
	}{{"alone", false, false}, {"reading", true, false}, {"busy", false, true}, {"busy, reading", true, true}} {
		b.Run(beside.name, func(b *testing.B) {
			model := &embedtest.Local{Name: "fake", Dims: 384, Steps: 33}
			s := embed.New(endless{}, model, slog.New(slog.DiscardHandler), time.Now)
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			if beside.busy {
				for range runtime.GOMAXPROCS(0) - 1 {
					go burn(ctx)
				}
			}
			if beside.reading {
				ended := make(chan struct{})
				go func() { s.Run(ctx); close(ended) }()
				defer func() { cancel(); <-ended }()
			}
			search := &embedtest.Local{Steps: 3}
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				defer s.Gate().Enter()()
				_, _ = search.Embed(r.Context(), make([]string, 1), embed.Question)
			}))
			defer server.Close()
			time.Sleep(100 * time.Millisecond)
			took, began := make([]time.Duration, b.N), time.Now()
			b.ResetTimer()
			for i := range took {
				time.Sleep(rand.N(10 * time.Millisecond))
				took[i] = ask(b, server.URL)
			}
			b.StopTimer()
			slices.Sort(took)
			for _, p := range []int{50, 95, 99} {
				b.ReportMetric(float64(took[p*(b.N-1)/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", p))
			}
			b.ReportMetric(float64(model.Read())/time.Since(began).Seconds(), "passages/s")
		})
	}
}

func burn(ctx context.Context) {
	work := &embedtest.Local{Steps: 1}
	for ctx.Err() == nil {
		_, _ = work.Embed(ctx, make([]string, 1), embed.Passage) // which fails with ctx alone
	}
}

func ask(b *testing.B, url string) time.Duration {
	began := time.Now()
	response, err := http.Get(url)
	if err != nil {
		b.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, response.Body)
	response.Body.Close()
	return time.Since(began)
}
