package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/ask"
	"engram/internal/httpapi"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/plan"
)

func TestListByFilter(t *testing.T) {
	a := newAPI(t)
	ids := make([]string, 3)
	for i := range ids {
		ids[i] = uuid.Must(uuid.NewV7()).String()
		m := memory.Memory{
			ID: ids[i], UserID: a.userID, Kind: memory.Note, Title: fmt.Sprint("title ", 3-i), Status: memory.Ready,
			CreatedAt: time.Date(2025, 1, 1, 22+i, 30, 0, 0, time.UTC),
		}
		if i == 2 {
			m.Kind, m.URL, m.ArchivedAt = memory.Link, "https://www.example.org/", time.Now()
		}
		if err := a.rows.Add(t.Context(), m, nil, plan.Table{}); err != nil {
			t.Fatal(err)
		}
	}
	for query, want := range map[string][]string{
		"filter=kind:note":                    {ids[1], ids[0]},
		"filter=kind:note&sort=title":         {ids[1], ids[0]},
		"sort=title&type=link":                nil,
		"filter=is:archived":                  {ids[2]},
		"filter=-kind:note":                   nil,
		"q=on:2025-01-01&limit=1":             {ids[1]},
		"q=+on:2025-01-01&type=note":          {ids[1], ids[0]},
		"filter=kind:note&q=kind:link":        nil,
		"filter=from:example.org+is:archived": {ids[2]},

		"archived=true":                    {ids[2]},
		"archived=false&type=link":         nil,
		"archived=true&site=example.org":   {ids[2]},
		"archived=true&site=example.com":   nil,
		"unread=false":                     {ids[1], ids[0]},
		"starred=false&to=2025-01-01":      {ids[1], ids[0]},
		"starred=true":                     nil,
		"tag=none":                         nil,
		"from=2025-01-02":                  nil,
		"from=2025&to=2025-01":             {ids[1], ids[0]},
		"from=2025-01-02T00:30:00%2B02:00": {ids[1], ids[0]},
		"language=de":                      nil,
		"author=Ann&filter=kind:note":      nil,
	} {
		if got, _ := a.list(t, query); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", query, got, want)
		}
	}

	for _, query := range []string{"from=May", "to=2025-13", "archived=yes", "language=!"} {
		if w := a.call("GET", "/api/v1/content?"+query, ""); w.Code != http.StatusBadRequest {
			t.Errorf("%s is answered %d %s", query, w.Code, w.Body)
		}
	}

	t.Run("the first page tells the total, its cursor leads on", func(t *testing.T) {
		var page struct {
			Total      *int
			NextCursor string
		}
		read := func(query string) {
			t.Helper()
			page.Total, page.NextCursor = nil, ""
			if w := a.call("GET", "/api/v1/content?"+query, ""); w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), &page) != nil {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
		}
		read("sort=published&limit=1")
		if page.Total == nil || *page.Total != 2 || page.NextCursor == "" {
			t.Fatalf("got %+v", page)
		}
		cursor := url.QueryEscape(page.NextCursor)
		read("sort=published&limit=1&cursor=" + cursor)
		if page.Total == nil || *page.Total != 2 || page.NextCursor != "" {
			t.Errorf("the second: %+v", page)
		}
		if w := a.call("GET", "/api/v1/content?sort=title&cursor="+cursor, ""); w.Code != http.StatusBadRequest {
			t.Errorf("a cursor of another sort: %d %s", w.Code, w.Body)
		}
	})

	t.Run("days are those of the request's zone", func(t *testing.T) {
		berlin := func(r *http.Request) { r.Header.Set("Time-Zone", "Europe/Berlin") }
		w := a.callWith("GET", "/api/v1/content?filter=on:2025-01-01", "", berlin)
		if said := w.Body.String(); !strings.Contains(said, ids[0]) || strings.Contains(said, ids[1]) {
			t.Errorf("got %s", said)
		}
	})

	t.Run("a search with filter words is confined to what they select, archived or not", func(t *testing.T) {
		a.engine.asked = nil
		a.list(t, "q=knot+-kind:video&type=note")
		a.list(t, "q=knot&filter=kind:note")
		a.list(t, "q=knot+is:starred")
		a.list(t, `q=knot+"is:starred"`)
		var got []string
		for _, q := range a.engine.asked {
			got = append(got, fmt.Sprint(q.Text, " ", q.Kind, " ", len(q.Within), q.Within == nil))
		}
		want := []string{"knot note 3 false", "knot  2 false", "knot  0 false", `knot "is:starred"  0 true`}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})

	for query, want := range map[string]string{
		"filter=is:stared":                       "Not a filter: is:stared",
		"filter=" + strings.Repeat("a", 2001):    "A filter holds at most 2,000 bytes",
		"q=" + strings.Repeat("is:read+", 33):    "A filter has at most 32 words",
		"filter=is:read&cursor=x":                "Unknown cursor",
		"filter=is:read&type=poem":               "Unknown type of memory",
		"q=is:read+" + strings.Repeat("a", 1001): "The search is longer than 1000 bytes",
		"filter=is:read&q=a&cursor=" + ids[0]:    "A search has one page: leave out either q or cursor",
	} {
		if w := a.call("GET", "/api/v1/content?"+query, ""); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%.40s: %d %s, want %q", query, w.Code, w.Body, want)
		}
	}
}

