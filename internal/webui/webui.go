// Package webui serves the web app that is built into the binary.
package webui

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

//go:embed all:dist
var dist embed.FS

// Handler serves the app's files, and its page for every path that is no file, so that a deep link or a reload opens the
// same screen. origin is the address at which a request sees us; frames are the origins of the players that it may show.
func Handler(origin func(*http.Request) string, frames []string, house House) http.Handler {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return &handler{files: files, origin: origin, house: house, policy: policyOf(frames)}
}

// stylesheet is a link to one in the app's page.
var stylesheet = regexp.MustCompile(`<link rel="stylesheet"[^>]* href="(/assets/[^"]+\.css)"`)

// Styles are the addresses of the app's stylesheets, none where the app was not built.
func Styles() (hrefs []string) {
	page, _ := dist.ReadFile("dist/" + appPage)
	for _, found := range stylesheet.FindAllSubmatch(page, -1) {
		hrefs = append(hrefs, string(found[1]))
	}
	return hrefs
}

type handler struct {
	files  fs.FS
	origin func(*http.Request) string
	house  House
	policy string   // of the app's page
	cache  sync.Map // name → *file
	placed sync.Map // place → *file
	places atomic.Int32
}

// file is one embedded file, also compressed where that helps: packed is brotli's, made when the app is built.
type file struct {
	plain, gzipped, packed []byte
	contentType            string
	tag                    string // other content has another
}

// These end the names of what was packed when the app was built (web/tools/precompress.ts). Of scripts and styles no plain file
// is embedded.
const (
	packedSuffix  = ".br"
	gzippedSuffix = ".gz"
)

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && r.URL.Path == "/"+savePage { // the browser has lost its service worker
		http.Redirect(w, r, "/"+savePage+"?missed", http.StatusSeeOther)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if h.serveText(w, r, name) {
		return
	}
	if f, ok := h.open(name); ok && name != appPage && name != homePage && !strings.HasPrefix(name, pagesDir) {
		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-cache")
		if strings.HasPrefix(name, "assets/") {
			header.Set("Cache-Control", "public, max-age=31536000, immutable") // their names carry a hash
			header.Set("Access-Control-Allow-Origin", "*")                     // the player's page has no origin, and they no secrets
		}
		if name == workerScript {
			header.Set("Content-Security-Policy", workerPolicy)
		}
		if name == playerPage {
			header.Set("Content-Security-Policy", playerPolicy(h.origin(r)))
			header.Set("Referrer-Policy", "no-referrer")
		}
		f.serve(w, r)
		return
	}
	if strings.HasPrefix(name, "assets/") {
		http.NotFound(w, r) // a page from before an update must not take HTML for a script
		return
	}
	if h.house.Personal && h.isOfService(name) {
		http.Redirect(w, r, "/", http.StatusFound)
		return
	}
	h.servePage(w, r, h.pageOf(name))
}

// The app's page, and the same with the outline of the dashboard and the files of its first screen.
const (
	appPage  = "index.html"
	homePage = "home.html"
)

// pageOf names the page for a path.
func (h *handler) pageOf(name string) string {
	if first, _, _ := strings.Cut(name, "/"); first == "home" {
		return homePage
	}
	public := pagesDir + cmp.Or(name, entryPath) + ".html"
	if _, ok := h.open(public); ok && !h.house.Personal {
		return public
	}
	return appPage
}

func (h *handler) servePage(w http.ResponseWriter, r *http.Request, name string) {
	page, ok := h.open(name)
	if !ok {
		http.Error(w, "This binary was built without the web app. Run make build.", http.StatusNotFound)
		return
	}
	here := place{name: name, marks: h.house.marks(r.Context())}
	if name != homePage { // pages that need a token have no preview card
		here.origin = h.origin(r)
	}
	if here.origin != "" || here.marks != "" {
		page = h.at(here, page)
	}
	header := w.Header()
	header.Set("Content-Security-Policy", h.policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cache-Control", "no-cache")
	page.serve(w, r)
}

func (h *handler) open(name string) (*file, bool) {
	if f, ok := h.cache.Load(name); ok {
		return f.(*file), true
	}
	if name == "" || strings.HasPrefix(name, ".") || strings.HasSuffix(name, packedSuffix) || strings.HasSuffix(name, gzippedSuffix) {
		return nil, false
	}
	plain, err := h.read(name)
	if err != nil {
		return nil, false
	}
	contentType := mime.TypeByExtension(path.Ext(name))
	if path.Ext(name) == ".webmanifest" {
		contentType = "application/manifest+json" // not every system knows it
	}
	f := newFile(plain, contentType, gzip.BestCompression)
	f.packed, _ = fs.ReadFile(h.files, name+packedSuffix) // small ones and pictures have none
	h.cache.Store(name, f)
	return f, true
}

// read returns a file as it was written, unpacked where it is embedded packed alone.
func (h *handler) read(name string) ([]byte, error) {
	gzipped, err := fs.ReadFile(h.files, name+gzippedSuffix)
	if err != nil {
		return fs.ReadFile(h.files, name)
	}
	z, err := gzip.NewReader(bytes.NewReader(gzipped))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// newFile packs what is text. level is gzip's.
func newFile(plain []byte, contentType string, level int) *file {
	sum := sha256.Sum256(plain)
	f := &file{plain: plain, contentType: contentType, tag: hex.EncodeToString(sum[:8])}
	if strings.HasPrefix(contentType, "text/") || strings.HasSuffix(contentType, "svg+xml") || strings.HasSuffix(contentType, "json") {
		f.gzipped = compress(plain, level)
	}
	return f
}

func compress(plain []byte, level int) []byte {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, level) // the levels above are valid
	_, _ = z.Write(plain)
	_ = z.Close() // a buffer takes everything
	return out.Bytes()
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	body, tag := f.plain, f.tag
	w.Header().Set("Content-Type", f.contentType)
	if f.gzipped != nil {
		w.Header().Set("Vary", "Accept-Encoding")
		switch {
		case f.packed != nil && accepts(r, "br"):
			w.Header().Set("Content-Encoding", "br")
			body, tag = f.packed, tag+"-br"
		case accepts(r, "gzip"):
			w.Header().Set("Content-Encoding", "gzip")
			body, tag = f.gzipped, tag+"-gzip"
		}
	}
	w.Header().Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// accepts reports whether the client accepts an encoding.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			return !refused.MatchString(quality)
		}
	}
	return false
}

// refused matches the quality of an encoding that the client refuses.
var refused = regexp.MustCompile(`^\s*q=0(\.0*)?\s*$`)
