package metrics

import (
	"bytes"
	"context"
	"errors"
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
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"pgregory.net/rapid"

	"engram/internal/answer"
	"engram/internal/backup"
	"engram/internal/embed"
)

// engram is a Reading and a Model.
type engram struct {
	counts int // how often passages were counted
	found  embed.Progress
	broken error
	slow   time.Duration
}

func (e *engram) OfAll(ctx context.Context) (embed.Progress, error) {
	e.counts++
	select {
	case <-time.After(e.slow):
		return e.found, e.broken
	case <-ctx.Done():
		return embed.Progress{}, ctx.Err()
	}
}

func (e *engram) Stats() embed.Stats {
	return embed.Stats{Questions: 9, QuestionsCached: 4, QuestionsEncoded: 5, PassagesEncoded: 1e6, Spent: 1500 * time.Millisecond, Readings: 7, SpentReading: 250 * time.Millisecond}
}

// backups were made as their Stats say.
type backups struct{ stats backup.Stats }

func (b backups) Stats() backup.Stats { return b.stats }

func newMetrics(e *engram) (*Metrics, *bytes.Buffer) {
	var log bytes.Buffer
	return New(e, e, &backups{}, slog.New(slog.NewTextHandler(&log, nil)), time.Now), &log
}

func scrape(m *Metrics) string {
	w := httptest.NewRecorder()
	m.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

// of returns the samples of a family, or of one of a histogram's series.
func of(scraped, family string) (samples []string) {
	for line := range strings.Lines(scraped) {
		name := line[:strings.IndexAny(line, " {")]
		series := slices.ContainsFunc([]string{"_bucket", "_sum", "_count"}, func(suffix string) bool { return name == family+suffix })
		if name == family || series {
			samples = append(samples, strings.TrimSuffix(line, "\n"))
		}
	}
	return samples
}

func equal(t *testing.T, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// wantFormat fails the test unless Prometheus' own reader takes the page and has nothing to say of its names.
func wantFormat(t interface{ Errorf(string, ...any) }, scraped string) {
	problems, err := promlint.New(strings.NewReader(scraped)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v, %v in\n%s", err, problems, scraped)
	}
}

func TestPassages(t *testing.T) {
	t.Run("passages and encoded passages are gauges", func(t *testing.T) {
		m, _ := newMetrics(&engram{found: embed.Progress{Read: 2140, Passages: 12_345_678}})
		got := scrape(m)
		equal(t, of(got, "engram_passages"), []string{"engram_passages 1.2345678e+07"})
		equal(t, of(got, "engram_passages_read"), []string{"engram_passages_read 2140"})
	})
	t.Run("passages are counted every 15 seconds at most, however often metrics are scraped", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			e := &engram{}
			m, _ := newMetrics(e)
			for range 30 {
				scrape(m)
				time.Sleep(time.Second)
			}
			equal(t, e.counts, 2)
		})
	})
	for title, e := range map[string]*engram{
		"that fails":          {broken: errors.New("disk on fire")},
		"that takes too long": {slow: time.Minute},
	} {
		t.Run("a count "+title+" is left out and logged, and the others are served", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m, log := newMetrics(e)
				got := scrape(m)
				wantFormat(t, got)
				if of(got, "engram_passages") != nil || of(got, "engram_questions_total") == nil || !strings.Contains(log.String(), "can't be counted") {
					t.Errorf("got\n%s\nthe log: %s", got, log)
				}
			})
		})
	}
	t.Run("a scrape that is cancelled while counting does not affect the next", func(t *testing.T) {
		m, _ := newMetrics(&engram{found: embed.Progress{Passages: 3}})
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		m.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(gone, http.MethodGet, "/metrics", nil))
		equal(t, of(scrape(m), "engram_passages"), []string{"engram_passages 3"})
	})
}

func TestModel(t *testing.T) {
	m, _ := newMetrics(&engram{})
	got := scrape(m)
	for family, want := range map[string]string{
		"engram_questions_total": "9", "engram_questions_cached_total": "4", "engram_questions_encoded_total": "5",
		"engram_passages_encoded_total": "1e+06", "engram_encoding_seconds_total": "1.5",
		"engram_readings_total": "7", "engram_reading_seconds_total": "0.25",
	} {
		equal(t, of(got, family), []string{family + " " + want})
	}
}

