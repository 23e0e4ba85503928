package app

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"engram/internal/config"
)

// A private feed shows what its filter selects to the holder of its address, until it is ended.
func TestPrivateFeeds(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		cfg.Mode, cfg.SignUp = config.PersonalMode, config.SignUpOpen
		e := start(t, cfg)
		ada, eve := e.user(), e.user()
		secret, _ := e.apiToken(ada, "read", "edit", "save")
		tagged := e.note(ada, "The <b>heron</b> & its reeds\n\nstands ]]> still")
		other := e.note(ada, "Rye bread for Sunday")
		for _, tag := range []string{"birds & reeds", "slow"} {
			e.want(200, e.call("PATCH", "/api/v1/content/"+tagged, ada, map[string]any{"tags": []string{"birds & reeds", tag}}))
		}
		make := func(session, name, filter string) answer {
			t.Helper()
			return e.want(200, e.call("POST", "/api/v1/private-feeds", session, map[string]string{"name": name, "filter": filter}))
		}
		all, birds := make(ada, "All", ""), make(ada, "Birds <1>", `tag:"birds & reeds"`)

		t.Run("RSS has what the filter selects, escaped, with absolute addresses", func(t *testing.T) {
			got := e.call("GET", birds.text("rss"), "", nil)
			var rss struct {
				Channel struct {
					Title string `xml:"title"`
					Items []struct {
						Title      string   `xml:"title"`
						Link       string   `xml:"link"`
						GUID       string   `xml:"guid"`
						Categories []string `xml:"category"`
						Text       string   `xml:"description"`
					} `xml:"item"`
				} `xml:"channel"`
			}
			if err := xml.Unmarshal([]byte(got.raw), &rss); err != nil || got.status != 200 || len(rss.Channel.Items) != 1 || rss.Channel.Title != "Birds <1>" {
				t.Fatalf("%v: %v", err, got)
			}
			item := rss.Channel.Items[0]
			if item.Link != e.url+"/home/memory/"+tagged || item.GUID != "urn:uuid:"+tagged || fmt.Sprint(item.Categories) != "[birds & reeds slow]" ||
				item.Text != "<p>The &lt;b&gt;heron&lt;/b&gt; &amp; its reeds</p><p>stands ]]&gt; still</p>" {
				t.Errorf("got %+v", item)
			}
			for name, want := range map[string]string{
				"Content-Type": "application/rss+xml; charset=utf-8", "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex, nofollow",
				"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			} {
				if got.header.Get(name) != want {
					t.Errorf("%s: %q", name, got.header.Get(name))
				}
			}
		})
		t.Run("JSON Feed has the same as text, the newest first", func(t *testing.T) {
			got := e.call("GET", all.text("json"), "", nil)
			var feed jsonFeedOf
			if err := json.Unmarshal([]byte(got.raw), &feed); err != nil || len(feed.Items) != 2 || feed.Address != all.text("json") {
				t.Fatalf("%v: %v", err, got)
			}
			if feed.Items[0].ID != "urn:uuid:"+other || !strings.HasPrefix(feed.Items[1].Text, "The <b>heron</b> & its") || feed.Items[1].Tags[1] != "slow" {
				t.Errorf("got %+v", feed.Items)
			}
		})
		t.Run("what is archived or pending is not in it, and no more than the newest 50", func(t *testing.T) {
			bob := e.user()
			mine := make(bob, "Mine", "")
			for i := range 51 {
				e.note(bob, fmt.Sprintf("Note number %d", i))
			}
			first := e.note(bob, "Put away")
			e.want(200, e.call("PATCH", "/api/v1/content/"+first, bob, map[string]any{"archived": true}))
			got := e.call("GET", mine.text("rss"), "", nil).raw
			if n := strings.Count(got, "<item>"); n != 50 || strings.Contains(got, "Put away") || strings.Contains(got, "Note number 0<") {
				t.Errorf("%d items: %s", n, got)
			}
		})
		t.Run("what did not change is not sent again, and what did is", func(t *testing.T) {
			got := e.call("GET", all.text("rss"), "", nil)
			again := func(header, value string) int {
				t.Helper()
				request, err := http.NewRequest(http.MethodGet, all.text("rss"), nil)
				if err != nil {
					t.Fatal(err)
				}
				request.Header.Set(header, value)
				return e.send(request).status
			}
			tag, at := got.header.Get("ETag"), got.header.Get("Last-Modified")
			if a, b := again("If-None-Match", tag), again("If-Modified-Since", at); a != 304 || b != 304 || tag == "" {
				t.Errorf("%q, %q: %d, %d", tag, at, a, b)
			}
			e.want(200, e.call("PATCH", "/api/v1/content/"+other, ada, map[string]any{"title": "Bread"}))
			if status := again("If-None-Match", tag); status != 200 {
				t.Error(status)
			}
		})
		t.Run("its secret is kept by its hash, and not in the log", func(t *testing.T) {
			list := e.want(200, e.call("GET", "/api/v1/private-feeds", ada, nil))
			part := strings.Split(all.text("rss"), "/")[5]
			if strings.Contains(list.raw, part) || !strings.Contains(list.raw, `"Birds \u003c1\u003e"`) && !strings.Contains(list.raw, `"Birds <1>"`) || list.body["allowed"] != true {
				t.Error(list)
			}
			if theirs := e.want(200, e.call("GET", "/api/v1/private-feeds", eve, nil)); len(theirs.body["feeds"].([]any)) != 0 {
				t.Error(theirs)
			}
		})
		t.Run("a feed's secret opens nothing else, and an API token no feed", func(t *testing.T) {
			part := strings.Split(all.text("rss"), "/")[5]
			e.refused(e.bearer("GET", "/api/v1/content", part, nil), 401, "nothing else", invalidToken)
			for path, status := range map[string]int{
				"/api/feeds/" + secret + "/saves.xml": 404, "/api/feeds/" + part[:len(part)-1] + "-/saves.xml": 404, "/api/feeds/" + part + "/saves.pdf": 404, "/api/feeds/" + part: 404,
				"/api/feeds//saves.xml": 404,
			} {
				e.want(status, e.call("GET", path, "", nil))
			}
			for _, call := range []string{"GET ", "POST ", "DELETE "} {
				path := "/api/v1/private-feeds"
				if call == "DELETE " {
					path += "/" + birds.text("id")
				}
				e.want(403, e.bearer(strings.TrimSpace(call), path, secret, map[string]string{"name": "x"}))
			}
		})
		t.Run("a name and a filter that can't be are refused in words", func(t *testing.T) {
			for body, words := range map[string]string{`{}`: "the feed a name", `{"name":"x","filter":"recipes"}`: "Not a filter", `{"name":"` + strings.Repeat("x", 65) + `"}`: "64"} {
				if got := e.want(400, e.call("POST", "/api/v1/private-feeds", ada, body)); !strings.Contains(got.text("message"), words) {
					t.Errorf("%s: %v", body, got)
				}
			}
		})
		t.Run("it ends at once by its owner alone, and with the password", func(t *testing.T) {
			e.want(404, e.call("DELETE", "/api/v1/private-feeds/"+birds.text("id"), eve, nil))
			e.want(200, e.call("DELETE", "/api/v1/private-feeds/"+birds.text("id"), ada, nil))
			e.want(404, e.call("DELETE", "/api/v1/private-feeds/"+birds.text("id"), ada, nil))
			e.want(404, e.call("GET", birds.text("rss"), "", nil))
			e.want(200, e.call("POST", "/api/v1/resetpassword", ada, map[string]string{"oldPassword": password, "newPassword": "Battery2?staple"}))
			e.want(404, e.call("GET", all.text("rss"), "", nil))
			log := e.want(200, e.call("GET", "/api/v1/audit", ada, nil)).raw
			if !strings.Contains(log, `"feed-made","text":"All"`) || !strings.Contains(log, `"feed-revoked"`) {
				t.Error(log)
			}
		})
		t.Run("it ends with the account", func(t *testing.T) {
			name := randomName()
			bob := e.signUp(name)
			mine := make(bob, "Mine", "")
			e.want(200, e.call("DELETE", "/api/v1/account", bob, map[string]string{"password": password, "username": name}))
			e.want(404, e.call("GET", mine.text("rss"), "", nil))
		})
		if err := e.app.Close(); err != nil {
			t.Error(err)
		}
		if log := e.log.String(); strings.Contains(log, "engram_rss_") || !strings.Contains(log, "/api/feeds/…/saves.xml") {
			t.Error("the log has a secret, or no request of a feed")
		}
	})
}

// jsonFeedOf is a JSON Feed, as far as it is tested.
type jsonFeedOf struct {
	Address string `json:"feed_url"`
	Items   []struct {
		ID   string   `json:"id"`
		Text string   `json:"content_text"`
		Tags []string `json:"tags"`
	} `json:"items"`
}

func TestPrivateFeedsByPlan(t *testing.T) {
	e := start(t, settings(t))
	c := e.customer()
	e.want(403, e.call("POST", "/api/v1/private-feeds", c.token, map[string]string{"name": "Mine"}))
	c.buy("year")
	mine := e.want(200, e.call("POST", "/api/v1/private-feeds", c.token, map[string]string{"name": "Mine"}))
	if got := e.call("GET", mine.text("rss"), "", nil); got.status != 200 {
		t.Error(got)
	}
	e.want(200, c.cancel())
	e.want(403, e.call("GET", mine.text("rss"), "", nil))
}
