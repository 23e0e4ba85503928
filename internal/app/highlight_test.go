package app

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/config"
)

// mark highlights words of a memory and returns the answer.
func (e *engram) mark(token, id string, body any) answer {
	e.t.Helper()
	return e.call("POST", "/api/v1/content/"+id+"/highlights", token, body)
}

// highlights lists the highlights of a memory.
func (e *engram) highlights(token, id string) []map[string]any {
	e.t.Helper()
	return e.want(200, e.call("GET", "/api/v1/content/"+id+"/highlights", token, nil)).memories("highlights")
}

// at returns a position on the wire.
func at(leaf, offset int) map[string]int { return map[string]int{"leaf": leaf, "offset": offset} }

func TestHighlights(t *testing.T) {
	onEachEngine(t, testHighlights)
}

func testHighlights(t *testing.T, cfg config.Config) {
	e := start(t, cfg)
	ann, bob := e.user(), e.user()
	id := e.note(ann, "Yeast eats twice.\n\nThe jar stands in the fridge. The jar is full.")

	t.Run("words are highlighted where they stand, or are found by words", func(t *testing.T) {
		made := e.want(200, e.mark(ann, id, map[string]any{
			"start": at(1, 4), "end": at(1, 7), "quote": "jar", "color": "sage", "remark": "Buy a second one",
		})).body["highlight"].(map[string]any)
		if made["quote"] != "jar" || made["color"] != "sage" || made["remark"] != "Buy a second one" || made["orphaned"] != false {
			t.Errorf("made %v", made)
		}
		found := e.want(200, e.mark(ann, id, map[string]any{"start": at(7, 0), "end": at(7, 9), "quote": " eats  twice. "})).body["highlight"].(map[string]any)
		if start := found["start"].(map[string]any); found["quote"] != "eats twice." || start["leaf"] != 0.0 || start["offset"] != 6.0 || found["color"] != "amber" {
			t.Errorf("found %v", found)
		}
		all := e.highlights(ann, id)
		if len(all) != 2 || all[0]["id"] != found["id"] || all[1]["id"] != made["id"] {
			t.Errorf("listed %v, want them in reading order", all)
		}
	})

	t.Run("a citation is kept as a highlight of its source", func(t *testing.T) {
		got := e.want(200, e.mark(ann, id, map[string]any{"passage": 0, "span": []int{48, 64}, "quote": "The jar is full."})).body["highlight"].(map[string]any)
		if start := got["start"].(map[string]any); start["leaf"] != 1.0 || start["offset"] != 30.0 {
			t.Errorf("kept %v", got)
		}
	})

	t.Run("hundreds lie over each other, each with its own words", func(t *testing.T) {
		text := strings.Repeat("the lamp was wound every four hours ", 3)
		eve := e.user()
		note := e.note(eve, text)
		want := map[string]int{}
		for i := range 300 {
			from, to := i%40, len(text)-1-i%37
			e.want(200, e.mark(eve, note, map[string]any{"start": at(0, from), "end": at(0, to), "quote": text[from:to]}))
			want[strings.TrimSpace(text[from:to])]++
		}
		got := map[string]int{}
		for _, one := range e.highlights(eve, note) {
			got[strings.TrimSpace(one["quote"].(string))]++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})

	t.Run("a highlight is changed, deleted, and nobody else's", func(t *testing.T) {
		one := e.highlights(ann, id)[0]["id"].(string)
		path := "/api/v1/highlights/" + one
		changed := e.want(200, e.call("PATCH", path, ann, map[string]string{"color": "rose"})).body["highlight"].(map[string]any)
		if changed["color"] != "rose" || changed["remark"] != "" {
			t.Errorf("changed %v", changed)
		}
		e.want(400, e.call("PATCH", path, ann, map[string]string{"color": "mauve"}))
		for _, call := range []answer{
			e.call("PATCH", path, bob, map[string]string{"remark": "mine"}), e.call("DELETE", path, bob, nil),
			e.call("GET", "/api/v1/content/"+id+"/highlights", bob, nil), e.mark(bob, id, map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": "Yeast"}),
			e.call("POST", path+"/review", bob, map[string]string{"answer": "kept"}), e.call("DELETE", "/api/v1/highlights/x", ann, nil),
		} {
			e.want(404, call)
		}
		e.want(401, e.call("GET", "/api/v1/highlights", "", nil))
		e.want(200, e.call("DELETE", path, ann, nil))
		e.want(404, e.call("DELETE", path, ann, nil))
		if all := e.highlights(ann, id); len(all) != 2 {
			t.Errorf("left %v", all)
		}
	})

	t.Run("what can't be kept is refused in words", func(t *testing.T) {
		long := strings.Repeat("w", 8001)
		for _, body := range []any{
			map[string]any{}, map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": " \n"},
			map[string]any{"start": at(0, 5), "end": at(0, 5), "quote": "Yeast"}, map[string]any{"start": at(0, 5), "end": at(0, -5), "quote": "Yeast"},
			map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": long}, map[string]any{"passage": -1, "span": []int{0, 5}, "quote": "Yeast"},
			map[string]any{"passage": 0, "span": []int{0}, "quote": "Yeast"}, map[string]any{"passage": 0, "start": at(0, 0), "end": at(0, 5), "quote": "Yeast"},
			map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": "Yeast", "remark": long}, map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": "Yeast", "color": "red"},
			`{"start":`, `[]`, `{"start":{"leaf":1e99,"offset":0},"end":{"leaf":0,"offset":1},"quote":"Yeast"}`,
		} {
			e.want(400, e.mark(ann, id, body))
		}
		e.want(409, e.mark(ann, id, map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": "Sourdough"}))
		if all := e.highlights(ann, id); len(all) != 2 {
			t.Errorf("left %v", all)
		}
	})

	t.Run("all highlights are listed with their memories, filtered and in pages", func(t *testing.T) {
		list := func(query string) answer { return e.want(200, e.call("GET", "/api/v1/highlights"+query, ann, nil)) }
		all := list("").memories("highlights")
		if len(all) != 2 || all[0]["quote"] != "The jar is full." || all[0]["memory"].(map[string]any)["_id"] != id {
			t.Fatalf("listed %v", all)
		}
		for query, want := range map[string]int{"?color=sage": 1, "?color=sky": 0, "?type=note": 2, "?type=video": 0, "?q=second+jar": 1, "?q=JA": 2, "?q=fridge": 0, "?q=.": 0} {
			if got := list(query).memories("highlights"); len(got) != want {
				t.Errorf("%s lists %v", query, got)
			}
		}
		first := list("?limit=1")
		second := list("?limit=1&cursor=" + first.text("next"))
		if first.memories("highlights")[0]["id"] != all[0]["id"] || second.memories("highlights")[0]["id"] != all[1]["id"] || second.text("next") != "" {
			t.Errorf("pages %v, %v", first, second)
		}
		if others := e.want(200, e.call("GET", "/api/v1/highlights", bob, nil)).memories("highlights"); len(others) != 0 {
			t.Errorf("a stranger lists %v", others)
		}
		for _, query := range []string{"?color=mauve", "?type=thing", "?cursor=x", "?limit=0", "?limit=999"} {
			e.want(400, e.call("GET", "/api/v1/highlights"+query, ann, nil))
		}
	})

	t.Run("they are exported as files, by memory in reading order", func(t *testing.T) {
		second := e.note(ann, "=cmd is no formula")
		e.want(200, e.mark(ann, second, map[string]any{"start": at(0, 0), "end": at(0, 4), "quote": "=cmd", "color": "sky"}))
		export := func(query string) answer { return e.want(200, e.call("GET", "/api/v1/highlights?"+query, ann, nil)) }
		file := export("format=markdown")
		if file.header.Get("Content-Disposition") != `attachment; filename="engram-highlights.md"` || !strings.HasPrefix(file.header.Get("Content-Type"), "text/markdown") {
			t.Errorf("headers %v", file.header)
		}
		order := []string{"# Highlights", "## =cmd", e.url + "/home/memory/" + second, `> \=cmd`, "## Yeast eats twice", "> jar", "Buy a second one", "> The jar is full."}
		rest := file.raw
		for _, part := range order {
			_, after, found := strings.Cut(rest, part)
			if !found {
				t.Errorf("%q is missing in its place in\n%s", part, file.raw)
			}
			rest = after
		}
		if table := export("format=readwise&color=sky").raw; !strings.Contains(table, `"'=cmd"`) || strings.Count(table, "\n") != 2 {
			t.Errorf("for Readwise %q", table)
		}
		if table := export("format=anki&q=second").raw; !strings.Contains(table, `"Buy a second one"`) || strings.Contains(table, "=cmd") {
			t.Errorf("for Anki %q", table)
		}
		if got := e.want(200, e.call("GET", "/api/v1/highlights?format=markdown", bob, nil)); strings.TrimSpace(got.raw) != "# Highlights" {
			t.Errorf("a stranger exports %q", got.raw)
		}
		failed := e.want(400, e.call("GET", "/api/v1/highlights?format=pdf", ann, nil))
		if late := e.want(400, e.call("GET", "/api/v1/highlights?format=anki&color=mauve", ann, nil)); failed.header.Get("Content-Disposition")+late.header.Get("Content-Disposition") != "" {
			t.Errorf("an error is a file: %v", late.header)
		}
		e.want(200, e.call("DELETE", "/api/v1/content", ann, map[string]string{"contentId": second}))
	})

	t.Run("new ones come back after a day, unless they are hidden", func(t *testing.T) {
		review := func() answer { return e.want(200, e.call("GET", "/api/v1/highlights/review", ann, nil)) }
		show := func(body any) answer { return e.call("PUT", "/api/v1/highlights/review", ann, body) }
		if got := review(); got.body["enabled"] != true || len(got.memories("highlights")) != 0 {
			t.Errorf("at once %v", got)
		}
		until := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
		e.want(200, show(map[string]any{"hiddenUntil": until}))
		if got := review(); got.text("hiddenUntil") != until.Format(time.RFC3339) {
			t.Errorf("hidden %v", got)
		}
		e.want(200, show(map[string]any{"enabled": false}))
		if got := review(); got.body["enabled"] != false {
			t.Errorf("off %v", got)
		}
		e.want(200, show(map[string]any{"enabled": true}))
		if got := review(); got.body["enabled"] != true || got.body["hiddenUntil"] != nil {
			t.Errorf("on again %v", got)
		}
		e.want(400, show(map[string]any{}))
		e.want(400, show(map[string]any{"hiddenUntil": "2999-01-01T00:00:00Z"}))
		path := "/api/v1/highlights/" + e.highlights(ann, id)[0]["id"].(string) + "/review"
		kept := e.want(200, e.call("POST", path, ann, map[string]string{"answer": "kept"}))
		if kept.text("dueAt") == "" || kept.text("message") == "" {
			t.Errorf("kept %v", kept)
		}
		if never := e.want(200, e.call("POST", path, ann, map[string]string{"answer": "never"})); never.body["dueAt"] != nil {
			t.Errorf("never %v", never)
		}
		e.want(400, e.call("POST", path, ann, map[string]string{"answer": "perhaps"}))
	})

	t.Run("a memory is found by its remarks", func(t *testing.T) {
		for _, query := range []string{"second", "buy+a+sec"} {
			if found := e.want(200, e.call("GET", "/api/v1/content?q="+query, ann, nil)).memories("content"); len(found) != 1 || found[0]["_id"] != id {
				t.Errorf("%s finds %v", query, found)
			}
		}
		whole := e.want(200, e.call("GET", "/api/v1/content/"+id, ann, nil))
		if strings.Contains(whole.raw, "second") {
			t.Errorf("its text is %v", whole)
		}
	})

	t.Run("they go with their memory", func(t *testing.T) {
		e.want(200, e.call("DELETE", "/api/v1/content", ann, map[string]string{"contentId": id}))
		if left := e.want(200, e.call("GET", "/api/v1/highlights", ann, nil)).memories("highlights"); len(left) != 0 {
			t.Errorf("left %v", left)
		}
		e.want(404, e.call("GET", "/api/v1/content/"+id+"/highlights", ann, nil))
	})
}

// TestHighlightsAfterRefresh has a page change around what is highlighted in it.
func TestHighlightsAfterRefresh(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		var page atomic.Value
		page.Store("<p>Otters sleep on their backs.<p>Otters hold hands in their sleep.")
		pages := site(t, map[string]http.HandlerFunc{"/otters": func(w http.ResponseWriter, r *http.Request) { html(page.Load().(string))(w, r) }})
		e := start(t, cfg)
		token := e.user()
		id := e.add(token, map[string]string{"type": "link", "link": pages + "/otters"})["_id"].(string)
		e.settled(token, id)
		e.want(200, e.mark(token, id, map[string]any{"start": at(1, 7), "end": at(1, 17), "quote": "hold hands", "remark": "like grandmother"}))
		for _, c := range []struct {
			title, page string
			leaf        float64
			orphaned    bool
		}{
			{"its words have moved", "<p>Herons.<p>Otters sleep.<p>We saw that otters hold hands in their sleep.", 2, false},
			{"its words are gone", "<title>Herons</title><p>Herons stand still for hours.", 2, true},
			{"its words are back", "<p>Otters hold\nhands.", 0, false},
		} {
			t.Run("a highlight is kept when "+c.title, func(t *testing.T) {
				page.Store(c.page)
				e.want(200, e.call("POST", "/api/v1/content/"+id+"/refresh", token, nil))
				if m := e.settled(token, id); m["error"] != "" {
					t.Fatalf("captured as %v", m)
				}
				waitFor(t, "it is found again", func() bool { // without the memory being opened
					return e.want(200, e.call("GET", "/api/v1/highlights", token, nil)).memories("highlights")[0]["orphaned"] == c.orphaned
				})
				h := e.highlights(token, id)[0]
				if start := h["start"].(map[string]any); h["quote"] != "hold hands" || h["orphaned"] != c.orphaned || start["leaf"] != c.leaf {
					t.Errorf("it is %v", h)
				}
				if found := e.want(200, e.call("GET", "/api/v1/content?q=grandmother", token, nil)).memories("content"); len(found) != 1 {
					t.Errorf("its remark finds %v", found)
				}
			})
		}
	})
}
