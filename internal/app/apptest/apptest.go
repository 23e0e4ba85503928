// Package apptest starts the whole program for tests of what stands around it.
package apptest

import (
	"log/slog"
	"os"
	"testing"
	"time"

	"engram/internal/app"
	"engram/internal/app/child"
	"engram/internal/config"
	"engram/internal/store/storetest"
)

// ReadPDF ends the process where a test's binary was started as the child that reads PDFs. TestMain calls it first.
func ReadPDF() {
	if len(os.Args) < 2 || os.Args[1] != "read-pdf" {
		return
	}
	if err := child.Serve(os.Stdin, os.Stdout, os.Args[2:]); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// Settings returns those of personal mode with open sign-up, on a free port, with a fetcher that may reach the test's own servers
// and without the encoder.
func Settings(t testing.TB) config.Config {
	return config.Config{
		Mode: "personal", SignUp: "open", TweetURL: "https://cdn.syndication.twimg.com", SupportEmail: "support@engram.local", SalesEmail: "sales@engram.local",
		Addr: "127.0.0.1:0", DataDir: t.TempDir(), MaxUploadMB: 25, MaxImportMB: 64, Encoder: config.EncoderOff, Reader: config.ReaderOff,
		ChatTokens: 3000, ChatTimeout: time.Minute, ChatParallel: 4, FetchAllow: []string{"127.0.0.0/8"},
	}
}

// Start starts the program until the test ends, and returns its address.
func Start(t testing.TB, cfg config.Config) (url string) {
	t.Helper()
	readPDF, err := child.Command()
	if err != nil {
		t.Fatal(err)
	}
	storetest.Migrate(t, cfg.Database())
	a, err := app.Start(t.Context(), cfg, slog.New(slog.DiscardHandler), readPDF)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a.URL()
}