func TestFacetsAndKeptFilters(t *testing.T) {
	a := newAPI(t)
	m := memory.Memory{
		ID: uuid.Must(uuid.NewV7()).String(), UserID: a.userID, Kind: memory.Link, URL: "https://www.example.org/", Author: "Ann", Status: memory.Ready,
	}
	if err := a.rows.Add(t.Context(), m, nil, plan.Table{}); err != nil {
		t.Fatal(err)
	}
	says := func(method, path, body string, status int, want string) {
		t.Helper()
		w := a.call(method, path, body)
		if said := strings.TrimSpace(w.Body.String()); w.Code != status || !strings.Contains(said, want) {
			t.Errorf("%s %s %s: %d %s, want %d %s", method, path, body, w.Code, said, status, want)
		}
	}
	says("GET", "/api/v1/content/facets?filter=by:ann", "", 200,
		`{"tags":[],"sites":[{"name":"example.org","count":1}],"authors":[{"name":"Ann","count":1}],"languages":[],"kinds":[{"name":"link","count":1}]}`)
	says("GET", "/api/v1/content/facets?filter=by:ben", "", 200, `{"tags":[],"sites":[],"authors":[],"languages":[],"kinds":[]}`)
	says("GET", "/api/v1/content/facets?filter=ann", "", 400, `Not a filter: ann`)
	says("GET", "/api/v1/content/facets?type=poem", "", 400, `Unknown type of memory`)

	says("GET", "/api/v1/filters", "", 200, `{"filters":[]}`)
	says("POST", "/api/v1/filters", `{"name":"To read","filter":"is:unread"}`, 200, `"name":"To read","filter":"is:unread","sort":"saved"}`)
	says("POST", "/api/v1/filters", `{"name":"to READ","filter":"is:unread"}`, 409, `You have a filter of this name`)
	says("POST", "/api/v1/filters", `{"name":"x","filter":"pasta"}`, 400, `Not a filter: pasta`)
	kept, err := a.rows.Kept(t.Context(), a.userID)
	if err != nil || len(kept) != 1 {
		t.Fatalf("%v, %v", kept, err)
	}
	path := "/api/v1/filters/" + kept[0].ID
	says("PATCH", path, `{"name":"Later","sort":"title"}`, 200, `{"id":"`+kept[0].ID+`","name":"Later","filter":"is:unread","sort":"title"}`)
	says("PATCH", path, `{"sort":"size"}`, 400, `sort`)

	for _, c := range []struct{ selection, want string }{
		{`"filter":" "`, "Please choose a filter"}, {`"filter":"is:unread","ids":["` + m.ID + `"]`, "not by both"}, {`"filter":"pasta"`, "Not a filter: pasta"},
	} {
		says("POST", "/api/v1/content/bulk", `{"action":"star",`+c.selection+`}`, 400, c.want)
		says("POST", "/api/v1/content/export", `{"format":"json",`+c.selection+`}`, 400, c.want)
	}

	says("DELETE", path, ``, 200, `Filter deleted`)
	says("DELETE", path, ``, 404, `Filter not found`)
	says("PATCH", path, `{"name":"x"}`, 404, `Filter not found`)
}

func TestKeptFiltersFollowTheirTag(t *testing.T) {
	shaped := &library.Service{}
	a := newAPI(t, func(p *httpapi.Parts, _ *ask.Parts) { p.Library = shaped })
	*shaped = *library.New(a.rows, nil, nil, time.Now)
	m := memory.Memory{
		ID: uuid.Must(uuid.NewV7()).String(), UserID: a.userID, Kind: memory.Note, Status: memory.Ready, Tags: []string{"Été"},
	}
	if err := a.rows.Add(t.Context(), m, nil, plan.Table{}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"-tag:ete kind:note", "tag:other"} {
		if w := a.call("POST", "/api/v1/filters", fmt.Sprintf(`{"name":%q,"filter":%q}`, text, text)); w.Code != http.StatusOK {
			t.Fatal(w.Body)
		}
	}
	if w := a.call("PATCH", "/api/v1/tags/ete", `{"name":"# Long days "}`); w.Code != http.StatusOK {
		t.Fatal(w.Body)
	}
	kept, err := a.rows.Kept(t.Context(), a.userID)
	if err != nil || len(kept) != 2 || kept[0].Filter != `-tag:"Long days" kind:note` || kept[1].Filter != "tag:other" {
		t.Errorf("kept are %v, %v", kept, err)
	}
}

func TestADayIsThatOfTheZone(t *testing.T) {
	shaped := &library.Service{}
	a := newAPI(t, func(p *httpapi.Parts, _ *ask.Parts) { p.Library = shaped })
	*shaped = *library.New(a.rows, memory.New(a.rows, nil, nil, nil, time.Now), nil, time.Now)
	id := uuid.Must(uuid.NewV7()).String()
	if err := a.rows.Add(t.Context(), memory.Memory{ID: id, UserID: a.userID, Kind: memory.Note, Status: memory.Ready, CreatedAt: time.Now()}, nil, plan.Table{}); err != nil {
		t.Fatal(err)
	}
	for zone, want := range map[string]string{"America/New_York": "2025-03-09T05:00:00Z", "": "2025-03-09T00:00:00Z"} {
		w := a.callWith("PATCH", "/api/v1/content/"+id, `{"createdAt":"2025-03-09"}`, func(r *http.Request) { r.Header.Set("Time-Zone", zone) })
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"createdAt":"`+want) {
			t.Errorf("in %q: %d %s", zone, w.Code, w.Body)
		}
	}
}
