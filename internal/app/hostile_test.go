package app

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"

	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// hostile are sites that try to exhaust or confuse their reader.
var hostile = map[string]http.HandlerFunc{
	"/drip": func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, "<p>a ")
			w.(http.Flusher).Flush()
			time.Sleep(50 * time.Millisecond)
		}
	},
	"/endless": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		for line := strings.Repeat("%PDF-1.7 ", 4000); r.Context().Err() == nil; {
			if _, err := io.WriteString(w, line); err != nil {
				return
			}
		}
	},
	"/bomb": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		zeros := make([]byte, 1<<20)
		for range 10_000 { // 10 GB from 10 MB
			if _, err := z.Write(zeros); err != nil || r.Context().Err() != nil {
				return
			}
		}
	},
	"/too-short": lying(1 << 20),
	"/too-long":  lying(3),
	"/loop":      func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) },
	"/long-way": func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/long-way?"+r.URL.RawQuery+"x", http.StatusFound)
	},
	"/entities":   html("<title>Entities</title><p>" + strings.Repeat("&amp;&#x41;&notin;", 300_000)),
	"/nested":     html("<title>Nested</title>" + strings.Repeat("<div>", 1_000_000)),
	"/attributes": html("<title>Attributes</title><p " + strings.Repeat("a ", 400_000) + ">"),
	"/utf-16":     utf16Page("<html><head><title>Wide words</title></head><body><p>Wide words about whales."),
	"/zip-as-page": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write(append([]byte("PK\x03\x04\x14\x00\x00\x00\x08\x00"), bytes.Repeat([]byte{0x9c, 0, 0xff, 0x1b}, 5000)...))
	},
	"/page-as-zip": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/zip")
		_, _ = io.WriteString(w, "<html><title>A page</title><p>Called a zip.")
	},
	"/early": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100000")
		_, _ = io.WriteString(w, "<p>begun")
		panic(http.ErrAbortHandler)
	},
	"/headers": func(w http.ResponseWriter, _ *http.Request) {
		for i := range 100_000 {
			w.Header().Set("X-"+strconv.Itoa(i), "x")
		}
	},
	"/damaged.pdf": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		_, _ = w.Write(makePDF("words")[:200])
	},
	"/hanging-picture": html(`<title>A page</title><meta property="og:image" content="/hang"><p>Whose picture never comes.`),
	"/hang":            hang,
}

// outcome holds the error on each card; empty for a page that is ready.
var outcome = map[string]string{
	"/drip": "The page did not answer in time.", "/endless": "The page is larger than 25 MB.",
	"/too-short": "The page broke off before its end.", "/too-long": "This page holds no text.", "/early": "The page could not be reached.",
	"/loop": "The page redirects too often.", "/long-way": "The page redirects too often.", "/headers": "The page could not be reached.",
	"/entities": "", "/page-as-zip": "", "/nested": "", "/attributes": "", "/utf-16": "", "/hanging-picture": "",
	"/zip-as-page": "This address holds a file that can't be read.",
	"/damaged.pdf": "This PDF is damaged and could not be read.",
}

// tooLate are the errors of what was not fetched or read in time.
var tooLate = []string{"The page did not answer in time.", "Reading this took too long."}

// lying declares a number of bytes and sends another.
func lying(promised int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		connection, out, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		defer connection.Close()
		_, _ = fmt.Fprintf(out, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n<title>Lies</title><p>Some words of a page.", promised)
		_ = out.Flush()
	}
}

func utf16Page(page string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-16le")
		for _, unit := range utf16.Encode([]rune(page)) {
			_, _ = w.Write([]byte{byte(unit), byte(unit >> 8)})
		}
	}
}

// TestHostileSources saves all of them at once. Each memory is kept, with a reason if nothing could
// be read; the program's memory stays bounded; another user's note does not wait for them.
func TestHostileSources(t *testing.T) {
	sources := map[string]http.HandlerFunc{}
	for path, answer := range hostile {
		sources[path] = answer
	}
	files, _ := filepath.Glob("../../../shared/corpora/pdf/*.pdf")
	for _, name := range []string{"bomb_giant.pdf", "append-xref-loop.pdf", "Pages-tree-refs.pdf", "23642-mod.fuzz.pdf", "GHOSTSCRIPT-698804-1-fuzzed.pdf"} {
		if len(files) == 0 {
			t.Log("no PDFs in ../shared/corpora: those of the test alone")
			break
		}
		sources["/"+name] = func(w http.ResponseWriter, r *http.Request) {
			http.ServeFile(w, r, filepath.Join(filepath.Dir(files[0]), name))
		}
	}
	cfg := settings(t)
	cfg.FreeMemories = 0
	e := start(t, cfg)
	token, other := e.user(), e.user()
	e.settled(other, e.document(other, "warm.pdf", makePDF("The reader of PDFs is compiled."))) // once on a machine
	var before runtime.MemStats
	runtime.ReadMemStats(&before)

	ids := map[string]string{}
	save := func(path string) {
		address := site(t, map[string]http.HandlerFunc{path: sources[path], "/hang": hang}) // each is a host of its own
		ids[path] = e.add(token, map[string]string{"type": "link", "link": address + path})["_id"].(string)
	}
	for path := range sources {
		if path != "/drip" {
			save(path)
		}
	}
	save("/drip") // last, so that its time has just begun
	began := time.Now()
	var peak uint64
	e.note(other, "A note in between")
	if m := e.want(200, e.call("GET", "/api/v1/content/"+ids["/drip"], token, nil)).body["content"].(map[string]any); m["status"] != "pending" {
		t.Errorf("the note waited until a page that never ends was given up: %v", m)
	}
	for len(ids) > 0 {
		for path, id := range ids {
			m := e.want(200, e.call("GET", "/api/v1/content/"+id, token, nil)).body["content"].(map[string]any)
			switch {
			case m["status"] == "pending" && time.Since(began) > patience:
				t.Errorf("%s is pending after %v: %v", path, patience, m["step"])
				delete(ids, path)
			case m["status"] != "pending":
				t.Logf("%5.1fs %s: %s %.60q %s", time.Since(began).Seconds(), path, m["status"], m["title"], m["error"])
				late := slices.Contains(tooLate, m["error"].(string)) // so may any of them be on a busy machine
				if want, known := outcome[path]; m["status"] == "failed" && m["error"] == "" || known && m["error"] != want && !late {
					t.Errorf("%s says %q, want %q", path, m["error"], want)
				}
				delete(ids, path)
			}
		}
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		peak = max(peak, now.HeapInuse)
		time.Sleep(50 * time.Millisecond)
	}
	t.Logf("heap at most %d MB", peak>>20)
	if grown := (int64(peak) - int64(before.HeapInuse)) >> 20; grown > 400 {
		t.Errorf("the heap grew by %d MB", grown)
	}
}

// document uploads a PDF and saves it.
func (e *engram) document(token, name string, content []byte) (id string) {
	e.t.Helper()
	uploaded := e.want(200, e.upload(token, name, content))
	return e.add(token, map[string]string{"type": "document", "link": uploaded.text("url")})["_id"].(string)
}