func TestRequests(t *testing.T) {
	m, _ := newMetrics(&engram{})
	m.Request("GET", "/api/v1/content/{id}", 200, 2*time.Millisecond)
	m.Request("GET", "/api/v1/content/{id}", 206, 3*time.Millisecond)
	m.Request("GET", "/api/v1/content/{id}", 404, time.Hour)
	m.Request("BREW", "/", 200, 0)
	m.Request("PROPFIND", "/", 200, 0)
	got := scrape(m)
	t.Run("requests are labelled by route, method and class, and unknown methods share a label", func(t *testing.T) {
		equal(t, of(got, "engram_http_requests_total"), []string{
			`engram_http_requests_total{method="other",route="/",status="2xx"} 2`,
			`engram_http_requests_total{method="GET",route="/api/v1/content/{id}",status="2xx"} 2`,
			`engram_http_requests_total{method="GET",route="/api/v1/content/{id}",status="4xx"} 1`,
		})
	})
	t.Run("a histogram's buckets are cumulative", func(t *testing.T) {
		var lines []string
		for _, line := range of(got, "engram_http_request_seconds") {
			if strings.Contains(line, "{id}") {
				lines = append(lines, strings.TrimPrefix(line, "engram_http_request_seconds_"))
			}
		}
		equal(t, lines, []string{
			`bucket{route="/api/v1/content/{id}",le="0.001"} 0`, `bucket{route="/api/v1/content/{id}",le="0.0025"} 1`,
			`bucket{route="/api/v1/content/{id}",le="0.005"} 2`, `bucket{route="/api/v1/content/{id}",le="0.01"} 2`,
			`bucket{route="/api/v1/content/{id}",le="0.025"} 2`, `bucket{route="/api/v1/content/{id}",le="0.05"} 2`,
			`bucket{route="/api/v1/content/{id}",le="0.1"} 2`, `bucket{route="/api/v1/content/{id}",le="0.25"} 2`,
			`bucket{route="/api/v1/content/{id}",le="0.5"} 2`, `bucket{route="/api/v1/content/{id}",le="1"} 2`,
			`bucket{route="/api/v1/content/{id}",le="2.5"} 2`, `bucket{route="/api/v1/content/{id}",le="5"} 2`,
			`bucket{route="/api/v1/content/{id}",le="10"} 2`, `bucket{route="/api/v1/content/{id}",le="60"} 2`,
			`bucket{route="/api/v1/content/{id}",le="+Inf"} 3`,
			`sum{route="/api/v1/content/{id}"} 3600.005`, `count{route="/api/v1/content/{id}"} 3`,
		})
	})
	t.Run("a duration on a bound counts in the lower bucket", func(t *testing.T) {
		m.Search(time.Millisecond)
		equal(t, of(scrape(m), "engram_search_seconds")[0], `engram_search_seconds_bucket{le="0.001"} 1`)
	})
}

func TestProgramItself(t *testing.T) {
	m, _ := newMetrics(&engram{})
	got := scrape(m)
	for _, family := range []string{
		"go_info", "go_goroutines", "go_gc_cycles_total", "go_memstats_alloc_bytes_total", "go_memstats_heap_alloc_bytes", "go_memstats_sys_bytes",
		"process_start_time_seconds", "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds",
	} {
		if lines := of(got, family); len(lines) != 1 || strings.HasSuffix(lines[0], " 0") && family != "go_gc_cycles_total" {
			t.Errorf("%s: %q", family, lines)
		}
	}
}

// The page is valid for Prometheus whatever the events, also with concurrent ones.
func TestFormat(t *testing.T) {
	t.Run("metrics of an idle program are valid", func(t *testing.T) {
		m, _ := newMetrics(&engram{})
		wantFormat(t, scrape(m))
	})
	t.Run("metrics with any route are valid", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			m, _ := newMetrics(&engram{})
			for range rapid.IntRange(1, 5).Draw(t, "requests") {
				m.Request("GET", string(rapid.SliceOf(rapid.Byte()).Draw(t, "route")), rapid.IntRange(100, 599).Draw(t, "status"),
					time.Duration(rapid.Int64Range(0, 1e12).Draw(t, "took")))
			}
			wantFormat(t, scrape(m))
		})
	})
	t.Run("concurrent requests and scrapes are valid", func(t *testing.T) {
		m, _ := newMetrics(&engram{})
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 200 {
					m.Request("GET", "/", 200, time.Millisecond)
					m.Search(time.Millisecond)
				}
			})
			all.Go(func() { wantFormat(t, scrape(m)) })
		}
		all.Wait()
		got := scrape(m)
		equal(t, of(got, "engram_http_requests_total"), []string{`engram_http_requests_total{method="GET",route="/",status="2xx"} 800`})
		equal(t, of(got, "engram_search_seconds_count"), []string{"engram_search_seconds_count 800"})
	})
}

// chat has answered three questions, and once it was slow.
type chat struct{}

func (chat) Stats() answer.Stats {
	return answer.Stats{Outcomes: map[string]int64{"slow": 1, "answered": 3}, Spent: 2500 * time.Millisecond}
}

func TestAnswersOfAModel(t *testing.T) {
	m, _ := newMetrics(&engram{})
	equal(t, of(scrape(m), "engram_model_answers_total"), []string(nil))
	m.Chat(chat{})
	scraped := scrape(m)
	wantFormat(t, scraped)
	equal(t, of(scraped, "engram_model_answers_total"), []string{`engram_model_answers_total{outcome="answered"} 3`, `engram_model_answers_total{outcome="slow"} 1`})
	equal(t, of(scraped, "engram_model_seconds_total"), []string{"engram_model_seconds_total 2.5"})
}

func TestBackups(t *testing.T) {
	m, _ := newMetrics(&engram{})
	if got := of(scrape(m), "engram_backup_made_seconds"); len(got) != 0 {
		t.Errorf("without a backup it says %q", got)
	}
	m.backups = backups{backup.Stats{Made: 2, Failed: 1, LastMade: time.Unix(1000, 0), LastSize: 4096, Spent: 1500 * time.Millisecond}}
	scraped := scrape(m)
	wantFormat(t, scraped)
	equal(t, of(scraped, "engram_backups_total"), []string{`engram_backups_total{outcome="failed"} 1`, `engram_backups_total{outcome="made"} 2`})
	equal(t, of(scraped, "engram_backup_seconds_total"), []string{"engram_backup_seconds_total 1.5"})
	equal(t, of(scraped, "engram_backup_made_seconds"), []string{"engram_backup_made_seconds 1000"})
	equal(t, of(scraped, "engram_backup_bytes"), []string{"engram_backup_bytes 4096"})
}
