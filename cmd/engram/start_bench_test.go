package main

import (
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// BenchmarkFirstScreen starts the program on an empty data directory and loads the screen on which the owner signs up,
// with the scripts and style sheets that it names.
func BenchmarkFirstScreen(b *testing.B) {
	named := regexp.MustCompile(`(?:src|href)="(/[^"]+\.(?:js|css))"`)
	var used time.Duration // of the processors, until the program has ended
	for b.Loop() {
		cmd, url := serve(b, filepath.Join(b.TempDir(), "data"), "ENGRAM_MODE=personal", "ENGRAM_ENCODER=on")
		page := load(b, url+"/")
		files := named.FindAllStringSubmatch(page, -1)
		if len(files) == 0 || !strings.Contains(page, "<title>") {
			b.Fatalf("this is no screen: %s", page)
		}
		for _, file := range files {
			load(b, url+file[1])
		}
		b.StopTimer()
		stop(b, cmd)
		used += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		b.StartTimer()
	}
	b.ReportMetric(used.Seconds()/float64(b.N), "cpu-s/op")
}

func load(b *testing.B, url string) string {
	b.Helper()
	response, err := http.Get(url)
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		b.Fatal(response.Status, err)
	}
	return string(body)
}
