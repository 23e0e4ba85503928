package app

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"engram/internal/config"
)

// wallabagApp makes the calls of an app of wallabag's.
type wallabagApp struct {
	*engram
	token string
}

// signIn opens a session with a form as the app on Android sends it, or with JSON as those on iOS and KOReader do.
func (e *engram) wallabag(name, password string, asJSON bool) (wallabagApp, answer) {
	e.t.Helper()
	fields := map[string]string{"grant_type": "password", "client_id": "1_any", "client_secret": "any", "username": name, "password": password}
	got := e.form("POST", "/oauth/v2/token", "", fields, asJSON)
	return wallabagApp{e, got.text("access_token")}, got
}

func (e *engram) form(method, path, token string, fields map[string]string, asJSON bool) answer {
	e.t.Helper()
	values := url.Values{}
	for name, value := range fields {
		values.Set(name, value)
	}
	body, media := values.Encode(), "application/x-www-form-urlencoded"
	if asJSON {
		text, err := json.Marshal(fields)
		if err != nil {
			e.t.Fatal(err)
		}
		body, media = string(text), "application/json"
	}
	request, err := http.NewRequest(method, e.url+path, strings.NewReader(body))
	if err != nil {
		e.t.Fatal(err)
	}
	request.Header.Set("Content-Type", media)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return e.send(request)
}

func (a wallabagApp) get(path string) answer {
	a.t.Helper()
	return a.want(200, a.bearer("GET", path, a.token, nil))
}

func (a wallabagApp) send(method, path string, fields map[string]string) answer {
	a.t.Helper()
	return a.form(method, path, a.token, fields, false)
}

// entries returns a list and its items.
func (a wallabagApp) entries(query string) (list answer, items []map[string]any) {
	a.t.Helper()
	list = a.get("/api/entries.json?" + query)
	for _, item := range list.body["_embedded"].(map[string]any)["items"].([]any) {
		items = append(items, item.(map[string]any))
	}
	return list, items
}

func (a wallabagApp) titles(query string) (all []string) {
	a.t.Helper()
	_, items := a.entries(query)
	for _, item := range items {
		all = append(all, item["title"].(string))
	}
	return all
}

