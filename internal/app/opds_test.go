package app

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"engram/internal/config"
)

// opdsFeed is a page of the catalog, as far as it is tested.
type opdsFeed struct {
	Title   string     `xml:"title"`
	Links   []opdsLink `xml:"link"`
	Entries []struct {
		Title   string     `xml:"title"`
		Summary string     `xml:"summary"`
		Authors []string   `xml:"author>name"`
		Links   []opdsLink `xml:"link"`
	} `xml:"entry"`
}

type opdsLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
	Type string `xml:"type,attr"`
}

func hrefOf(t testing.TB, links []opdsLink, rel string) string {
	t.Helper()
	for _, l := range links {
		if l.Rel == rel {
			return l.Href
		}
	}
	t.Fatalf("no %s among %v", rel, links)
	return ""
}

// basic gets an address with a name and a password.
func (e *engram) basic(address, name, password string) answer {
	e.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = e.url + address
	}
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		e.t.Fatal(err)
	}
	request.SetBasicAuth(name, password)
	return e.send(request)
}

func (e *engram) catalog(address, name, password string) (f opdsFeed) {
	e.t.Helper()
	got := e.basic(address, name, password)
	if err := xml.Unmarshal([]byte(got.raw), &f); err != nil || got.status != 200 {
		e.t.Fatalf("%v: %v", err, got)
	}
	return f
}

