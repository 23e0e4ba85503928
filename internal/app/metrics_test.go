package app

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"testing"

	"engram/internal/config"
)

func TestMetrics(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.MetricsAddr = "127.0.0.1:0"
		e := start(t, cfg)
		at := "http://" + e.app.scraped.String()
		token := e.user()
		id := e.note(token, "Broad beans are sown in November.")
		e.want(200, e.call("GET", "/api/v1/content/"+id, token, nil))
		e.want(200, e.search(token, "beans", "all-memories"))
		e.want(404, e.call("GET", "/api/v1/content/unknown-id", token, nil))
		e.want(404, e.call("BREW", "/api/v1/secret-id", token, nil))
		scraped := e.want(200, e.call("GET", at+"/metrics", "", nil))

		t.Run("passages, searches and requests are counted", func(t *testing.T) {
			for _, want := range []string{
				"engram_passages 1\n", "engram_passages_read 0\n", "engram_search_seconds_count 1\n", "process_resident_memory_bytes ",
				`engram_http_requests_total{method="GET",route="/api/v1/content/{id}",status="2xx"} 1` + "\n",
				`engram_http_requests_total{method="GET",route="/api/v1/content/{id}",status="4xx"} 1` + "\n",
				`engram_http_requests_total{method="other",route="/api/",status="4xx"} 1` + "\n",
				`engram_http_request_seconds_count{route="/api/v1/vector-search"} 1` + "\n",
			} {
				if !strings.Contains(scraped.raw, want) {
					t.Errorf("no %q in\n%s", want, scraped.raw)
				}
			}
			if kind := scraped.header.Get("Content-Type"); kind != "text/plain; version=0.0.4; charset=utf-8" {
				t.Errorf("the type is %q", kind)
			}
		})
		t.Run("metrics contain no id, name or question", func(t *testing.T) {
			for _, private := range []string{id, "unknown-id", "secret-id", "beans"} {
				if strings.Contains(scraped.raw, private) {
					t.Errorf("%q is told", private)
				}
			}
		})
		t.Run("the metrics address serves nothing else, and the product's address no metrics", func(t *testing.T) {
			for _, path := range []string{at + "/", at + "/api/v1/content", at + "/debug/pprof/"} {
				if got := e.call("GET", path, token, nil); got.status != 404 {
					t.Errorf("%s: %v", path, got)
				}
			}
			if got := e.call("GET", "/metrics", token, nil); strings.Contains(got.raw, "engram_passages") {
				t.Errorf("got %v", got)
			}
		})
		t.Run("an address in use ends the start with one line that names the setting", func(t *testing.T) {
			other := settings(t)
			other.MetricsAddr = e.app.scraped.String()
			_, err := Start(context.Background(), other, slog.New(slog.DiscardHandler), []string{"unused"})
			if err == nil || !strings.HasPrefix(err.Error(), "ENGRAM_METRICS_ADDR: ") || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v", err)
			}
		})
		t.Run("the metrics server stops with the program", func(t *testing.T) {
			if err := e.app.Close(); err != nil {
				t.Fatal(err)
			}
			if conn, err := net.Dial("tcp", e.app.scraped.String()); err == nil {
				conn.Close()
				t.Error("somebody still answers")
			}
		})
	})
	t.Run("without a metrics address nothing is served", func(t *testing.T) {
		if e := start(t, settings(t)); e.app.scraped != nil {
			t.Errorf("served at %v", e.app.scraped)
		}
	})
}
