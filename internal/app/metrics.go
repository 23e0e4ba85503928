package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	answering "engram/internal/answer"
	"engram/internal/ask"
	"engram/internal/embed"
	"engram/internal/httpapi/route"
	"engram/internal/metrics"
)

// observer counts what is requested and searched.
type observer interface {
	route.Observer
	ask.Observer
}

// startMetrics serves /metrics at addr until the App is closed, and returns the observer of
// requests. It returns nil if addr is empty.
func (a *App) startMetrics(addr string, reading *embed.Tracker, model *embed.Service, answers *answering.Service, backups metrics.Backups) (observer, error) {
	if addr == "" {
		return nil, nil
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("ENGRAM_METRICS_ADDR: %w", err)
	}
	counts := metrics.New(reading, model, backups, a.log, time.Now)
	if answers != nil {
		counts.Chat(answers)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", counts)
	server := &http.Server{
		Handler:        mux,
		ReadTimeout:    10 * time.Second,
		WriteTimeout:   15 * time.Second, // with the count of passages
		IdleTimeout:    2 * time.Minute,
		MaxHeaderBytes: 16 << 10,
		ErrorLog:       slog.NewLogLogger(a.log.Handler(), slog.LevelDebug),
	}
	a.scraped = listener.Addr()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			a.log.Error("metrics are served no more", "error", err)
		}
	}()
	a.onClose(func(context.Context) error {
		err := server.Close() // a scrape that is cut is not missed
		<-done
		return err
	})
	return counts, nil
}