// An e-reader goes through the catalog and takes books along.
func TestOPDS(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Mode, cfg.SignUp = config.PersonalMode, config.SignUpOpen
		page := site(t, map[string]http.HandlerFunc{"/heron": html(`<html lang="en"><head><title>Herons & reeds</title><meta name="author" content="Ada"></head>
			<body><article><h1>Herons & reeds</h1><p>The heron stands in the reeds for hours, and waits until a fish comes near enough to its long bill.</p>
			<h2>At dawn</h2><p>Before the sun is up it walks along the shore &lt;slowly&gt; and looks for frogs, which it eats as well as fish.</p></article></body></html>`)})
		e := start(t, cfg)
		name := randomName()
		ada, eve := e.signUp(name), e.user()
		secret, tokenID := e.apiToken(ada, "read")
		theirs, _ := e.apiToken(eve, "read")
		weak, _ := e.apiToken(ada, "save", "edit", "ask", "export")
		link := e.add(ada, map[string]string{"type": "link", "link": page + "/heron"})["_id"].(string)
		e.settled(ada, link)
		e.want(200, e.call("PATCH", "/api/v1/content/"+link, ada, map[string]any{"tags": []string{"birds & more"}, "starred": true}))
		uploaded := e.want(200, e.upload(ada, "a heron.pdf", makePDF("The heron on paper")))
		document := e.add(ada, map[string]string{"type": "document", "link": uploaded.text("url"), "fileName": "a heron.pdf"})["_id"].(string)
		e.settled(ada, document)
		get := func(address string) opdsFeed { t.Helper(); return e.catalog(address, name, secret) }

		root := get("/opds")
		lists := map[string]string{}
		for _, entry := range root.Entries {
			lists[entry.Title] = entry.Links[0].Href
		}
		t.Run("its lists have what is saved, by state and by tag", func(t *testing.T) {
			newest := get(lists["Newest"])
			if len(newest.Entries) != 2 || newest.Entries[1].Title != "Herons & reeds" || newest.Entries[1].Authors[0] != "Ada" {
				t.Fatalf("got %+v", newest)
			}
			starred, tags := get(lists["Starred"]), get(lists["Tags"])
			if len(starred.Entries) != 1 || len(tags.Entries) != 1 || tags.Entries[0].Title != "birds & more" {
				t.Fatalf("got %+v, %+v", starred, tags)
			}
			if tagged := get(tags.Entries[0].Links[0].Href); len(tagged.Entries) != 1 || tagged.Title != `tag:"birds & more"` {
				t.Errorf("got %+v", tagged)
			}
			if unread := get(lists["Unread"]); len(unread.Entries) != 2 {
				t.Errorf("got %+v", unread)
			}
			if archived := get(lists["Archived"]); len(archived.Entries) != 0 {
				t.Errorf("got %+v", archived)
			}
		})
		t.Run("a page is taken as a book, and an uploaded PDF as it is", func(t *testing.T) {
			newest := get(lists["Newest"])
			book := e.basic(hrefOf(t, newest.Entries[1].Links, "http://opds-spec.org/acquisition"), name, secret)
			archive, err := zip.NewReader(strings.NewReader(book.raw), int64(len(book.raw)))
			if err != nil || book.header.Get("Content-Type") != "application/epub+zip" || !strings.Contains(book.header.Get("Content-Disposition"), `"Herons-reeds.epub"`) {
				t.Fatal(err, book.header)
			}
			chapter, err := archive.Open("EPUB/text/1.xhtml")
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(chapter)
			if !bytes.Contains(text, []byte("&lt;slowly&gt; and looks for frogs")) || !bytes.Contains(text, []byte(">At dawn</h")) {
				t.Errorf("%s", text)
			}
			file := e.basic(hrefOf(t, newest.Entries[0].Links, "http://opds-spec.org/acquisition"), name, secret)
			if file.status != 200 || file.header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(file.raw, "%PDF-") {
				t.Error(file.status, file.header)
			}
			e.want(404, e.basic("/opds/files/"+link+"/x.pdf", name, secret))
			e.want(404, e.basic("/opds/covers/"+link, name, secret))
		})
		t.Run("it is searched as its description says, and listed page by page", func(t *testing.T) {
			description := e.basic(hrefOf(t, root.Links, "search"), name, secret)
			var search struct {
				URL struct {
					Template string `xml:"template,attr"`
				} `xml:"Url"`
			}
			if err := xml.Unmarshal([]byte(description.raw), &search); err != nil {
				t.Fatal(err)
			}
			if found := get(strings.Replace(search.URL.Template, "{searchTerms}", url.QueryEscape("frogs & dawn"), 1)); len(found.Entries) != 1 || found.Title != "Found: frogs & dawn" {
				t.Errorf("got %+v", found)
			}
			for range 31 {
				e.note(ada, "One of many notes")
			}
			first := get(lists["Newest"])
			if second := get(hrefOf(t, first.Links, "next")); len(first.Entries) != 30 || len(second.Entries) != 3 {
				t.Errorf("%d and %d", len(first.Entries), len(second.Entries))
			}
			e.want(400, e.basic("/opds/memories?filter=birds", name, secret))
			e.want(400, e.basic("/opds/memories?q="+strings.Repeat("x", 1001), name, secret))
			e.want(400, e.basic("/opds/memories?cursor=x", name, secret))
		})
		t.Run("only a token of that user that may read opens it, and only what is theirs", func(t *testing.T) {
			const challenge = `Basic realm="Engram", charset="UTF-8"`
			e.refused(e.call("GET", "/opds", "", nil), 401, "API token", challenge)
			e.refused(e.bearer("GET", "/opds", secret, nil), 401, "API token", challenge)
			e.refused(e.basic("/opds", name, password), 401, "not that of your account", challenge)
			e.refused(e.basic("/opds", name, theirs), 401, "not of that user", challenge)
			e.refused(e.basic("/opds", name, secret[:len(secret)-1]), 401, "not complete", challenge)
			e.refused(e.basic("/opds", name, weak), 403, `"read"`, "")
			e.want(400, e.basic("/opds?access_token="+secret, name, secret))
			e.want(404, e.basic("/opds/elsewhere", name, secret))
			other := e.note(eve, "Of another user")
			for _, path := range []string{"/opds/books/" + other + "/x.epub", "/opds/files/" + other + "/x.pdf", "/opds/covers/" + other, "/opds/books/x/x.epub"} {
				e.want(404, e.basic(path, name, secret))
			}
			e.want(200, e.call("DELETE", "/api/v1/tokens/"+tokenID, ada, nil))
			e.refused(e.basic("/opds", name, secret), 401, "revoked", challenge)
		})
	})
}
