package webui

import (
	"compress/gzip"
	"encoding/xml"
	"html"
	"io/fs"
	"net/http"
	"strings"
)

// pagesDir holds the pages that are rendered when the app is built (web/tools/prerender.ts), each at its own path.
const pagesDir = "pages/"

// entryPath is the page at "/". early.js replaces its address, or redirects a user with a token to
// the dashboard.
const entryPath = "welcome"

// robots excludes pages that need a sign-in.
const robots = `User-agent: *
Disallow: /api/
Disallow: /home
Disallow: /conversations
Disallow: /settings
Disallow: /admin
Disallow: /profile
Disallow: /upgrade
Disallow: /subscription/

Sitemap: `

// noRobots keeps them off what is one household's.
const noRobots = "User-agent: *\nDisallow: /\n"

// serveText answers the two files that name our own address; false is for any other.
func (h *handler) serveText(w http.ResponseWriter, r *http.Request, name string) bool {
	var f file
	switch name {
	case "robots.txt":
		if h.house.Personal {
			f = file{plain: []byte(noRobots), contentType: "text/plain; charset=utf-8"}
			break
		}
		f = file{plain: []byte(robots + h.origin(r) + "/sitemap.xml\n"), contentType: "text/plain; charset=utf-8"}
	case "sitemap.xml":
		if h.house.Personal {
			return false
		}
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

// place is a page at one of our addresses, with the marks of the house; without an address, whatever that is.
type place struct{ origin, name, marks string }

// maxPlaces bounds the cache of pages by our own address. There are rarely two, but a client can
// send any.
const maxPlaces = 64

// at returns a page with our whole address where readers of cards and crawlers want it.
func (h *handler) at(where place, page *file) *file {
	if kept, ok := h.placed.Load(where); ok {
		return kept.(*file)
	}
	here := html.EscapeString(where.origin)
	plain := []byte(strings.NewReplacer(
		`<html lang="en"`, `<html lang="en"`+where.marks,
		`property="og:image" content="/`, `property="og:image" content="`+here+`/`,
		`property="og:url" content="/`, `property="og:url" content="`+here+`/`,
		`rel="canonical" href="/`, `rel="canonical" href="`+here+`/`,
	).Replace(string(page.plain)))
	if h.places.Load() >= maxPlaces {
		return newFile(plain, page.contentType, gzip.BestSpeed)
	}
	f := newFile(plain, page.contentType, gzip.BestCompression)
	if _, known := h.placed.LoadOrStore(where, f); !known {
		h.places.Add(1)
	}
	return f
}
