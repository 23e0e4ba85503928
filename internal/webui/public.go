package webui

import (
	"encoding/xml"
	"html"
	"io/fs"
	"net/http"
	"strings"
)

// pagesDir holds the pages that are rendered when the app is built (web/tools/prerender.ts), each at its own path.
const pagesDir = "pages/"

// entryPath is what "/" shows. early.js gives it its own address, or sends whoever has a token to the dashboard.
const entryPath = "welcome"

// robots keeps crawlers off what nobody can read without signing in.
const robots = `User-agent: *
Disallow: /api/
Disallow: /home
Disallow: /profile
Disallow: /upgrade
Disallow: /subscription/

Sitemap: `

// serveText answers the two files that name our own address; false is for any other.
func (h *handler) serveText(w http.ResponseWriter, r *http.Request, name string) bool {
	var f file
	switch name {
	case "robots.txt":
		f = file{plain: []byte(robots + h.origin(r) + "/sitemap.xml\n"), contentType: "text/plain; charset=utf-8"}
	case "sitemap.xml":
		f = file{plain: h.sitemap(h.origin(r)), contentType: "application/xml; charset=utf-8"}
	default:
		return false
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-cache")
	f.serve(w, r)
	return true
}

// sitemap lists the public pages.
func (h *handler) sitemap(origin string) []byte {
	type address struct {
		Loc string `xml:"loc"`
	}
	var urls struct {
		XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URL     []address `xml:"url"`
	}
	_ = fs.WalkDir(h.files, strings.TrimSuffix(pagesDir, "/"), func(name string, _ fs.DirEntry, err error) error {
		if path, ok := strings.CutSuffix(strings.TrimPrefix(name, pagesDir), ".html"); ok && err == nil {
			urls.URL = append(urls.URL, address{origin + "/" + path})
		}
		return nil // a build without pages has an empty map
	})
	out, _ := xml.MarshalIndent(urls, "", "  ") // strings alone
	return append([]byte(xml.Header), out...)
}

// placed is a page as it is read at one of our addresses.
type placed struct {
	origin string
	page   *file
}

// at returns a page with the whole address of its card's picture, which the readers of cards ask for. The last address is
// kept: there is hardly ever another.
func (h *handler) at(origin, name string, page *file) *file {
	if kept, ok := h.placed.Load(name); ok && kept.(*placed).origin == origin {
		return kept.(*placed).page
	}
	plain := strings.Replace(string(page.plain), `content="/social.png"`, `content="`+html.EscapeString(origin)+`/social.png"`, 1)
	here := &file{plain: []byte(plain), gzipped: compress([]byte(plain)), contentType: page.contentType}
	h.placed.Store(name, &placed{origin, here})
	return here
}