// The apps of wallabag on phones and e-readers read and change what is saved. docs/wallabag.md lists their calls.
func TestWallabag(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Mode, cfg.SignUp = config.PersonalMode, config.SignUpOpen
		page := site(t, map[string]http.HandlerFunc{
			"/heron": html(`<html lang="en"><head><title>Herons</title><meta name="author" content="Ada"></head><body><article><h1>Herons</h1>
				<p>The heron stands in the reeds for hours, and waits until a fish comes near enough to its long bill.</p></article></body></html>`),
			"/rye": html(`<html><head><title>Rye</title></head><body><article><p>The rye sourdough ripens for seventeen hours before it is baked in the oven.</p></article></body></html>`),
		})
		e := start(t, cfg)
		name := randomName()
		ada, eve := e.signUp(name), e.user()
		secret, tokenID := e.apiToken(ada, "read", "save", "edit")
		app, _ := e.wallabag(name, secret, false)

		t.Run("a session is opened by an API token alone, and refreshed", func(t *testing.T) {
			reader, _ := e.apiToken(ada, "read")
			saver, _ := e.apiToken(ada, "save")
			theirs, _ := e.apiToken(eve, "read")
			for _, asJSON := range []bool{false, true} {
				_, got := e.wallabag(name, reader, asJSON)
				if e.want(200, got); got.text("access_token") == "" || got.body["expires_in"] != 3600.0 || got.text("token_type") != "bearer" || got.header.Get("Cache-Control") != "no-store" {
					t.Errorf("got %v", got)
				}
				again := e.want(200, e.form("POST", "/oauth/v2/token", "", map[string]string{"grant_type": "refresh_token", "refresh_token": got.text("refresh_token"), "client_id": "1"}, asJSON))
				a := wallabagApp{e, again.text("access_token")}
				a.get("/api/entries.json?perPage=1")
			}
			for title, test := range map[string]struct {
				name, password, words string
				status                int
			}{
				"the password of the account": {name, password, "API token, not that of your account", 401},
				"a token of another user":     {name, theirs, "not of that user", 401},
				"a token that can't read":     {name, saver, `"read"`, 403},
				"half a token":                {name, secret[:40], "not complete", 401},
			} {
				if _, got := e.wallabag(test.name, test.password, true); got.status != test.status || !strings.Contains(got.text("error_description"), test.words) || got.text("message") == "" {
					t.Errorf("%s: %v", title, got)
				}
			}
			e.want(400, e.form("POST", "/oauth/v2/token", "", map[string]string{"grant_type": "client_credentials"}, true))
			e.want(400, e.call("POST", "/oauth/v2/token", "", `{"grant_type":{}}`))
			e.want(401, e.form("POST", "/oauth/v2/token", "", map[string]string{"grant_type": "refresh_token", "refresh_token": "x"}, true))
		})
		t.Run("the server says which release it is like", func(t *testing.T) {
			if got := e.call("GET", "/api/version.json", "", nil); got.raw != "\"2.3.8\"\n" {
				t.Error(got)
			}
			if got := e.call("GET", "/api/info", "", nil); got.text("appname") != "wallabag" {
				t.Error(got)
			}
		})
		t.Run("nothing saved is one empty page, and there is no second", func(t *testing.T) {
			list, items := app.entries("archive=0&page=1&perPage=30")
			if len(items) != 0 || list.body["pages"] != 1.0 || list.body["total"] != 0.0 {
				t.Error(list)
			}
			e.want(404, e.bearer("GET", "/api/entries.json?page=2", secret, nil))
		})

		var heron, rye map[string]any
		t.Run("an address is saved once, with tags and marks", func(t *testing.T) {
			got := e.want(200, app.send("POST", "/api/entries.json", map[string]string{"url": page + "/heron", "tags": "birds, slow", "starred": "1"}))
			if got.body["is_starred"] != 1.0 || got.body["is_archived"] != 0.0 || len(got.body["tags"].([]any)) != 2 {
				t.Error(got)
			}
			again := e.want(200, app.send("POST", "/api/entries", map[string]string{"url": page + "/heron"}))
			if again.body["id"] != got.body["id"] {
				t.Error(again)
			}
			e.want(200, e.form("POST", "/api/entries.json", secret, map[string]string{"url": page + "/rye"}, true))
			for _, m := range e.want(200, e.call("GET", "/api/v1/content", ada, nil)).memories("content") {
				e.settled(ada, m["_id"].(string))
			}
			_, items := app.entries("order=asc&detail=full")
			heron, rye = items[0], items[1]
			if heron["title"] != "Herons" || !strings.Contains(heron["content"].(string), "<p dir=\"auto\">The heron stands in the reeds") || heron["domain_name"] != "127.0.0.1" ||
				fmt.Sprint(heron["published_by"]) != "[Ada]" || heron["id"] != 1.0 || rye["id"] != 2.0 || heron["url"] != page+"/heron" {
				t.Errorf("got %v", heron)
			}
			for _, at := range []string{"created_at", "updated_at", "starred_at"} {
				if _, err := time.Parse("2006-01-02T15:04:05-0700", heron[at].(string)); err != nil {
					t.Error(err)
				}
			}
			for _, wrong := range []string{"", "javascript:alert(1)"} {
				e.want(400, app.send("POST", "/api/entries.json", map[string]string{"url": wrong}))
			}
		})
		id := func(m map[string]any) string { return fmt.Sprint(m["id"]) }
		t.Run("lists are chosen, sorted and paged", func(t *testing.T) {
			for query, want := range map[string]string{
				"archive=0": "[Rye Herons]", "starred=1": "[Herons]", "starred=0": "[Rye]", "archive=1": "[]", "tags=Birds": "[Herons]", "tags=birds,slow": "[Herons]", "tags=birds,x": "[]",
				"sort=created&order=asc": "[Herons Rye]", "perPage=1": "[Rye]", "perPage=1&page=2": "[Herons]", "since=4000000000": "[]", "since=1": "[Rye Herons]", "detail=metadata": "[Rye Herons]",
			} {
				if got := fmt.Sprint(app.titles(query)); got != want {
					t.Errorf("%s: %s, want %s", query, got, want)
				}
			}
			list, items := app.entries("detail=metadata&perPage=1")
			links := list.body["_links"].(map[string]any)
			if _, has := items[0]["content"]; has || list.body["pages"] != 2.0 || list.body["limit"] != 1.0 || !strings.HasPrefix(links["next"].(map[string]any)["href"].(string), e.url+"/api/entries?") {
				t.Error(list)
			}
			for _, wrong := range []string{"page=0", "page=x", "perPage=0", "order=up", "sort=title", "detail=some", "archive=2", "since=yesterday"} {
				e.want(400, e.bearer("GET", "/api/entries.json?"+wrong, secret, nil))
			}
		})
		t.Run("what changed since a time is listed", func(t *testing.T) {
			e.want(200, e.call("PATCH", "/api/v1/content/"+memoryID(t, e, ada, "Herons"), ada, map[string]any{"title": "Grey herons"}))
			if got := app.titles("sort=updated&order=desc"); got[0] != "Grey herons" {
				t.Error(got)
			}
			got := app.get("/api/entries/" + id(heron) + ".json")
			if at, _ := time.Parse("2006-01-02T15:04:05-0700", got.text("updated_at")); time.Since(at) > patience {
				t.Error(got)
			}
		})
		t.Run("an entry is starred, archived, named and tagged", func(t *testing.T) {
			path := "/api/entries/" + id(rye)
			got := e.want(200, app.send("PATCH", path+".json", map[string]string{"archive": "1", "starred": "true", "title": "Rye bread", "tags": "bread"}))
			if got.body["is_archived"] != 1.0 || got.body["is_starred"] != 1.0 || got.text("title") != "Rye bread" {
				t.Error(got)
			}
			if titles := app.titles("archive=1&sort=archived"); len(titles) != 1 {
				t.Error(titles)
			}
			e.want(200, e.form("PATCH", path, secret, map[string]string{"archive": "0"}, true))
			got = e.want(200, app.send("POST", path+"/tags.json", map[string]string{"tags": "Slow,warm"}))
			if len(got.body["tags"].([]any)) != 3 {
				t.Error(got)
			}
			all := app.get("/api/tags.json").raw
			for _, label := range []string{"birds", "slow", "bread", "warm"} {
				if !strings.Contains(all, `"label":"`+label+`"`) {
					t.Errorf("%s is not in %s", label, all)
				}
			}
			var tags []struct {
				ID    int    `json:"id"`
				Label string `json:"label"`
			}
			if err := json.Unmarshal([]byte(app.get(path+"/tags").raw), &tags); err != nil || tags[0].Label != "bread" || tags[0].ID == 0 {
				t.Fatal(tags, err)
			}
			got = e.want(200, e.bearer("DELETE", fmt.Sprintf("%s/tags/%d.json", path, tags[0].ID), secret, nil))
			if strings.Contains(got.raw, "bread\"") && len(got.body["tags"].([]any)) != 2 {
				t.Error(got)
			}
			e.want(404, e.bearer("DELETE", path+"/tags/999.json", secret, nil))
		})
		t.Run("addresses are looked for, with their numbers if that is asked for", func(t *testing.T) {
			heronAt, other := url.QueryEscape(page+"/heron/?utm_source=x"), url.QueryEscape("https://other.example/")
			for query, want := range map[string]string{
				"url=" + heronAt: `{"exists":true}`, "url=" + heronAt + "&return_id=1": `{"exists":1}`, "url=" + other: `{"exists":false}`, "url=" + other + "&return_id=1": `{"exists":null}`,
				"urls[]=" + other + "&urls[]=" + url.QueryEscape(page+"/rye") + "&return_id=1": `"` + page + `/rye":2`,
			} {
				if got := app.get("/api/entries/exists.json?" + query); !strings.Contains(got.raw, want) {
					t.Errorf("%s: %v", query, got)
				}
			}
			e.want(400, e.bearer("GET", "/api/entries/exists.json?hashed_url=abc", secret, nil))
			e.want(400, e.bearer("GET", "/api/entries/exists?"+strings.Repeat("urls[]=x&", 101), secret, nil))
		})
		t.Run("an entry is taken as a book, captured anew, and has no annotations", func(t *testing.T) {
			got := app.get("/api/entries/" + id(heron) + "/export.epub")
			if got.header.Get("Content-Type") != "application/epub+zip" || !strings.HasPrefix(got.raw, "PK") {
				t.Error(got.header)
			}
			if got := app.get("/api/annotations/" + id(heron) + ".json"); got.body["total"] != 0.0 {
				t.Error(got)
			}
			if got := e.want(200, app.send("PATCH", "/api/entries/"+id(heron)+"/reload.json", nil)); got.body["id"] != heron["id"] {
				t.Error(got)
			}
		})
		t.Run("a number stands for the same memory after others were deleted, and for none of another user", func(t *testing.T) {
			got := e.want(200, e.bearer("DELETE", "/api/entries/"+id(rye)+".json?expect=id", secret, nil))
			if got.raw != `{"id":2}` {
				t.Error(got)
			}
			e.want(404, e.bearer("GET", "/api/entries/"+id(rye), secret, nil))
			third := e.want(200, app.send("POST", "/api/entries.json", map[string]string{"url": page + "/third"}))
			if third.body["id"] != 3.0 {
				t.Error(third)
			}
			theirs, _ := e.apiToken(eve, "read", "edit")
			for _, call := range []string{"GET /api/entries/1", "PATCH /api/entries/1.json", "DELETE /api/entries/1", "GET /api/entries/1/export.epub", "GET /api/entries/1/tags", "GET /api/annotations/1.json", "PATCH /api/entries/1/reload", "POST /api/entries/1/tags", "DELETE /api/entries/1/tags/1"} {
				method, path, _ := strings.Cut(call, " ")
				e.want(404, e.form(method, path, theirs, map[string]string{"tags": "x"}, false))
			}
			for _, path := range []string{"/api/entries/0", "/api/entries/x.json", "/api/entries/99999999999999999999", "/api/entries/-1"} {
				e.want(404, e.bearer("GET", path, secret, nil))
			}
		})
		t.Run("a token does what its scopes say, and nothing once it is revoked", func(t *testing.T) {
			reader, _ := e.apiToken(ada, "read")
			for call, status := range map[string]int{"POST /api/entries": 403, "PATCH /api/entries/1": 403, "DELETE /api/entries/1": 403, "GET /api/entries/1": 200} {
				method, path, _ := strings.Cut(call, " ")
				e.want(status, e.form(method, path, reader, map[string]string{"url": page + "/rye"}, false))
			}
			saver, _ := e.apiToken(ada, "save")
			got := e.want(200, e.form("POST", "/api/entries", saver, map[string]string{"url": page + "/heron", "title": "Changed", "archive": "1"}, false))
			if got.text("title") == "Changed" || got.body["is_archived"] != 0.0 {
				t.Error("a token that may save changes what was saved before:", got)
			}
			e.want(401, e.call("GET", "/api/entries", "", nil))
			e.want(401, e.call("GET", "/api/entries", ada, nil))
			e.want(400, e.bearer("GET", "/api/entries?access_token="+secret, secret, nil))
			e.want(200, e.call("DELETE", "/api/v1/tokens/"+tokenID, ada, nil))
			e.refused(e.bearer("GET", "/api/entries", secret, nil), 401, "revoked", invalidToken)
			e.want(401, e.form("POST", "/oauth/v2/token", "", map[string]string{"grant_type": "refresh_token", "refresh_token": secret}, true))
		})
		t.Run("a body that is too large or no body at all is refused", func(t *testing.T) {
			reader, _ := e.apiToken(ada, "save")
			e.want(413, e.form("POST", "/api/entries", reader, map[string]string{"url": strings.Repeat("x", 2<<20)}, true))
			request, err := http.NewRequest(http.MethodPost, e.url+"/api/entries", io.NopCloser(strings.NewReader("[")))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Authorization", "Bearer "+reader)
			e.want(400, e.send(request))
		})
	})
}

// memoryID returns the id of the memory with a title.
func memoryID(t *testing.T, e *engram, session, title string) string {
	t.Helper()
	for _, m := range e.want(200, e.call("GET", "/api/v1/content", session, nil)).memories("content") {
		if m["title"] == title {
			return m["_id"].(string)
		}
	}
	t.Fatal("there is no " + title)
	return ""
}
